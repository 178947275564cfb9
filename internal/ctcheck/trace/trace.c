/* A QEMU plugin that writes one line for every call of the function in
   [lo, hi): how many instructions ran there, how many accesses to memory they
   made, and a hash over the addresses of both. Calls that differ in secrets
   alone must give the same line.

	qemu-aarch64 -plugin trace.so,lo=ADDRESS,hi=ADDRESS,out=FILE program

   With total=1 it writes how many instructions the whole program executed.
   With crypto=1 (AArch64) it ends the program with status 97 at the first
   instruction of the cryptographic extensions, wherever it is. */
#include "qemu_plugin.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

EXPORT int qemu_plugin_version = 1;

static uint64_t lo, hi;
static bool crypto, total, aarch64;
static FILE *out;
static uint64_t calls, instructions, accesses, hash, everything;
static unsigned caller; /* the thread that is in the function, or was last */
static bool inside; /* its last instruction was one of the function's */

static void mix(uint64_t x)
{
	hash = (hash ^ (x + 0x9e3779b97f4a7c15)) * 0xff51afd7ed558ccd;
	hash ^= hash >> 32;
}

static void end_call(void)
{
	if (calls)
		fprintf(out, "instructions=%lu accesses=%lu hash=%016lx\n", instructions, accesses, hash);
}

static void executed(unsigned cpu, void *pc)
{
	if ((uint64_t)pc == lo) {
		end_call();
		calls++;
		instructions = accesses = hash = 0;
		caller = cpu;
	}
	if (!calls || cpu != caller)
		return;
	inside = true;
	instructions++;
	mix((uint64_t)pc);
}

static void executed_block(unsigned cpu, void *n) { everything += (uint64_t)n; }

static void left(unsigned cpu, void *pc)
{
	if (cpu == caller)
		inside = false;
}

static void accessed(unsigned cpu, qemu_plugin_meminfo_t how, uint64_t address, void *pc)
{
	/* QEMU 7.2 may report an access elsewhere under the last instruction. */
	if (!calls || !inside || cpu != caller)
		return;
	accesses++;
	mix(address << 4 | qemu_plugin_mem_size_shift(how) << 1 | qemu_plugin_mem_is_store(how));
}

static void found_crypto(unsigned cpu, void *pc)
{
	fprintf(stderr, "trace: cryptographic instruction at %#lx\n", (uint64_t)pc);
	_Exit(97);
}

/* AES, PMULL of 64 bits, and all of the SHA, SM3 and SM4 groups. */
static bool is_crypto(uint32_t w)
{
	return (w & 0xff3e0c00) == 0x4e280800 || (w & 0xbfe0fc00) == 0x0ee0e000 ||
	       (w & 0xff208c00) == 0x5e000000 || (w & 0xff3e0c00) == 0x5e280800 ||
	       (w & 0xff000000) == 0xce000000;
}

/* Branches and system instructions make no access to data. */
static bool is_branch(uint32_t w) { return (w & 0x1c000000) == 0x14000000; }

static void translated(qemu_plugin_id_t id, struct qemu_plugin_tb *block)
{
	if (total)
		qemu_plugin_register_vcpu_tb_exec_cb(block, executed_block, NO_REGS, (void *)qemu_plugin_tb_n_insns(block));
	for (size_t i = 0; i < qemu_plugin_tb_n_insns(block); i++) {
		struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(block, i);
		uint64_t pc = qemu_plugin_insn_vaddr(insn);
		uint32_t word = 0;
		if (aarch64)
			memcpy(&word, qemu_plugin_insn_data(insn), sizeof word);
		if (lo <= pc && pc < hi) {
			qemu_plugin_register_vcpu_insn_exec_cb(insn, executed, NO_REGS, (void *)pc);
			if (!aarch64 || !is_branch(word))
				qemu_plugin_register_vcpu_mem_cb(insn, accessed, NO_REGS, MEM_READ_WRITE, (void *)pc);
		} else if (i == 0)
			qemu_plugin_register_vcpu_insn_exec_cb(insn, left, NO_REGS, NULL);
		if (aarch64 && crypto && is_crypto(word))
			qemu_plugin_register_vcpu_insn_exec_cb(insn, found_crypto, NO_REGS, (void *)pc);
	}
}

static void ended(qemu_plugin_id_t id, void *unused)
{
	if (total)
		fprintf(out, "%lu\n", everything);
	end_call();
	fflush(out);
}

EXPORT int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int argc, char **argv)
{
	out = stderr;
	aarch64 = !strcmp(info->target_name, "aarch64");
	for (int i = 0; i < argc; i++) {
		if (!strncmp(argv[i], "lo=", 3))
			lo = strtoull(argv[i] + 3, NULL, 0);
		else if (!strncmp(argv[i], "hi=", 3))
			hi = strtoull(argv[i] + 3, NULL, 0);
		else if (!strncmp(argv[i], "out=", 4))
			out = fopen(argv[i] + 4, "w");
		else if (!strncmp(argv[i], "total=", 6))
			total = atoi(argv[i] + 6);
		else if (!strncmp(argv[i], "crypto=", 7))
			crypto = atoi(argv[i] + 7);
	}
	if (!out)
		return 1;
	qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
	qemu_plugin_register_atexit_cb(id, ended, NULL);
	return 0;
}
