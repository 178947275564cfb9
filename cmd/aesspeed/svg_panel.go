package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
)

// panel draws one table with its upper left corner at x, y: lines if there are
// several sizes, else bars.
func (c *chart) panel(t table, x, y float64) {
	c.text(x, y+14, `font-weight="bold"`, fmt.Sprintf("%s, AES-%d", t.mode.Title, t.bits))
	c.text(x, y+30, `fill="#555555" font-size="11"`, panelCaption(t))
	var rows []row // those with figures
	for _, r := range t.rows {
		if r.err == nil {
			rows = append(rows, r)
		}
	}
	if len(t.sizes) > 1 {
		c.lines(t, rows, plot{x + 44, y + 40, panelWidth - 44 - 52, panelHeight - 40 - 20})
	} else {
		c.bars(t, rows, plot{x, y + 40, panelWidth, panelHeight - 40})
	}
}

func panelCaption(t table) string {
	caption := t.mode.Name + ", MB/s"
	switch {
	case t.mode.KeySetUp:
		caption = t.mode.Name + ", ns a key: the shorter the better"
	case len(t.sizes) == 1:
		caption += " with messages of " + count(t.sizes[0], "byte")
	}
	for _, r := range t.rows {
		if r.err != nil {
			caption += "; wrong, hence not shown: " + r.label
		}
	}
	return caption
}

// A plot is the rectangle that a panel's figures are drawn in.
type plot struct{ x, y, width, height float64 }

// A logScale maps numbers to a range of pixels, evenly by their logarithms.
type logScale struct{ low, high, from, to float64 }

func (s logScale) at(v float64) float64 {
	return s.from + (s.to-s.from)*math.Log(v/s.low)/math.Log(s.high/s.low)
}

// lines draws MB/s by size, with the last figure written beside each line.
func (c *chart) lines(t table, rows []row, p plot) {
	low, high := math.Inf(1), 0.0
	for _, r := range rows {
		for _, cell := range r.cells {
			low, high = min(low, cell.megabytes()), max(high, cell.megabytes())
		}
	}
	ticks := logTicks(low, high)
	across := logScale{float64(t.sizes[0]), float64(t.sizes[len(t.sizes)-1]), p.x + 8, p.x + p.width}
	up := logScale{ticks[0], ticks[len(ticks)-1], p.y + p.height, p.y}

	for _, v := range ticks {
		y := up.at(v)
		c.printf(`<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="#dddddd"/>`, p.x, y, p.x+p.width, y)
		c.text(p.x-6, y+4, `text-anchor="end" font-size="10"`, strconv.FormatFloat(v, 'f', -1, 64))
	}
	free := 0.0 // where there is room for the next size
	for _, size := range t.sizes {
		label := strconv.Itoa(size)
		x, half := across.at(float64(size)), 3.3*float64(len(label))
		c.printf(`<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="#eeeeee"/>`, x, p.y, x, p.y+p.height)
		if x-half >= free {
			c.text(x, p.y+p.height+15, `text-anchor="middle" font-size="10"`, label)
			free = x + half + 4
		}
	}
	var ends []float64
	for _, r := range slices.Backward(rows) { // the best on top
		var points [][2]float64
		for _, cell := range r.cells {
			points = append(points, [2]float64{across.at(float64(cell.bytes)), up.at(cell.megabytes())})
		}
		c.line(r.kernel, points)
		ends = append(ends, points[len(points)-1][1])
	}
	slices.Reverse(ends)
	for i, y := range spread(ends, 11) {
		r := rows[i]
		c.text(p.x+p.width+8, y+4, `font-size="10" fill="`+c.colour[r.kernel]+`"`, figure(r.bar(t)))
	}
}

// logTicks returns round numbers, 1, 2 and 5 times powers of ten, from the last
// one below low to the first one above high.
func logTicks(low, high float64) (out []float64) {
	steps := []float64{1, 2, 5}
	for i := 3 * int(math.Floor(math.Log10(low))); ; i++ {
		v := steps[((i%3)+3)%3] * math.Pow10(int(math.Floor(float64(i)/3)))
		if v <= low {
			out = []float64{v}
			continue
		}
		out = append(out, v)
		if v >= high {
			return out
		}
	}
}

// spread moves places apart, until there is a gap between any two, and keeps
// their order.
func spread(places []float64, gap float64) []float64 {
	out := slices.Clone(places)
	order := make([]int, len(out))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(out[a], out[b]) })
	for range 100 {
		for i := 1; i < len(order); i++ {
			a, b := &out[order[i-1]], &out[order[i]]
			if near := gap - (*b - *a); near > 0 {
				*a -= near / 2
				*b += near / 2
			}
		}
	}
	return out
}

// bars draws one bar a row, with its name and its figure.
func (c *chart) bars(t table, rows []row, p plot) {
	name, longest := 0.0, 0.0
	for _, r := range rows {
		name, longest = max(name, 6.6*float64(len(r.label))), max(longest, r.bar(t))
	}
	const figureRoom = 56
	step := min(p.height/float64(len(rows)), 26)
	for i, r := range rows {
		y := p.y + float64(i)*step
		width := (p.width - name - 8 - figureRoom) * r.bar(t) / longest
		c.text(p.x+name, y+step/2+4, `text-anchor="end" font-size="11"`, r.label)
		c.printf(`<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="%s"/>`, p.x+name+8, y+2, max(width, 1), step-4, c.colour[r.kernel])
		c.text(p.x+name+8+width+6, y+step/2+4, `font-size="11"`, figure(r.bar(t)))
	}
}
