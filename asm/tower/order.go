package tower

// Byte p of a block is in row p%4 and column p/4 of the state.

// shift is where ShiftRows, applied n times, takes byte p from. Four times
// is once around.
func shift(n, p int) int {
	row, column := p%4, p/4
	return row + 4*((column+n*row)&3)
}

// Shifted is the shuffle that applies ShiftRows n times, InvShiftRows for n < 0.
func Shifted(n int) Table {
	return table(func(p byte) byte { return byte(shift(n, int(p))) })
}

// ShiftedDown is the shuffle that does so and takes every byte from rows further
// down in its column.
func ShiftedDown(n, rows int) Table {
	return table(func(q byte) byte { return byte(down(shift(n, int(q)), rows)) })
}

// down is the byte of p's column that lies rows further down.
func down(p, rows int) int { return p&^3 | (p+rows)&3 }

// Neighbour is the shuffle that brings to every byte the one that lies rows
// further down in its column, in a state to which ShiftRows was applied ahead
// times too many: back to the straight state, down the column, and forth.
func Neighbour(ahead, rows int) Table {
	return table(func(q byte) byte {
		return byte(shift(-ahead, down(shift(ahead, int(q)), rows)))
	})
}
