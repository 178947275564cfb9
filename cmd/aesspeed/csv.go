package main

import (
	"encoding/csv"
	"io"
	"strconv"
)

var csvColumns = []string{"cpu", "system", "mode", "bits", "kernel", "chosen", "bytes", "mb_per_s", "ns", "times_std"}

// writeCSVHead prints the names of the columns.
func writeCSVHead(w io.Writer) error { return writeRecords(w, [][]string{csvColumns}) }

// writeCSV prints a line for every figure. Where keys are set up, bytes is 0 and
// there are no MB/s.
func writeCSV(w io.Writer, m machine, t table) error {
	number := func(x float64) string { return strconv.FormatFloat(x, 'f', 3, 64) }
	var records [][]string
	for _, r := range t.rows {
		name := r.kernel
		if r.std {
			name = r.label // it tells whether those are tables
		}
		for _, c := range r.cells {
			speed := ""
			if !t.mode.KeySetUp {
				speed = number(c.megabytes())
			}
			records = append(records, []string{
				m.cpu, m.platform, t.mode.Name, strconv.Itoa(t.bits), name, strconv.FormatBool(r.chosen),
				strconv.Itoa(c.bytes), speed, number(c.ns), number(c.ratio),
			})
		}
	}
	return writeRecords(w, records)
}

func writeRecords(w io.Writer, records [][]string) error {
	c := csv.NewWriter(w)
	if err := c.WriteAll(records); err != nil {
		return err
	}
	return c.Error()
}
