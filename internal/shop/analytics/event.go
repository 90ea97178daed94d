package analytics

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"

	"loket/internal/platform/fault"
)

// Bounds of what a page sends.
const (
	MaxBody   = 16 << 10 // bytes of a batch
	maxEvents = 40       // of a batch
	maxSeq    = 500      // events of a session
)

// Kind is what happened.
type Kind int64

// The kinds, as they are stored.
const (
	PageView Kind = iota + 1
	ComponentClick
	BannerClick
	OperatorView
	ProductSelect
	Checkout
)

// Event is what a page reports.
type Event struct {
	// Seq counts the events of the session from 0. What is sent twice has the same number.
	Seq int64 `json:"seq"`
	// Ago is how long ago it happened, in milliseconds.
	Ago   int64  `json:"ago"`
	Kind  string `json:"kind"`
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Batch is a group of events of a page.
type Batch struct {
	// Session is a random text that the page keeps as long as its tab is open.
	Session string  `json:"session"`
	Events  []Event `json:"events"`
}

var sessionPattern = regexp.MustCompile(`^[A-Za-z0-9_-]{22}$`)

// ParseBatch reads the body of a request. Error: fault.ErrValidation with the field.
func ParseBatch(body []byte) (Batch, error) {
	var b Batch

	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()

	if err := d.Decode(&b); err != nil {
		return Batch{}, fault.InvalidField("body", msgBatch)
	}

	if _, err := d.Token(); !errors.Is(err, io.EOF) { // something follows
		return Batch{}, fault.InvalidField("body", msgBatch)
	}

	if !sessionPattern.MatchString(b.Session) {
		return Batch{}, fault.InvalidField("session", msgSession)
	}

	if len(b.Events) == 0 || len(b.Events) > maxEvents {
		return Batch{}, fault.InvalidField("events", msgEvents.With(maxEvents))
	}

	for i, e := range b.Events {
		if e.Seq < 0 {
			return Batch{}, fault.InvalidField(fmt.Sprintf("events[%d].seq", i), msgSeq)
		}
	}

	return b, nil
}

func kindOf(name string) (Kind, bool) {
	switch name {
	case "page_view":
		return PageView, true
	case "component_click":
		return ComponentClick, true
	case "banner_click":
		return BannerClick, true
	case "operator_view":
		return OperatorView, true
	case "product_select":
		return ProductSelect, true
	case "checkout":
		return Checkout, true
	default:
		return 0, false
	}
}
