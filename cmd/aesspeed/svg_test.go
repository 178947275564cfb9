package main

import (
	"encoding/xml"
	"errors"
	"io"
	"math"
	"slices"
	"strings"
	"testing"
)

// The chart is well-formed XML, shows what it should, and leaves out what is wrong.
func TestSVG(t *testing.T) {
	for _, sizes := range [][]int{{16, 64, 256, 1350, 16384}, {1350}, {16, 17}} {
		tables := sampleTables(sizes)
		drawing := drawSVG(sampleMachine, tables)
		var text []string
		d := xml.NewDecoder(strings.NewReader(drawing))
		for {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			switch token := token.(type) {
			case xml.CharData:
				text = append(text, string(token))
			case xml.StartElement:
				for _, a := range token.Attr {
					if strings.Contains(a.Value, "NaN") || strings.Contains(a.Value, "Inf") {
						t.Errorf("%s has %s=%q", token.Name.Local, a.Name.Local, a.Value)
					}
				}
			}
		}
		all := strings.Join(text, "\n")
		for _, want := range []string{sampleMachine.cpu, "generic+generic *", "wrong, hence not shown: aesni+pclmul"} {
			if !strings.Contains(all, want) {
				t.Errorf("sizes %v: no text %q", sizes, want)
			}
		}
		for _, table := range tables {
			if !strings.Contains(all, table.mode.Title+", AES-128") {
				t.Errorf("sizes %v: no panel for %s", sizes, table.mode.Name)
			}
		}
	}
}

// A chart of which every row is wrong is a chart still.
func TestSVGWithoutFigures(t *testing.T) {
	tables := sampleTables([]int{16, 64})[:1]
	tables[0].rows = tables[0].rows[:1]
	if err := xml.Unmarshal([]byte(drawSVG(sampleMachine, tables)), new(struct{})); err != nil {
		t.Error(err)
	}
	if err := xml.Unmarshal([]byte(drawSVG(sampleMachine, nil)), new(struct{})); err != nil {
		t.Error(err)
	}
}

func TestLogTicks(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		want      []float64
	}{
		{30, 900, []float64{20, 50, 100, 200, 500, 1000}},
		{100, 100, []float64{100, 200}},
		{0.3, 2, []float64{0.2, 0.5, 1, 2}},
	} {
		got := logTicks(c.low, c.high)
		same := func(a, b float64) bool { return math.Abs(a-b) < 1e-9 }
		if !slices.EqualFunc(got, c.want, same) {
			t.Errorf("%v to %v: %v, want %v", c.low, c.high, got, c.want)
		}
	}
}

func TestSpread(t *testing.T) {
	got := spread([]float64{100, 101, 50, 102}, 11)
	slices.Sort(got)
	for i := 1; i < len(got); i++ {
		if got[i]-got[i-1] < 10.9 {
			t.Errorf("%v", got)
		}
	}
	if got[0] != 50 {
		t.Errorf("one that had room was moved: %v", got)
	}
}
