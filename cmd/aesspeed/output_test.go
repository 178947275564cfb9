package main

import (
	"encoding/csv"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// Tables keep to their width, their columns stand below each other, and a row
// that is wrong has no figure.
func TestWriteText(t *testing.T) {
	for _, width := range []int{80, 100} {
		for _, table := range sampleTables([]int{16, 64, 256, 1350, 16384}) {
			var b strings.Builder
			if err := writeText(&b, table, width); err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(strings.TrimSpace(b.String()), "\n")
			if len(lines) != 2+len(table.rows) {
				t.Fatalf("%d lines", len(lines))
			}
			head := []rune(lines[1])
			end := strings.Index(string(head), " ×") // the column before
			for i, line := range lines {
				if n := utf8.RuneCountInString(line); n > width {
					t.Errorf("%d columns, not %d: %s", n, width, line)
				}
				switch {
				case i < 2:
				case table.rows[i-2].err != nil:
					if strings.ContainsAny(line, "█.") {
						t.Errorf("a figure in %q", line)
					}
				case !strings.HasPrefix(line[2:], table.rows[i-2].label):
					t.Errorf("no name in %q", line)
				case table.rows[i-2].chosen != strings.HasPrefix(line, "* "):
					t.Errorf("mark of %q", line)
				case !strings.HasPrefix(line[end:], " "):
					t.Errorf("columns do not match: %q", line)
				}
			}
		}
	}
}

func TestBar(t *testing.T) {
	for _, c := range []struct {
		part float64
		want string
	}{{0, "▏"}, {0.5, "██"}, {1, "████"}, {2, "████"}, {0.55, "██▎"}} {
		if got := bar(c.part, 4); got != c.want {
			t.Errorf("%v: %q, want %q", c.part, got, c.want)
		}
	}
}

func TestWriteCSV(t *testing.T) {
	var b strings.Builder
	if err := writeCSVHead(&b); err != nil {
		t.Fatal(err)
	}
	want := 1
	for _, table := range sampleTables([]int{16, 1350}) {
		if err := writeCSV(&b, sampleMachine, table); err != nil {
			t.Fatal(err)
		}
		for _, r := range table.rows {
			want += len(r.cells)
		}
	}
	records, err := csv.NewReader(strings.NewReader(b.String())).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(records) != want {
		t.Errorf("%d records, want %d", len(records), want)
	}
	for _, r := range records[1:] {
		field := map[string]string{}
		for i, name := range records[0] {
			field[name] = r[i]
		}
		if field["cpu"] != sampleMachine.cpu {
			t.Errorf("CPU %q", field["cpu"])
		}
		ns, err := strconv.ParseFloat(field["ns"], 64)
		if err != nil || ns <= 0 {
			t.Errorf("ns %q", field["ns"])
		}
		if setUp := strings.HasPrefix(field["mode"], "new-"); setUp != (field["mb_per_s"] == "") || setUp != (field["bytes"] == "0") {
			t.Errorf("%v", r)
		}
		if (field["mode"] == "cbc-enc") && field["kernel"] == "aesni+pclmul" {
			t.Errorf("a figure for what is wrong: %v", r)
		}
	}
}
