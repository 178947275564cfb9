package main

import (
	"slices"
	"time"

	"vpaes.example/aes/internal/modes"
)

// Many short turns are better than a few long ones on a machine that has other
// things to do: most of them then see nothing of those. Both numbers are odd,
// for there to be a median.
const (
	maxRounds = 51
	minRounds = 5 // of messages that take longer than a turn should
)

// A runner is an operation to be timed. It is run between enter and the
// function that enter returns.
type runner struct {
	enter func() (leave func())
	op    modes.Operation
	n     int // how often it runs in a turn
}

// A clock returns the time; its zero does not matter.
type clock func() time.Duration

// systemClock is the monotonic clock.
func systemClock() clock {
	start := time.Now()
	return func() time.Duration { return time.Since(start) }
}

// measure times the runners in turns, so that what else the machine does hits
// all of them alike, for about the given time each. It returns each one's times
// in nanoseconds per run, one a round.
func measure(runners []runner, each time.Duration, now clock) [][]float64 {
	var round time.Duration // how long one takes
	for i := range runners {
		round += runners[i].calibrate(each/maxRounds, now)
	}
	rounds := int(each*time.Duration(len(runners))/max(round, 1)) | 1
	rounds = min(max(rounds, minRounds), maxRounds)
	times := make([][]float64, len(runners))
	for round := range rounds {
		for i := range runners {
			i = (i + round) % len(runners) // another one begins every time
			times[i] = append(times[i], float64(runners[i].time(now))/float64(runners[i].n))
		}
	}
	return times
}

// calibrate finds how often the operation runs in a turn, at least once, and
// returns how long that should take.
func (r *runner) calibrate(turn time.Duration, now clock) time.Duration {
	r.n = 1
	r.time(now) // the first run faults memory in
	for {
		took := max(r.time(now), 1)
		if took >= turn/4 {
			n := max(1, int(float64(r.n)*float64(turn)/float64(took)))
			took = time.Duration(float64(took) * float64(n) / float64(r.n))
			r.n = n
			return took
		}
		r.n *= 2
	}
}

// time runs one turn and returns how long it took.
func (r *runner) time(now clock) time.Duration {
	leave := r.enter()
	defer leave()
	run := r.op.Run
	start := now()
	for range r.n {
		run()
	}
	return now() - start
}

// median returns the middle value, or the mean of the two in the middle.
func median(values []float64) float64 {
	v := slices.Sorted(slices.Values(values))
	if len(v) == 0 {
		return 0
	}
	return (v[(len(v)-1)/2] + v[len(v)/2]) / 2
}

// medianRatio returns the median of a[i] ÷ b[i]: the two were measured next to
// each other, so it is steadier than the ratio of the medians.
func medianRatio(a, b []float64) float64 {
	ratios := make([]float64, len(a))
	for i := range a {
		ratios[i] = a[i] / b[i]
	}
	return median(ratios)
}
