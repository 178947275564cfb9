// Package tower derives the constants of vector-permute AES from the field
// they come from, and holds a slow model of the cipher that uses nothing else.
// It knows no instruction set: every constant is 16 bytes, a table of one byte
// for each value of a nibble, or a permutation of the bytes of a block.
//
// # The idea
//
// Mike Hamburg, "Accelerating AES with Vector Permute Instructions", CHES 2009.
//
// A byte shuffle (PSHUFB, TBL) takes a register of 16 bytes as a table and
// looks up 16 indices in it at once. It does not touch memory, so its time
// says nothing about the indices: it is a constant-time look-up, but of four
// bits. AES substitutes eight bits at a time, so a substitution has to be
// taken apart into functions of nibbles.
//
// Linear maps come apart by themselves: L(x) = L(low nibble) + L(high nibble),
// two look-ups and an exclusive or. That covers everything in AES apart from
// the inversion in GF(2⁸) inside the S-box.
//
// For the inversion write GF(2⁸) as a tower: pairs of elements of GF(2⁴),
//
//	x = k + i·t    with    t² = a·t + a
//
// for a constant a such that no element of GF(2⁴) solves t² = a·t + a. A byte
// holds i in its high nibble and k in its low one. Conjugation takes t to
// t + a, so the norm of x is
//
//	N = x·x̄ = k² + a·i·k + a·i²    and    1/x = x̄/N = ((k + a·i) + i·t) / N.
//
// N needs a product of two variables, which is no look-up of four bits. But a
// sum of reciprocals is a product in disguise. Put j = i + k; then
//
//	1/i + a/k = (k + a·i)/(i·k)     so    1/(1/i + a/k) + j = N/(k + a·i)
//	1/j + a/k = (k + a·j)/(j·k)     so    1/(1/j + a/k) + i = N/(k + a·j)
//
// where both right-hand sides take one line of algebra (characteristic 2, and
// N is the same whether written in i or in j). The left-hand sides are five
// look-ups of nibbles: 1/i, 1/j, a/k and the two outer reciprocals. Call the
// results io and jo. Their reciprocals
//
//	u = 1/io = (k + a·i)/N    and    v = 1/jo = (k + a·j)/N
//
// determine 1/x by a linear map, see [Inverted]. Whatever linear map L follows
// the inversion, L(1/x) = L(from u) + L(from v) is therefore two look-ups more,
// one indexed by io and one by jo, with the reciprocal, the basis and L all
// inside the tables ([Form]). The S-box costs seven look-ups, and each further
// multiple of its value that MixColumns wants costs two.
//
// Division by zero takes care of itself. The table of reciprocals says
// [Infinity] = 0x80 at 0. An index with its top bit set looks up 0, whatever
// the other bits (shuffles work like that), and 1/∞ = 0, ∞ + y = ∞. The one
// case of ∞ + ∞ is i = k = 0: there 0x80 + 0x80 = 0, its reciprocal is again
// ∞, and u = v = 0, which is the 0 that AES wants for 1/0.
//
// # How AES is laid over it
//
// The state stays in the tower's basis from the first round to the last
// ([Encryption], [Decryption]): the input map changes basis, the output forms
// of a middle round go from (io, jo) straight to the basis of the next round,
// those of the last round to AES's own. To decrypt, the linear part of the
// inverse S-box comes before the inversion, so it belongs to the basis of the
// state. The S-box's constant 0x63 passes MixColumns unchanged (2+3+1+1 = 1)
// and is added to the round keys.
//
// ShiftRows is never executed between rounds. All of the shifts to come are
// applied to the input at once ([Shifted]), and a round then finds the column
// neighbours that MixColumns wants where the remaining shifts have put them
// ([Neighbour]): MixColumns needs shuffles anyway. Round keys are stored in the
// order of the state they meet. After the last round the state is straight.
package tower
