package objects

import (
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"loket/internal/simulate/knob"
)

// The operations, as fault settings name them.
const (
	OpPut      = "put"
	OpGet      = "get"
	OpHead     = "head"
	OpDelete   = "delete"
	OpList     = "list"
	OpBegin    = "begin"    // of an upload in parts
	OpPart     = "part"     // of it
	OpComplete = "complete" // it
	OpAbort    = "abort"    // it
	OpUploads  = "uploads"  // a list of those that are unfinished
)

// Operations are all of them.
func Operations() []string {
	return []string{OpPut, OpGet, OpHead, OpDelete, OpList, OpBegin, OpPart, OpComplete, OpAbort, OpUploads}
}

// DefaultHang is how long a request hangs unless a fault setting says otherwise.
const DefaultHang = 30 * time.Second

// FaultSettings are the faults of the store; they can be turned while it runs.
type FaultSettings struct {
	// Down: every request is answered with 503 SlowDown.
	Down bool
	// Delay before every answer.
	Delay time.Duration
	// Hang is how long a request that hangs is silent before it is cut. 0 takes
	// DefaultHang.
	Hang time.Duration
	// Deny are operations that the key has no right to.
	Deny []string

	// Only are the operations that meet the faults below; none is all.
	Only []string
	// Times is how many requests meet them; 0 is no end.
	Times int
	Seed  uint64
	// Shares in percent, which exclude each other.
	ServerError int // 500, and nothing done
	Hanging     int // silence, and nothing done
	CutIn       int // cut in the middle of the request's body, and nothing done
	CutOut      int // done, but cut in the middle of the answer
}

type share struct {
	name  string
	value *int
	fate  fate
}

func (k *FaultSettings) shares() []share {
	return []share{
		{"serverError", &k.ServerError, serverError},
		{"hanging", &k.Hanging, hanging},
		{"cutIn", &k.CutIn, cutIn},
		{"cutOut", &k.CutOut, cutOut},
	}
}

// NamedShare is one share, for a page that shows them all.
type NamedShare struct {
	Name  string
	Value int
}

// Shares are the shares in a fixed order.
func (k *FaultSettings) Shares() []NamedShare {
	shares := k.shares()
	out := make([]NamedShare, 0, len(shares))

	for _, s := range shares {
		out = append(out, NamedShare{s.name, *s.value})
	}

	return out
}

const maxTimes = 1_000_000

// apply turns the fault settings that a form names and leaves the others.
func (k *FaultSettings) apply(form url.Values) error {
	err := errors.Join(
		knob.Seed(form, &k.Seed), knob.Bool(form, "down", &k.Down), knob.Span(form, "delay", &k.Delay), knob.Span(form, "hang", &k.Hang),
		knob.Count(form, "times", &k.Times, maxTimes), setOperations(form, "only", &k.Only), setOperations(form, "deny", &k.Deny),
	)

	for _, s := range k.shares() {
		err = errors.Join(err, knob.Share(form, s.name, s.value))
	}

	return err
}

var errOperation = errors.New("only and deny: operations among " + strings.Join(Operations(), " "))

func setOperations(form url.Values, name string, target *[]string) error {
	if !form.Has(name) {
		return nil
	}

	list := strings.Fields(form.Get(name))
	for _, op := range list {
		if !slices.Contains(Operations(), op) {
			return errors.Join(knob.Err, errOperation)
		}
	}

	*target = list

	return nil
}

func (k *FaultSettings) hang() time.Duration {
	if k.Hang == 0 {
		return DefaultHang
	}

	return k.Hang
}

// fate is what a request meets.
type fate int

const (
	spared fate = iota
	serverError
	hanging
	cutIn
	cutOut
)

// fate decides about the n-th request since the fault settings were turned; met is how
// many met a fault by then.
func (k *FaultSettings) fate(op string, n, met int) fate {
	if len(k.Only) > 0 && !slices.Contains(k.Only, op) || k.Times > 0 && met >= k.Times {
		return spared
	}

	throw := knob.Dice(k.Seed, op, strconv.Itoa(n)).IntN(knob.Percent)

	for _, s := range k.shares() {
		if throw < *s.value {
			return s.fate
		}

		throw -= *s.value
	}

	return spared
}
