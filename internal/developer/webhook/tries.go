package webhook

import (
	"math/rand/v2"
	"time"
)

// pauses are the times between the tries of a delivery (Standard Webhooks 1.0): ten tries in about 75 hours.
var pauses = []time.Duration{
	5 * time.Second, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 5 * time.Hour, 10 * time.Hour, 14 * time.Hour, 20 * time.Hour, 24 * time.Hour,
}

// MaxTries is how often a delivery is tried.
const MaxTries = 10

const (
	// tenth is the part of a pause that is added or taken off by chance at most.
	tenth = 10
	// mostRetryAfter bounds the wait that a receiver may ask for.
	mostRetryAfter = 24 * time.Hour
)

// pauseAfter is the time between a try and the next one, by the number of tries so far, from 1. ok is false after the last. A receiver may ask
// for a longer one.
func pauseAfter(tries int, asked time.Duration) (wait time.Duration, ok bool) {
	if tries < 1 || tries > len(pauses) {
		return 0, false
	}

	wait = pauses[tries-1]
	wait += rand.N(2*wait/tenth) - wait/tenth

	return max(wait, min(asked, mostRetryAfter)), true
}
