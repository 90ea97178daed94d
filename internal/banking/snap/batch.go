package snap

import (
	"context"
	"fmt"

	"loket/internal/banking"
	"loket/internal/banking/topup"
	"loket/internal/platform/batch"
	"loket/internal/platform/db"
)

type bankCall = batch.Call[work, Response]

// flush decides the calls of many banks in one commit.
func (s *Service) flush(ctx context.Context, calls []*bankCall) {
	batch.Split(calls, func(calls []*bankCall) error {
		return topup.RetryOnKeyConflict(func() error {
			return s.deps.DB.Batch(ctx, func(b *db.Batch) error { return s.decideAll(ctx, b, calls) })
		})
	}, batch.Fail)
}

// decideAll is one try of a batch, in its transaction. It sets the outcome of each call. The calls share their
// statements: what they need is read at once, each is decided in memory, and what they write is written at once.
func (s *Service) decideAll(ctx context.Context, b *db.Batch, calls []*bankCall) error {
	var (
		inquiries []topup.VANumber
		payments  []banking.VAPayment
		now       = s.deps.Clock.Now()
	)

	for _, c := range calls {
		if c.Req.inquiry != nil {
			inquiries = append(inquiries, c.Req.vaNumber())
		} else {
			payments = append(payments, c.Req.vaPayment())
		}
	}

	accounts, err := s.deps.TopUps.LockVAs(ctx, b, now, inquiries, payments)
	if err != nil {
		return err
	}

	d := newDecisions(accounts, now)
	d.findAnswers(b, calls)

	if err := b.Flush(ctx); err != nil {
		return fmt.Errorf("lock what a batch of payments needs: %w", err)
	}

	for _, c := range calls {
		c.Res, c.Err = d.decide(c.Req)
	}

	return d.write(b)
}

func (w work) vaNumber() topup.VANumber {
	return topup.VANumber{Bank: w.caller.Bank, AccountNo: w.number}
}

func (w work) vaPayment() banking.VAPayment {
	return banking.VAPayment{
		Bank: w.caller.Bank, AccountNo: w.number, PaymentRequestID: w.payment.PaymentRequestID,
		Amount: w.payment.amount, PaidAt: w.payment.paidAt, BankRef: w.payment.ReferenceNo,
	}
}

func (w work) requestID() string {
	if w.inquiry != nil {
		return w.inquiry.InquiryRequestID
	}

	return w.payment.PaymentRequestID
}
