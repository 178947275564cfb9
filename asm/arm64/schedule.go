package arm64

import "math/rand/v2"

// Block orders instructions for two in-order machines, the Cortex-A53 and the
// Cortex-A55 as LLVM describes them. Both start two instructions a cycle in
// order, one of them a 128-bit vector operation, one a load or store. None may
// finish before one that was issued earlier, so instructions of equal latency go
// best in groups. Cores that reorder by themselves do not mind the order.
type machine struct {
	latency [classes]int // cycles until the result can be used
}

// class is a kind of instruction that has a latency of its own.
type class int

const (
	logic class = iota // vector operations
	shift
	permute
	multiply
	transfer // between vector and general registers
	loading  // one vector register; each further one takes a cycle more
	counting // integers and stores
	classes
)

var (
	a53 = machine{[classes]int{logic: 6, shift: 6, permute: 6, multiply: 6, transfer: 6, loading: 4, counting: 3}}
	a55 = machine{[classes]int{logic: 1, shift: 2, permute: 4, multiply: 3, transfer: 3, loading: 3, counting: 3}}
)

const issueWidth = 2

// tries is how many orders Block compares.
const tries = 1000

// Block puts the instructions that body emits into an order with few stalls.
// A loop's body is given as loop: its first instructions then wait for the
// last ones of the turn before.
func (f *Func) Block(loop bool, body func()) {
	f.holding = true
	body()
	f.holding = false
	f.body = append(f.body, arrange(f.held, loop)...)
	f.held = nil
}

// arrange compares the order that list scheduling gives with those that it
// gives after small random changes of the priorities. The random numbers are
// always the same ones.
func arrange(insts []inst, loop bool) []inst {
	random := rand.New(rand.NewPCG(1, 2))
	g := a53.dependences(insts)
	var best []inst
	least := 0
	var ready [64]int
	for try := range tries {
		p := preference{noise: make([]int, len(insts))}
		if try > 1 {
			p.group = random.IntN(20)
			most := 1 + random.IntN(16)
			for i := range p.noise {
				p.noise[i] = random.IntN(most)
			}
		}
		order, finish := g.schedule(ready, p)
		c := 2*a53.cycles(order, loop) + a55.cycles(order, loop)
		if best == nil || c < least {
			best, least = order, c
			if loop {
				ready = finish
			}
		}
	}
	return best
}

// A graph says which instructions wait for which.
type graph struct {
	machine
	insts  []inst
	before [][]edge // of each instruction: those that it waits for
	way    []int    // from each instruction to the end, in cycles
}

// edge is an instruction and how many cycles to start after it: its latency if
// its result is needed, 0 if it must only not be passed.
type edge struct{ from, wait int }

func (m machine) dependences(insts []inst) *graph {
	n := len(insts)
	g := &graph{m, insts, make([][]edge, n), make([]int, n)}
	for b, y := range insts {
		for a, x := range insts[:b] {
			if wait := m.wait(x, y); wait >= 0 {
				g.before[b] = append(g.before[b], edge{a, wait})
			}
		}
	}
	for b := n - 1; b >= 0; b-- {
		g.way[b] = max(g.way[b], m.ready(insts[b]))
		for _, e := range g.before[b] {
			g.way[e.from] = max(g.way[e.from], e.wait+g.way[b])
		}
	}
	return g
}

// wait is how many cycles after x a later y can start, -1 if they have nothing
// to do with each other.
func (m machine) wait(x, y inst) int {
	needed := x.writes & y.reads
	switch {
	case needed != 0 && x.steps() && needed&^x.reads == 0:
		return 1 // a pointer that x stepped
	case needed != 0:
		return m.ready(x)
	case x.reads&y.writes != 0, x.writes&y.writes != 0,
		x.kind == store && y.memory(), x.memory() && y.kind == store:
		return 0
	}
	return -1
}

// ready is how many cycles after its issue i's result can be used, and retires
// after how many it is finished.
func (m machine) ready(i inst) int {
	switch {
	case i.kind == integer:
		return 1
	case i.kind == load:
		return m.latency[loading] + i.busy - 1
	}
	return m.latency[i.class]
}

func (m machine) retires(i inst) int {
	switch {
	case i.steps():
		return 0 // the pointer
	case i.kind == load:
		return m.ready(i)
	}
	return m.latency[i.class]
}

// A preference changes the order in which list scheduling takes instructions:
// noise is added to each one's priority, group to those of the class before.
type preference struct {
	noise []int
	group int
}

// schedule is list scheduling: in every cycle, of the instructions whose
// operands are there, the one with the highest priority goes first: the longest
// way to the end, as changed by p. ready says when each register is there at the
// start; the times returned say so for the end.
func (g *graph) schedule(ready [64]int, p preference) (order []inst, finish [64]int) {
	n := len(g.insts)
	start := make([]int, n) // cycle of issue, -1 before that
	for b := range start {
		start[b] = -1
	}
	earliest := func(b int) int { // -1: some predecessor was not issued
		t := 0
		for r := range ready {
			if g.insts[b].reads>>r&1 != 0 {
				t = max(t, ready[r])
			}
		}
		for _, e := range g.before[b] {
			if start[e.from] < 0 {
				return -1
			}
			t = max(t, start[e.from]+e.wait)
		}
		return t
	}
	var free [flow]int // when each unit is free again
	cycle, issued, last := 0, 0, 0
	previous := logic
	for len(order) < n {
		best, highest := -1, 0
		if issued < issueWidth {
			for b, i := range g.insts {
				if start[b] >= 0 || cycle+g.retires(i) < last || i.kind != integer && free[i.kind.unit()] > cycle {
					continue
				}
				priority := g.way[b] + p.noise[b]
				if i.class == previous {
					priority += p.group
				}
				if best >= 0 && priority <= highest {
					continue
				}
				if t := earliest(b); t >= 0 && t <= cycle {
					best, highest = b, priority
				}
			}
		}
		if best < 0 {
			cycle, issued = cycle+1, 0
			continue
		}
		i := g.insts[best]
		start[best] = cycle
		last = cycle + g.retires(i)
		previous = i.class
		issued += i.slots()
		free[i.kind.unit()] = cycle + i.busy
		for r := range finish {
			if i.writes>>r&1 != 0 {
				finish[r] = cycle + g.ready(i)
			}
		}
		order = append(order, i)
	}
	for r := range finish {
		finish[r] = max(0, finish[r]-cycle-1)
	}
	return order, finish
}

// cycles is how long the machine takes for the instructions in their order,
// for the third turn if they are a loop's body.
func (m machine) cycles(order []inst, loop bool) int {
	var ready [64]int // when each register is there
	var free [flow]int
	turns := 1
	if loop {
		turns = 3
	}
	cycle, issued, last, begin := 0, 0, 0, 0
	for range turns {
		begin = cycle
		for _, i := range order {
			t := max(cycle, last-m.retires(i))
			if issued >= issueWidth {
				t = max(t, cycle+1)
			}
			for r := range ready {
				if i.reads>>r&1 != 0 {
					t = max(t, ready[r])
				}
			}
			if i.kind != integer {
				t = max(t, free[i.kind.unit()])
			}
			if t > cycle {
				cycle, issued = t, 0
			}
			last = cycle + m.retires(i)
			issued += i.slots()
			free[i.kind.unit()] = cycle + i.busy
			for r := range ready {
				if i.writes>>r&1 == 0 {
					continue
				}
				ready[r] = cycle + m.ready(i)
				if i.steps() && i.reads>>r&1 != 0 {
					ready[r] = cycle + 1
				}
			}
		}
	}
	if loop {
		return cycle - begin
	}
	return last
}

// memory tells loads and stores, steps those that step their pointer.
func (i inst) memory() bool { return i.kind == load || i.kind == store }
func (i inst) steps() bool  { return i.memory() && i.writes&i.reads != 0 }

// slots is how many of a cycle's instructions i counts for.
func (i inst) slots() int {
	if i.steps() {
		return 2
	}
	return 1
}

// unit is the kind whose unit executes k: loads and stores share one.
func (k kind) unit() kind {
	if k == store {
		return load
	}
	return k
}
