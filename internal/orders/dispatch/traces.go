package dispatch

import (
	"loket/internal/platform/trace"
	"loket/internal/supplier"
)

// The names of calls, as metrics of suppliers have them.
const (
	callBuy    = "buy"
	callPay    = "pay"
	callStatus = "status"
)

// tracedCall is a call for an attempt of a traced order; nil for any other order.
type tracedCall struct {
	s       *Service
	order   trace.Order
	attempt trace.Attempt
}

// traceCall begins to record a call.
func (s *Service) traceCall(t *orderAttempt, name string) *tracedCall {
	if !s.deps.Traces.Traces(t.order.ID) {
		return nil
	}

	c := &tracedCall{
		s:     s,
		order: trace.Order{ID: t.order.ID, ClientID: t.order.ClientID, Ref: t.order.ClientRef, Product: t.order.ProductCode},
		attempt: trace.Attempt{
			Number: t.attempt.Number, Supplier: t.attempt.Supplier, SKU: t.attempt.SKU, Call: name, Waited: t.attempt.PreparedAt, Called: s.deps.Clock.Now(),
		},
	}

	if name == callStatus {
		c.attempt.Waited = c.attempt.Called
	}

	return c
}

// keepAnswer records the answer. Its message and serial number stay out: they may be what a customer paid for.
func (c *tracedCall) keepAnswer(a supplier.Answer) {
	if c != nil {
		c.attempt.Answered, c.attempt.Outcome, c.attempt.Code, c.attempt.Failed = c.s.deps.Clock.Now(), a.Outcome.String(), a.Code, a.Outcome.Failed()
	}
}

// send sends the call's spans, now that its answer is stored.
func (c *tracedCall) send() {
	if c != nil {
		c.attempt.Stored = c.s.deps.Clock.Now()
		c.s.deps.Traces.Attempt(c.order, c.attempt)
	}
}
