package sandbox

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/money"
	"loket/internal/supplier"
)

// Adapter implements supplier.Adapter. It keeps nothing: what becomes of an attempt follows from its destination, and from when it was sent.
type Adapter struct {
	clock   clock.Clock
	reverse func(ctx context.Context, reference string) error
}

var _ supplier.Adapter = (*Adapter)(nil)

// New makes the adapter. reverse has a delivered attempt reversed a while later; it must be safe to repeat.
func New(clk clock.Clock, reverse func(ctx context.Context, reference string) error) *Adapter {
	return &Adapter{clk, reverse}
}

const (
	codeDelivered = "delivered"
	codePending   = "pending"

	billAmount = money.Rupiah(150_000)
	billAdmin  = money.Rupiah(2_500)
	customer   = "SANDBOX CUSTOMER"
	// retryLater is when the adapter wants to be asked again after a fault of its own.
	retryLater = 2 * time.Second
)

// Buy implements supplier.Adapter.
func (a *Adapter) Buy(ctx context.Context, req supplier.Request) supplier.Answer {
	return a.send(ctx, req)
}

// Pay implements supplier.Adapter.
func (a *Adapter) Pay(ctx context.Context, req supplier.Request) supplier.Answer {
	return a.send(ctx, req)
}

func (a *Adapter) send(ctx context.Context, req supplier.Request) supplier.Answer {
	r := RuleOf(req.Destination)
	if r.act == refuse {
		return supplier.Answer{Outcome: supplier.FailedNotCreated, Code: string(r.reason), Message: "Refused by the rule " + r.Numbers()}
	}

	return a.after(ctx, r, req, 0)
}

// Status implements supplier.Adapter.
func (a *Adapter) Status(ctx context.Context, req supplier.Request) supplier.Answer {
	return a.after(ctx, RuleOf(req.Destination), req, a.clock.Now().Sub(req.SentAt))
}

// after is the answer some time after the attempt was sent.
func (a *Adapter) after(ctx context.Context, r Rule, req supplier.Request, sent time.Duration) supplier.Answer {
	left := r.pending() - sent

	switch {
	case r.act == never:
		return supplier.Answer{Outcome: supplier.Pending, Code: codePending}
	case left > 0:
		return supplier.Answer{Outcome: supplier.Pending, Code: codePending, AskAfter: left}
	case r.act == fail || r.act == refuse:
		return supplier.Answer{Outcome: supplier.FailedCreated, Code: string(r.reason), Message: "Failed by the rule " + r.Numbers()}
	case r.act == reverse:
		if err := a.reverse(ctx, req.Reference); err != nil {
			return supplier.Answer{Outcome: supplier.Unknown, Code: supplier.CodeStopped, Message: "The reversal was not queued", AskAfter: retryLater}
		}
	}

	answer := supplier.Answer{Outcome: supplier.Success, Code: codeDelivered, SerialNumber: serialNumber(req.Reference)}
	if req.Postpaid {
		answer.Bill = bill(req)
	}

	return answer
}

// Inquire implements supplier.Adapter.
func (a *Adapter) Inquire(_ context.Context, req supplier.Request) supplier.Answer {
	if r := RuleOf(req.Destination); r.act == refuse {
		return supplier.Answer{Outcome: supplier.FailedCreated, Code: string(r.reason), Message: "Refused by the rule " + r.Numbers()}
	}

	return supplier.Answer{Outcome: supplier.Success, Code: codeDelivered, Bill: bill(req)}
}

func bill(req supplier.Request) *supplier.Bill {
	b := &supplier.Bill{CustomerName: customer, Amount: req.Amount}
	if b.Amount == 0 {
		b.Amount, b.Admin, b.Periods = billAmount, billAdmin, []string{"202611"}
	}

	return b
}

// serialNumber is a made-up proof of delivery: the same for each answer about an attempt.
func serialNumber(reference string) string {
	const (
		size  = 8
		parts = 1_0000
	)

	sum := sha256.Sum256([]byte(reference))
	n := binary.BigEndian.Uint64(sum[:size])

	return fmt.Sprintf("0000-%04d-%04d-%04d-%04d", n%parts, n/parts%parts, n/parts/parts%parts, n/parts/parts/parts%parts)
}

// PriceList implements supplier.Adapter. A sandbox sells what the catalogue has.
func (*Adapter) PriceList(context.Context) ([]supplier.PriceRow, error) { return nil, nil }

// Balance implements supplier.Adapter.
func (*Adapter) Balance(context.Context) (money.Rupiah, error) { return 0, nil }

// VerifyNotice implements supplier.Adapter. Nobody may speak for this supplier.
func (*Adapter) VerifyNotice(context.Context, supplier.Callback) (supplier.Notice, error) {
	return supplier.Notice{}, supplier.ErrNoticeSignature
}

// Reason implements supplier.Adapter: the codes of failures are those of reasons.
func (*Adapter) Reason(code string) supplier.Reason {
	if r := supplier.Reason(code); slices.Contains(reasons(), r) {
		return r
	}

	return supplier.ReasonFailed
}
