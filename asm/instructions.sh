#!/usr/bin/env bash
# Counts the instructions that the NEON kernels and the standard library's
# tables execute, under qemu: for each byte of AES-128 in messages of 8 KiB, and
# for each key. Needs qemu-user and gcc.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
gcc -O2 -shared -fPIC -o "$work/trace.so" internal/ctcheck/trace/trace.c
CGO_ENABLED=0 GOARCH=arm64 go test -c -vet=off -o "$work/test" .
export GOGC=off GOMAXPROCS=1 GODEBUG=asyncpreemptoff=1,cpu.aes=off,cpu.pmull=off

total() { # NAME TURNS: instructions of the whole program
	qemu-aarch64 -cpu cortex-a53 -plugin "$work/trace.so,total=1,out=$work/total" "$work/test" -test.run '^$' \
		-test.bench "^BenchmarkNEON\$/^${1%/*}\$/^${1#*/}\$" -test.benchtime "${2}x" >/dev/null
	cat "$work/total"
}
for name in CTR CBCEncrypt CBCDecrypt EncryptBlocks DecryptBlocks EncryptOneByOne DecryptOneByOne GHASH ExpandKey GHASHInit; do
	case $name in
	ExpandKey | GHASHInit) per=1 unit=key few=1000 many=21000 ;;
	*) per=8192 unit=byte few=20 many=120 ;;
	esac
	printf '%-16s' "$name"
	for code in neon std; do
		a=$(total "$name/$code" $few) b=$(total "$name/$code" $many)
		awk -v a="$a" -v b="$b" -v n=$((many - few)) -v per=$per -v code=$code '{ printf "  %s %.1f", code, (b - a) / n / per }' <<<x
	done
	echo " a $unit"
done
