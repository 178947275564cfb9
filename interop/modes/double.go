package modes

import (
	"encoding/binary"

	"vpaes.example/aes"
)

// A block holds 128 bits as SP 800-38B and RFC 5297 number them: big-endian.
type block = [aes.BlockSize]byte

// double multiplies b by x in GF(2¹²⁸), modulo x¹²⁸ + x⁷ + x² + x + 1, with the
// coefficient of x⁰ in the last bit (SP 800-38B §5.3). Nothing depends on
// the secret bit that is shifted out but the value.
func double(b *block) {
	hi, lo := binary.BigEndian.Uint64(b[:8]), binary.BigEndian.Uint64(b[8:])
	carry := hi >> 63
	binary.BigEndian.PutUint64(b[:8], hi<<1|lo>>63)
	binary.BigEndian.PutUint64(b[8:], lo<<1^carry*0x87)
}
