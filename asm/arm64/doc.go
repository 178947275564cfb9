// Package arm64 writes Go assembly for arm64: a text emitter with named
// registers, one comment for every step, and a list scheduler.
//
// A [Func] collects instructions. Its methods are named after Arm's mnemonics
// and take their destination first, as Arm's manual does: f.Eor(d, a, b, "…")
// is d = a ^ b. Vectors are taken as sixteen bytes unless the method's name
// says otherwise. Each instruction is kept in two spellings, Go's and Arm's,
// so that a test can ask another disassembler whether Go's assembler encoded
// what was meant ([Func.Listing]).
//
// Instructions given inside [Func.Block] are put into an order that suits an
// in-order core: see schedule.go. Everything else is written as it comes.
package arm64
