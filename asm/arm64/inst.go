package arm64

import (
	"fmt"
	"strings"
)

// V is a vector register and R a general register.
type (
	V uint8
	R uint8
)

func (v V) String() string { return fmt.Sprintf("V%d", uint8(v)) }
func (r R) String() string { return fmt.Sprintf("R%d", uint8(r)) }

// A set holds registers: bit n for V n, bit 32+n for R n.
type set uint64

func (v V) set() set { return 1 << v }
func (r R) set() set { return 1 << (32 + r) }

func sets(vs ...V) (s set) {
	for _, v := range vs {
		s |= v.set()
	}
	return s
}

// kind is the unit that executes an instruction.
type kind int

const (
	integer kind = iota
	vector
	load
	store
	flow // labels and branches: not reordered
)

// inst is one line of assembly.
type inst struct {
	text    string // Go's spelling
	arm     string // Arm's, for vector instructions
	comment string
	kind    kind
	class   class
	busy    int // cycles of its unit
	reads   set
	writes  set
}

// Func is one assembly function.
type Func struct {
	name, args string // args as in NOSPLIT, $frame-args
	frame      int
	doc        string
	needs      string // more than NEON
	body       []inst
	holding    bool // inside Block
	held       []inst
}

func (f *Func) emit(i inst) {
	if f.holding {
		if i.kind == flow {
			panic("arm64: branch or label inside a block: " + i.text)
		}
		f.held = append(f.held, i)
		return
	}
	f.body = append(f.body, i)
}

// vec adds a vector instruction: go and arm are its mnemonics, from and to the
// arrangements of sources and destination. Sources come in Arm's order, and
// pre is an immediate in front of Go's operands and at the end of Arm's.
func (f *Func) vec(goName, armName, from, to string, pre string, d V, comment string, sources ...V) {
	i := inst{kind: vector, class: classOf[armName], busy: 1, comment: comment, writes: d.set(), reads: sets(sources...)}
	var goOps []string
	armOps := []string{armReg(d, to)}
	if pre != "" {
		goOps = append(goOps, "$"+pre)
	}
	for n := range sources {
		goOps = append(goOps, sources[len(sources)-1-n].String()+"."+from)
		armOps = append(armOps, armReg(sources[n], from))
	}
	if pre != "" {
		armOps = append(armOps, "#"+pre)
	}
	goOps = append(goOps, d.String()+"."+to)
	i.text = goName + " " + strings.Join(goOps, ", ")
	i.arm = armName + " " + strings.Join(armOps, ", ")
	f.emit(i)
}

// armReg spells a register with Arm's arrangement: B16 is .16b there.
func armReg(v V, arrangement string) string {
	return fmt.Sprintf("v%d.%s%s", uint8(v), arrangement[1:], strings.ToLower(arrangement[:1]))
}

// classOf names the class of the vector operations; those not here are logic.
var classOf = map[string]class{
	"ushr": shift, "shl": shift,
	"ext": permute, "rev64": permute, "trn1": permute, "trn2": permute, "tbl": permute,
	"zip1": permute, "zip2": permute, "add": shift,
	"pmull": multiply, "pmull2": multiply,
}
