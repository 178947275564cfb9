/* A QEMU plugin that writes one line for every call of the functions it is told
   of: the function's name, how many of its own instructions ran, how many accesses
   to memory they made, and a hash over the addresses of both. Calls that differ in
   secrets alone must give the same line. If the program executes the instruction at
   mark=ADDRESS, lines are for all calls between two such marks instead.

	qemu-aarch64 -plugin trace.so,functions=FILE,out=FILE program

   Each line of the file of functions has the first address, the end, both in
   hexadecimal, and the name. A name that starts with @ asks for the addresses of
   instructions only, not of data. With total=1 it writes how many instructions
   the whole program executed. With crypto=1 (AArch64) it ends the program with
   status 97 at the first instruction of the cryptographic extensions, wherever
   it is. */
#include "qemu_plugin.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

EXPORT int qemu_plugin_version = 1;

struct function {
	uint64_t lo, hi;
	char name[128];
	uint64_t calls, instructions, accesses, hash;
	unsigned caller; /* the thread that is in the function, or was last */
};

static struct function functions[256];
static size_t count;
static bool crypto, total, aarch64;
static FILE *out;
static uint64_t mark, marks, everything;

enum { THREADS = 1024 };
static struct function *current[THREADS]; /* that the thread's last instruction was one of */

static void mix(struct function *f, uint64_t x)
{
	f->hash = (f->hash ^ (x + 0x9e3779b97f4a7c15)) * 0xff51afd7ed558ccd;
	f->hash ^= f->hash >> 32;
}

static void end_call(struct function *f)
{
	if (f->calls)
		fprintf(out, "%s instructions=%lu accesses=%lu hash=%016lx\n", f->name, f->instructions, f->accesses, f->hash);
	f->calls = f->instructions = f->accesses = f->hash = 0;
}

static void marked(unsigned cpu, void *unused)
{
	current[cpu % THREADS] = NULL;
	for (size_t i = 0; i < count; i++)
		if (marks)
			end_call(&functions[i]);
		else
			functions[i].calls = 0;
	marks++;
}

/* An instruction of a function, as its callbacks get it. */
struct place {
	struct function *function;
	uint64_t pc;
};

static void executed(unsigned cpu, void *p)
{
	struct function *f = ((struct place *)p)->function;
	uint64_t pc = ((struct place *)p)->pc;
	current[cpu % THREADS] = f;
	if (pc == f->lo) {
		if (!marks)
			end_call(f);
		if (!f->calls++)
			f->instructions = f->accesses = f->hash = 0;
		f->caller = cpu;
	}
	if (!f->calls || cpu != f->caller)
		return;
	f->instructions++;
	mix(f, pc);
}

static void executed_block(unsigned cpu, void *n) { everything += (uint64_t)n; }

static void left(unsigned cpu, void *unused) { current[cpu % THREADS] = NULL; }

static void accessed(unsigned cpu, qemu_plugin_meminfo_t how, uint64_t address, void *p)
{
	struct function *f = ((struct place *)p)->function;
	/* QEMU 7.2 may report an access elsewhere under the last instruction. */
	if (!f->calls || current[cpu % THREADS] != f || cpu != f->caller || f->name[0] == '@')
		return;
	f->accesses++;
	mix(f, address << 4 | qemu_plugin_mem_size_shift(how) << 1 | qemu_plugin_mem_is_store(how));
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

/* The place of an instruction that is one of a function's. */
static struct place *place(uint64_t pc)
{
	for (size_t i = 0; i < count; i++)
		if (functions[i].lo <= pc && pc < functions[i].hi) {
			struct place *p = malloc(sizeof *p);
			if (!p)
				abort();
			*p = (struct place){&functions[i], pc};
			return p;
		}
	return NULL;
}

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
		struct place *p = place(pc);
		if (p) {
			qemu_plugin_register_vcpu_insn_exec_cb(insn, executed, NO_REGS, p);
			if (!aarch64 || !is_branch(word))
				qemu_plugin_register_vcpu_mem_cb(insn, accessed, NO_REGS, MEM_READ_WRITE, p);
		} else if (pc == mark)
			qemu_plugin_register_vcpu_insn_exec_cb(insn, marked, NO_REGS, NULL);
		else if (i == 0)
			qemu_plugin_register_vcpu_insn_exec_cb(insn, left, NO_REGS, NULL);
		if (aarch64 && crypto && is_crypto(word))
			qemu_plugin_register_vcpu_insn_exec_cb(insn, found_crypto, NO_REGS, (void *)pc);
	}
}

static void ended(qemu_plugin_id_t id, void *unused)
{
	if (total)
		fprintf(out, "%lu\n", everything);
	for (size_t i = 0; i < count; i++)
		end_call(&functions[i]);
	fflush(out);
}

static bool read_functions(const char *name)
{
	FILE *in = fopen(name, "r");
	if (!in)
		return false;
	for (struct function f; fscanf(in, "%lx %lx %127s", &f.lo, &f.hi, f.name) == 3;) {
		if (count == sizeof functions / sizeof *functions)
			return false;
		functions[count] = (struct function){.lo = f.lo, .hi = f.hi};
		strcpy(functions[count++].name, f.name);
	}
	fclose(in);
	return true;
}

EXPORT int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int argc, char **argv)
{
	out = stderr;
	aarch64 = !strcmp(info->target_name, "aarch64");
	for (int i = 0; i < argc; i++) {
		if (!strncmp(argv[i], "functions=", 10)) {
			if (!read_functions(argv[i] + 10))
				return 1;
		} else if (!strncmp(argv[i], "mark=", 5))
			mark = strtoull(argv[i] + 5, NULL, 16);
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
