package simd

import "github.com/mmcloughlin/avo/build"

// UnpackLo8, UnpackHi8, UnpackLo16 and UnpackHi16 interleave the bytes or
// 16-bit elements of the low or high halves of blocks, a's first.
func (e Encoding) UnpackLo8(d, a, b Op) {
	e.emit(op{build.PUNPCKLBW, build.VPUNPCKLBW, false}, d, a, b)
}
func (e Encoding) UnpackHi8(d, a, b Op) {
	e.emit(op{build.PUNPCKHBW, build.VPUNPCKHBW, false}, d, a, b)
}
func (e Encoding) UnpackLo16(d, a, b Op) {
	e.emit(op{build.PUNPCKLWL, build.VPUNPCKLWD, false}, d, a, b)
}
func (e Encoding) UnpackHi16(d, a, b Op) {
	e.emit(op{build.PUNPCKHWL, build.VPUNPCKHWD, false}, d, a, b)
}
