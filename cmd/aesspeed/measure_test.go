package main

import (
	"testing"
	"time"

	"vpaes.example/aes/internal/modes"
)

func TestMedian(t *testing.T) {
	for _, c := range []struct {
		values []float64
		want   float64
	}{
		{nil, 0},
		{[]float64{3}, 3},
		{[]float64{9, 1, 2}, 2},
		{[]float64{4, 1, 100, 2}, 3},
	} {
		if got := median(c.values); got != c.want {
			t.Errorf("%v: %v, want %v", c.values, got, c.want)
		}
	}
	// Two rounds in three were slow for both: the ratio does not show it.
	if got := medianRatio([]float64{10, 50, 30}, []float64{5, 25, 15}); got != 2 {
		t.Errorf("ratio %v", got)
	}
}

// On a clock that only the operations move, measure finds how long they take,
// though every third turn is disturbed, and it enters and leaves each turn.
func TestMeasure(t *testing.T) {
	var now time.Duration
	inside, turns := -1, 0
	runnerOf := func(i int, cost time.Duration) runner {
		return runner{
			enter: func() func() {
				if inside != -1 {
					t.Errorf("%d enters while %d is inside", i, inside)
				}
				inside = i
				turns++
				disturbed := turns%3 == 0
				return func() {
					inside = -1
					if disturbed {
						now += time.Hour // not within the turn
					}
				}
			},
			op: modes.Operation{Run: func() {
				if inside != i {
					t.Errorf("%d runs while %d is inside", i, inside)
				}
				now += cost
				if turns%3 == 0 {
					now += cost
				}
			}},
		}
	}
	clock := func() time.Duration { return now }
	runners := []runner{runnerOf(0, 100*time.Nanosecond), runnerOf(1, 7*time.Microsecond)}
	times := measure(runners, 50*time.Millisecond, clock)
	for i, want := range []float64{100, 7000} {
		if median(times[i]) != want {
			t.Errorf("%d: %v ns, want %v", i, median(times[i]), want)
		}
		if len(times[i]) < maxRounds/2 || runners[i].n < 2 {
			t.Errorf("%d: %d rounds of %d runs", i, len(times[i]), runners[i].n)
		}
	}
	runners = []runner{runnerOf(0, 40*time.Millisecond)}
	times = measure(runners, 50*time.Millisecond, clock)
	if len(times[0]) != minRounds || median(times[0]) != 4e7 || runners[0].n != 1 {
		t.Errorf("slow: %v of %d runs", times, runners[0].n)
	}
}
