#!/usr/bin/env bash
# Writes every generated .s file of package aes, and for amd64 the declarations
# beside it. A generator that fails leaves what was there.
set -eu
cd "$(dirname "$0")"
kernels=${*:-aesni vaes ghash gcmaesni gcmvaes vpaes ghash_ssse3 neon armce}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
for k in $kernels; do
	go build -o "$tmp/$k" "./$k"
	case $k in
	neon | armce) "$tmp/$k" -out .. ;;
	*)
		(cd "$tmp" && "./$k" -out "${k}_amd64.s" -stubs "${k}_amd64.go" -pkg aes)
		gofmt -w "$tmp/${k}_amd64.go"
		mv "$tmp/${k}_amd64.s" "$tmp/${k}_amd64.go" ..
		;;
	esac
done
