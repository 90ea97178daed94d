// Package sandbox is the supplier of sandboxes. It is part of the program and sends nothing anywhere: the last four digits of a destination
// decide what becomes of an order.
package sandbox

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"loket/internal/supplier"
)

// act is what becomes of an order.
type act int

const (
	succeed act = iota
	refuse      // at the inquiry or the purchase
	fail        // after it was accepted
	wait        // pending, then delivered
	never       // pending for ever
	reverse     // delivered, and taken back
)

// Effect is what a rule changes of the calls and events themselves.
type Effect int

// The effects.
const (
	None        Effect = iota
	PushTwice          // each event of the order is pushed twice
	PushFirst          // the order ends, and its event is pushed, before the call that places it is answered
	AnswerError        // the call that places the order answers 500 although the order was accepted
)

// Kind names what becomes of an order, for programs and screens.
type Kind string

// The kinds.
const (
	Succeeds     Kind = "success"
	Refused      Kind = "refused"       // at the inquiry or the purchase
	FailsLater   Kind = "fails_later"   // pending at first
	Waits        Kind = "success_later" // pending at first
	Never        Kind = "never"         // pending until somebody ends it
	Reverses     Kind = "reversed"
	PushesTwice  Kind = "pushed_twice"
	PushesFirst  Kind = "pushed_first"
	AnswersError Kind = "answer_error"
)

// Kinds are all kinds.
func Kinds() []Kind {
	return []Kind{Succeeds, Refused, FailsLater, Waits, Never, Reverses, PushesTwice, PushesFirst, AnswersError}
}

// Rule says what becomes of orders for some destinations.
type Rule struct {
	First, Last int    // the last four digits of the destination, as numbers
	Does        string // for the documentation
	Effect      Effect

	act    act
	reason supplier.Reason
}

const (
	// WaitUnit is how long an order for 2001 is pending, and the step for the numbers that follow.
	WaitUnit = 5 * time.Second
	// ReverseAfter is how long after its success an order for 4000 is reversed.
	ReverseAfter = 5 * time.Second
	// failAfter is how long an order that fails after it was accepted is pending.
	failAfter = 2 * time.Second

	refused  = 0
	accepted = 1000
	waiting  = 2000
	longest  = 59
)

// reasons are the reasons of failures by their numbers, from 1. Append only: programs of clients test with them.
func reasons() []supplier.Reason {
	return []supplier.Reason{
		supplier.ReasonFailed, supplier.ReasonNumberWrong, supplier.ReasonNumberBlocked, supplier.ReasonOtherOperator, supplier.ReasonOtherRegion,
		supplier.ReasonOtherPackage, supplier.ReasonPowerLimit, supplier.ReasonTooOften, supplier.ReasonNoBill, supplier.ReasonAmount,
		supplier.ReasonNotThousands, supplier.ReasonUnavailable, supplier.ReasonClosed, supplier.ReasonTimeout,
	}
}

// Rules are all rules, in the order of their numbers. Destinations without one succeed at once.
func Rules() []Rule {
	list := []Rule{{First: 0, Last: 0, Does: "success at once"}}

	for i, r := range reasons() {
		n := refused + i + 1
		list = append(list, Rule{First: n, Last: n, act: refuse, reason: r, Does: "refused: " + text(r)})
	}

	for i, r := range reasons() {
		n := accepted + i + 1
		list = append(list, Rule{First: n, Last: n, act: fail, reason: r, Does: "pending, then failed and refunded: " + text(r)})
	}

	return append(list,
		Rule{First: waiting, Last: waiting + longest, act: wait, Does: "pending for 5 s times the last two digits, then success"},
		Rule{First: 3000, Last: 3000, act: never, Does: "pending until you end it"},
		Rule{First: 4000, Last: 4000, act: reverse, Does: "success, reversed after 5 s: failed and refunded"},
		Rule{First: 5000, Last: 5000, Effect: PushTwice, Does: "success; its event is pushed twice, with the same `webhook-id`"},
		Rule{First: 6000, Last: 6000, Effect: PushFirst, Does: "success; its event is pushed before the call that places the order is answered"},
		Rule{First: 9000, Last: 9000, Effect: AnswerError, Does: "the call answers `500`, although the order was accepted: send it again with the same reference"},
	)
}

// Kind is what becomes of orders for the rule's numbers.
func (r Rule) Kind() Kind {
	switch r.Effect {
	case PushTwice:
		return PushesTwice
	case PushFirst:
		return PushesFirst
	case AnswerError:
		return AnswersError
	case None:
	}

	return [...]Kind{succeed: Succeeds, refuse: Refused, fail: FailsLater, wait: Waits, never: Never, reverse: Reverses}[r.act]
}

// Reason is why orders for the rule's numbers fail; empty for those that don't.
func (r Rule) Reason() supplier.Reason { return r.reason }

func text(r supplier.Reason) string { return r.Message().String() }

// ruleDigits is how many digits at the end of a destination name its rule.
const ruleDigits = 4

// RuleOf is the rule of a destination.
func RuleOf(destination string) Rule {
	digits := strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}

		return r
	}, destination)

	if len(digits) < ruleDigits {
		return Rule{}
	}

	n, err := strconv.Atoi(digits[len(digits)-ruleDigits:])
	if err != nil {
		return Rule{}
	}

	for _, r := range Rules() {
		if r.First <= n && n <= r.Last {
			r.First, r.Last = n, n

			return r
		}
	}

	return Rule{}
}

// pending is how long an order of the rule is pending.
func (r Rule) pending() time.Duration {
	switch r.act {
	case wait:
		return time.Duration(r.First-waiting) * WaitUnit
	case fail:
		return failAfter
	case succeed, refuse, never, reverse:
	}

	return 0
}

// Numbers are the rule's digits as the documentation shows them.
func (r Rule) Numbers() string {
	if r.First == r.Last {
		return fmt.Sprintf("%04d", r.First)
	}

	return fmt.Sprintf("%04d to %04d", r.First, r.Last)
}
