package main

import (
	"iter"
	"math/rand/v2"

	"vpaes.example/aes/internal/kernel"
	"vpaes.example/aes/internal/modes"
)

// A survey is all that is checked and measured in one run of the program.
type survey struct {
	options
	library  modes.Library // what is checked and timed beside the standard one
	machine  machine
	file     []byte
	now      clock
	progress *progress
}

// A table has the figures of one mode and one key size. The first row is the
// standard library's.
type table struct {
	mode  modes.Mode
	bits  int
	sizes []int // of a message; one, of no meaning, where keys are set up
	rows  []row
}

// A row has the figures of one kernel.
type row struct {
	kernel string // "cipher+hash", or "std"
	label  string // what matters of it in this mode
	chosen bool   // it is what New chooses here
	std    bool   // it is the standard library
	err    error  // its output is wrong, so there are no cells
	cells  []cell // one a size
}

// A cell is one figure.
type cell struct {
	bytes int     // of a message
	ns    float64 // per message, or per key
	ratio float64 // how many times as fast as the standard library
}

// megabytes returns the figure in 10⁶ bytes per second.
func (c cell) megabytes() float64 { return float64(c.bytes) / c.ns * 1e3 }

// A contestant is a kernel, or the standard library, in one table.
type contestant struct {
	row
	library modes.Library
	enter   func() (leave func())
}

// steps is how many steps of progress tables takes.
func (s *survey) steps() (n int) {
	for _, m := range s.modes {
		n += len(s.bits) * (len(s.contestants(m)) - 1 + len(s.sizesOf(m)))
	}
	return n
}

// tables makes the tables one by one.
func (s *survey) tables() iter.Seq[table] {
	return func(yield func(table) bool) {
		for _, m := range s.modes {
			for _, bits := range s.bits {
				if !yield(s.table(m, bits)) {
					return
				}
			}
		}
	}
}

// table checks the contestants of one mode, then times those that are right.
func (s *survey) table(m modes.Mode, bits int) table {
	t := table{mode: m, bits: bits, sizes: s.sizesOf(m)}
	key := key[:bits/8]
	all := s.contestants(m)
	for i := range all {
		if c := &all[i]; !c.std {
			s.progress.step("%s, AES-%d: checking %s", m.Name, bits, c.label)
			leave := c.enter()
			c.err = s.check(m, c.library, key)
			leave()
		}
	}
	for _, size := range t.sizes {
		s.progress.step("%s, AES-%d: timing %d bytes", m.Name, bits, size)
		s.time(all, m, key, size)
	}
	for _, c := range all {
		t.rows = append(t.rows, c.row)
	}
	return t
}

// check compares a library's output with the standard library's: on messages of
// every length up to some vectors' worth, on those that are timed, and on the
// whole file.
func (s *survey) check(m modes.Mode, l modes.Library, key []byte) error {
	const short = 300
	material := s.material(short)
	for n := range short {
		if err := modes.Check(m, l, key, material[:n]); err != nil {
			return err
		}
	}
	for _, n := range s.sizesOf(m) {
		if err := modes.Check(m, l, key, s.material(n)); err != nil {
			return err
		}
	}
	if len(s.file) > 0 {
		return modes.Check(m, l, key, s.file)
	}
	return nil
}

// time adds a cell to every contestant that has passed its check.
func (s *survey) time(all []contestant, m modes.Mode, key []byte, size int) {
	message := s.material(size)
	var runners []runner
	var of []*contestant
	for i := range all {
		c := &all[i]
		if c.err != nil {
			continue
		}
		leave := c.enter()
		runners = append(runners, runner{enter: c.enter, op: m.Prepare(c.library, key, message)})
		leave()
		of = append(of, c)
	}
	times := measure(runners, s.options.time, s.now)
	for i, c := range of {
		c.cells = append(c.cells, cell{bytes: size, ns: median(times[i]), ratio: medianRatio(times[0], times[i])})
	}
}

// contestants returns the standard library and the kernels. Where the hash does
// not matter, each cipher comes once.
func (s *survey) contestants(m modes.Mode) []contestant {
	out := []contestant{{
		row:     row{kernel: "std", label: s.machine.std.name(m.GCM), std: true},
		library: modes.Standard,
		enter:   func() func() { return func() {} },
	}}
	seen := map[kernel.Kernel]bool{}
	for _, k := range s.kernels {
		r := row{kernel: k.String(), label: k.String(), chosen: k == s.machine.chosen}
		which := k
		if !m.GCM {
			which.Hash = 0
			r.label, r.chosen = k.Cipher.String(), k.Cipher == s.machine.chosen.Cipher
		}
		if seen[which] {
			continue
		}
		seen[which] = true
		out = append(out, contestant{row: r, library: s.library, enter: func() func() { return force(k) }})
	}
	return out
}

// force makes new keys use k, which is known to run here.
func force(k kernel.Kernel) (undo func()) {
	undo, err := kernel.Force(k.Cipher, k.Hash)
	if err != nil {
		panic(err)
	}
	return undo
}

// sizesOf returns the sizes of message that a mode is timed with.
func (s *survey) sizesOf(m modes.Mode) []int {
	if m.KeySetUp {
		return []int{0}
	}
	return s.sizes
}

// material returns n bytes of message: the file's first, over and over if it is
// short, or else pseudo-random bytes.
func (s *survey) material(n int) []byte {
	out := make([]byte, n)
	if len(s.file) == 0 {
		rand.NewChaCha8(key).Read(out)
		return out
	}
	for done := 0; done < n; {
		done += copy(out[done:], s.file)
	}
	return out
}

// key is the key; smaller ones are its first bytes.
var key = [32]byte([]byte("0123456789abcdefFEDCBA9876543210"))
