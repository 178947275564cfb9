#!/usr/bin/env bash
# Regenerates every .s file of package aes.
set -euo pipefail
cd "$(dirname "$0")"
go run ./neon -out ..
go run ./armce -out ..
