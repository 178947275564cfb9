package main

import (
	"cmp"
	"fmt"
	"os"
	"runtime"
	"strings"

	"golang.org/x/sys/cpu"

	"vpaes.example/aes/internal/cpuid"
	"vpaes.example/aes/internal/kernel"
)

// cpuName returns what this machine's CPU is called.
func cpuName() string {
	text, _ := os.ReadFile("/proc/cpuinfo") // Linux has it, and some others
	return cmp.Or(cpuid.Brand(), systemCPUName(), cpuinfoName(string(text)), os.Getenv("PROCESSOR_IDENTIFIER"), "unknown CPU")
}

// cpuinfoName finds the name in Linux's /proc/cpuinfo, where every architecture
// has it under another key; Arm CPUs have numbers only.
func cpuinfoName(text string) string {
	value := map[string]string{}
	for line := range strings.Lines(text) {
		key, v, _ := strings.Cut(line, ":")
		if key = strings.TrimSpace(key); value[key] == "" {
			value[key] = strings.TrimSpace(v)
		}
	}
	if name := cmp.Or(value["model name"], value["Model Name"], value["cpu model"], value["cpu"], value["uarch"], value["Model"]); name != "" {
		return name
	}
	if part := value["CPU part"]; part != "" {
		return cmp.Or(armParts[value["CPU implementer"]+part], "Arm CPU, implementer "+value["CPU implementer"]+", part "+part)
	}
	return value["vendor_id"]
}

// armParts names common CPUs by implementer and part number (MIDR_EL1).
var armParts = map[string]string{
	"0x410xd03": "Cortex-A53",
	"0x410xd04": "Cortex-A35",
	"0x410xd05": "Cortex-A55",
	"0x410xd07": "Cortex-A57",
	"0x410xd08": "Cortex-A72",
	"0x410xd09": "Cortex-A73",
	"0x410xd0a": "Cortex-A75",
	"0x410xd0b": "Cortex-A76",
	"0x410xd0c": "Neoverse N1",
	"0x410xd40": "Neoverse V1",
	"0x410xd49": "Neoverse N2",
	"0x410xd4f": "Neoverse V2",
}

// stdUse says what the standard library's AES and GHASH run on.
type stdUse struct{ aesTables, ghashTables bool }

// stdUses follows crypto/internal/fips140/aes and its gcm. Besides the features
// that kernels ask for, they ask for SSE4.1. A build without assembly has the
// empty set of features, and the standard library then has no assembly either.
func stdUses(has cpuid.Set, sse41 bool) stdUse {
	const amd64 = cpuid.AESNI | cpuid.SSSE3
	aes := has.Has(amd64) && sse41 || has.Has(cpuid.ARMAES) || has.Has(cpuid.StdAES)
	ghash := has.Has(amd64|cpuid.PCLMULQDQ) && sse41 || has.Has(cpuid.ARMAES|cpuid.PMULL) || has.Has(cpuid.StdGCM)
	return stdUse{!aes, !ghash}
}

func (s stdUse) String() string {
	switch {
	case s.aesTables:
		return "tables (look-ups by secrets, which leak through the cache)"
	case s.ghashTables:
		return "AES instructions; GHASH by tables (which leak through the cache)"
	}
	return "AES and carry-less multiply instructions"
}

// name is what the rows of the standard library are called.
func (s stdUse) name(gcm bool) string {
	if s.aesTables || gcm && s.ghashTables {
		return "std (tables)"
	}
	return "std"
}

// A machine is what the report says about where it was made.
type machine struct {
	cpu      string
	platform string
	features string
	ciphers  string
	hashes   string
	chosen   kernel.Kernel
	std      stdUse
}

func thisMachine() machine {
	c, h := kernel.Current()
	m := machine{
		cpu:      cpuName(),
		platform: fmt.Sprintf("%s/%s, %s, %s", runtime.GOOS, runtime.GOARCH, count(runtime.NumCPU(), "CPU"), runtime.Version()),
		features: cmp.Or(kernel.Features.String(), "none that a kernel of this build asks for"),
		ciphers:  strings.Join(texts(kernel.Ciphers()), " "),
		hashes:   strings.Join(texts(kernel.Hashes()), " "),
		chosen:   kernel.Kernel{Cipher: c, Hash: h},
		std:      stdUses(kernel.Features, cpu.X86.HasSSE41),
	}
	if g := os.Getenv("GODEBUG"); g != "" {
		m.features += " (GODEBUG=" + g + ")"
	}
	return m
}

// texts returns what each of the values is called.
func texts[T fmt.Stringer](values []T) (out []string) {
	for _, v := range values {
		out = append(out, v.String())
	}
	return out
}

// count returns "1 thing" or "2 things".
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
