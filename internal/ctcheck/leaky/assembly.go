//go:build (amd64 || arm64) && gc && !purego

package leaky

//go:noescape
func branchAssembly(secret *byte) uint64

//go:noescape
func lookUpAssembly(secret *byte, table *[256]byte) uint64

func init() {
	All["branchAssembly"] = func(secret *byte) { sink += branchAssembly(secret) }
	All["lookUpAssembly"] = func(secret *byte) { sink += lookUpAssembly(secret, &table) }
}
