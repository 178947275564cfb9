#!/bin/sh
# Makes copies of modules that take their AES from vpaes.example/aes, and what
# the go command needs to build with them instead of the originals:
#
#     ./swap.sh DIR MODULE...
#     go build -modfile DIR/go.mod -overlay DIR/overlay.json PACKAGE
#
# DIR/overlay.json makes crypto/aes.NewCipher panic, so that a program that runs
# can have no other AES than ours. With HANDSHAKE=std, crypto/tls may make its own
# all the same: QUIC leaves the handshake to it, and protects packets itself.
#
# A Go that lies in the module cache, as GOTOOLCHAIN has it there, takes no overlay of
# its own files. DIR/goroot then leads to it from elsewhere, and this builds:
#
#     GOTOOLCHAIN=local GOROOT=DIR/goroot DIR/goroot/bin/go build …
#
# It is run in a module that requires the modules and vpaes.example/aes.
set -eu
dir=$1
shift
mkdir -p "$dir"
dir=$(cd "$dir" && pwd) # go.mod and the overlay hold whole paths
export GOFLAGS="-mod=mod ${GOFLAGS:-}" # in a vendored program, too
cp go.mod go.sum "$dir"
chmod u+w "$dir/go.mod" "$dir/go.sum"
go mod edit -replace "vpaes.example/aes=$(go list -m -f '{{.Dir}}' vpaes.example/aes)" "$dir/go.mod"

for module; do
	go mod download "$module"
	copy=$dir/src/$module
	mkdir -p "$copy"
	cp -R "$(go list -m -f '{{.Dir}}' "$module")/." "$copy"
	chmod -R u+w "$copy"
	# crypto/cipher's constructor of that name takes crypto/aes's Block only.
	find "$copy" -name '*.go' -exec sed -i \
		-e 's|"crypto/aes"|"vpaes.example/aes"|' \
		-e 's|cipher\.NewGCMWithRandomNonce(|aes.NewGCMWithRandomNonce(|' {} +
	go mod edit -replace "$module=$copy" "$dir/go.mod"
done

# crypto/aes keeps its function under another name, which nothing calls unless
# crypto/tls is changed to.
goroot=$(go env GOROOT)
case $goroot in
"$(go env GOMODCACHE)"/*)
	ln -s "$goroot" "$dir/goroot"
	goroot=$dir/goroot
	;;
esac
std=$dir/std
mkdir -p "$std"
sed 's|^func NewCipher(|func NewCipherForHandshakes(|' "$goroot/src/crypto/aes/aes.go" >"$std/aes.go"
cat >>"$std/aes.go" <<'END'

func NewCipher(key []byte) (cipher.Block, error) {
	panic("crypto/aes.NewCipher called in a program that is to use vpaes.example/aes only")
}
END
replace="\"$goroot/src/crypto/aes/aes.go\": \"$std/aes.go\""
if [ "${HANDSHAKE:-}" = std ]; then
	for file in cipher_suites ticket; do
		sed 's|aes\.NewCipher(|aes.NewCipherForHandshakes(|' "$goroot/src/crypto/tls/$file.go" >"$std/$file.go"
		replace="$replace, \"$goroot/src/crypto/tls/$file.go\": \"$std/$file.go\""
	done
fi
echo "{\"Replace\": {$replace}}" >"$dir/overlay.json"
