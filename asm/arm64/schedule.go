package arm64

// The machine that Block schedules for is the Cortex-A53 as LLVM describes
// it: two instructions a cycle in order, one of them a 128-bit vector
// operation whose result can be used six cycles later, one a load or store.
// Cores that reorder by themselves do not mind the order.
const (
	issueWidth    = 2
	vectorLatency = 6
)

// Block puts the instructions that body emits into an order with few stalls.
// A loop's body is given as loop: its first instructions then wait for the
// last ones of the turn before.
func (f *Func) Block(loop bool, body func()) {
	f.holding = true
	body()
	f.holding = false
	insts := f.held
	f.held = nil
	order, ready := schedule(insts, [64]int{})
	if loop {
		order, _ = schedule(insts, ready)
	}
	f.body = append(f.body, order...)
}

// schedule is list scheduling: in every cycle, of the instructions whose
// operands are there, the one with the longest way to the end goes first. at
// says when each register is ready at the start; the times returned say so
// for the end, counted from there.
func schedule(insts []inst, at [64]int) ([]inst, [64]int) {
	n := len(insts)
	// after[b][a] is how many cycles b has to start after a: the latency if it
	// needs a's result, 0 if it must only not pass it.
	after := make([]map[int]int, n)
	for b := range insts {
		after[b] = map[int]int{}
		for a := range b {
			x, y := insts[a], insts[b]
			switch {
			case x.writes&y.reads&x.reads != 0 && x.writes&y.reads&^x.reads == 0 && x.kind.unit() == load:
				after[b][a] = 1 // a pointer that x stepped
			case x.writes&y.reads != 0:
				after[b][a] = x.latency
			case x.reads&y.writes != 0, x.writes&y.writes != 0,
				x.kind == store && (y.kind == load || y.kind == store),
				x.kind == load && y.kind == store:
				after[b][a] = 0
			}
		}
	}
	way := make([]int, n)
	for a := n - 1; a >= 0; a-- {
		way[a] = insts[a].latency
		for b := a + 1; b < n; b++ {
			if wait, ok := after[b][a]; ok {
				way[a] = max(way[a], wait+way[b])
			}
		}
	}

	start := make([]int, n) // cycle of issue, -1 before that
	for i := range start {
		start[i] = -1
	}
	earliest := func(b int) int { // -1: some predecessor was not issued
		t := 0
		for r := range at {
			if insts[b].reads>>r&1 != 0 {
				t = max(t, at[r])
			}
		}
		for a, wait := range after[b] {
			if start[a] < 0 {
				return -1
			}
			t = max(t, start[a]+wait)
		}
		return t
	}
	var order []inst
	var free [flow]int // when each unit is free again
	var finish [64]int
	cycle, issued := 0, 0
	for len(order) < n {
		best := -1
		for b := range insts {
			if start[b] >= 0 {
				continue
			}
			t := earliest(b)
			if t < 0 || t > cycle || insts[b].kind != integer && free[insts[b].kind.unit()] > cycle {
				continue
			}
			if best < 0 || way[b] > way[best] {
				best = b
			}
		}
		if best < 0 || issued == issueWidth {
			cycle, issued = cycle+1, 0
			continue
		}
		i := insts[best]
		start[best] = cycle
		issued++
		free[i.kind.unit()] = cycle + i.busy
		for r := range finish {
			if i.writes>>r&1 != 0 {
				finish[r] = cycle + i.latency
			}
		}
		order = append(order, i)
	}
	for r := range finish {
		finish[r] = max(0, finish[r]-cycle-1)
	}
	return order, finish
}

// unit is the kind whose unit executes k: loads and stores share one.
func (k kind) unit() kind {
	if k == store {
		return load
	}
	return k
}
