package main

import (
	"fmt"
	"html"
	"strings"
)

// The measures of the chart, in pixels.
const (
	chartWidth    = 1000
	chartMargin   = 24
	legendTop     = 84
	legendHeight  = 20 // of one row
	legendColumns = 4
	panelGap      = 28
	panelWidth    = (chartWidth - 2*chartMargin - panelGap) / 2
	panelHeight   = 250
)

// The colours of the standard library and of the kernels: hues that the
// colour-blind can tell apart, then darker ones.
const stdColour = "#555555"

var colours = []string{
	"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7b4fa3",
	"#004a75", "#8a3d00", "#00684c", "#8f3f6c",
}

// A chart is a drawing in the making.
type chart struct {
	strings.Builder
	colour map[string]string // of a kernel
}

// drawSVG draws the tables, one panel each.
func drawSVG(m machine, tables []table) string {
	c := &chart{colour: map[string]string{"std": stdColour}}
	var kernels []string
	for _, t := range tables {
		for _, r := range t.rows {
			if c.colour[r.kernel] == "" {
				c.colour[r.kernel] = colours[len(kernels)%len(colours)]
				kernels = append(kernels, r.kernel)
			}
		}
	}
	// The standard library has a row of the legend to itself.
	legendRows := 1 + (len(kernels)+legendColumns-1)/legendColumns
	panelTop := legendTop + legendRows*legendHeight + 8
	panelRows := (len(tables) + 1) / 2
	height := panelTop + panelRows*(panelHeight+panelGap) + chartMargin

	c.printf(`<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" font-family="DejaVu Sans, Verdana, Helvetica, Arial, sans-serif" font-size="12" fill="#222222">`,
		chartWidth, height, chartWidth, height)
	c.printf(`<title>AES on %s</title>`, html.EscapeString(m.cpu))
	c.printf(`<rect width="%d" height="%d" fill="#ffffff"/>`, chartWidth, height)
	c.text(chartMargin, 36, `font-size="19" font-weight="bold"`, "AES on "+m.cpu)
	c.text(chartMargin, 58, `fill="#555555"`, m.platform+". Lines show MB/s by size of message in bytes, both on logarithmic scales.")

	c.legend(chartMargin, legendTop, "std", "std: "+m.std.String(), "")
	for i, k := range kernels {
		x := chartMargin + i%legendColumns*(chartWidth-2*chartMargin)/legendColumns
		weight := ""
		if k == m.chosen.String() {
			weight, k = `font-weight="bold"`, k+" *"
		}
		c.legend(x, legendTop+(1+i/legendColumns)*legendHeight, kernels[i], k, weight)
	}
	for i, t := range tables {
		x := chartMargin + i%2*(panelWidth+panelGap)
		y := panelTop + i/2*(panelHeight+panelGap)
		c.panel(t, float64(x), float64(y))
	}
	c.text(chartMargin, float64(height-12), `fill="#555555" font-size="11"`, "* is what this machine gets. MB/s are 10⁶ bytes per second.")
	c.printf("</svg>")
	return c.String()
}

func (c *chart) printf(format string, args ...any) { fmt.Fprintf(c, format+"\n", args...) }

// text writes s; attributes are those of the element.
func (c *chart) text(x, y float64, attributes, s string) {
	c.printf(`<text x="%.1f" y="%.1f" %s>%s</text>`, x, y, attributes, html.EscapeString(s))
}

// legend explains the colour of a kernel.
func (c *chart) legend(x, y int, kernel, label, attributes string) {
	c.line(kernel, [][2]float64{{float64(x), float64(y) - 4}, {float64(x) + 24, float64(y) - 4}})
	c.text(float64(x)+31, float64(y), attributes, label)
}

// line draws a kernel's line; the standard library's is dashed.
func (c *chart) line(kernel string, points [][2]float64) {
	dash, path := "", ""
	if kernel == "std" {
		dash = ` stroke-dasharray="6 3"`
	}
	for _, p := range points {
		path += fmt.Sprintf("%.1f,%.1f ", p[0], p[1])
	}
	c.printf(`<polyline points="%s" fill="none" stroke="%s" stroke-width="2"%s/>`, strings.TrimSpace(path), c.colour[kernel], dash)
	for _, p := range points {
		c.printf(`<circle cx="%.1f" cy="%.1f" r="2.6" fill="%s"/>`, p[0], p[1], c.colour[kernel])
	}
}
