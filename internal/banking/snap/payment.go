package snap

import (
	"context"
	"errors"
	"strings"
	"time"

	"loket/internal/banking"
	"loket/internal/banking/topup"
	"loket/internal/platform/db"
	"loket/internal/platform/inbox"
	"loket/internal/platform/money"
)

// paymentRequest has the members of a payment that we read.
type paymentRequest struct {
	account

	PaymentRequestID string  `json:"paymentRequestId"`
	PaidAmount       *Amount `json:"paidAmount"`
	TrxDateTime      string  `json:"trxDateTime"`
	ReferenceNo      string  `json:"referenceNo"`
	// FlagAdvise is Y if the bank repeats a payment whose answer it didn't get.
	FlagAdvise string `json:"flagAdvise"`
}

const advise = "Y"

// payment is a payment that was read and checked.
type payment struct {
	paymentRequest

	amount money.Rupiah
	paidAt time.Time
	notice *inbox.ReceivedNotice
}

// Pay answers /v1.0/transfer-va/payment: a bank took money for a virtual account. The answer comes after the credit is
// committed, or is the stored first one. A payment request id is credited once, for ever.
func (s *Service) Pay(ctx context.Context, r Request) Response {
	from, refused := s.authenticate(r)
	if refused != nil {
		return refused.response(servicePayment)
	}

	var in paymentRequest
	if err := decodeBody(r.Body, &in); err != nil {
		return s.refusePayment(ctx, from, "", r.Body, resultFormat.about("body"))
	}

	number, p, refused := in.check(s.deps.Clock.Now())
	if refused != nil {
		return s.refusePayment(ctx, from, in.VirtualAccountNo, r.Body, *refused)
	}

	p.notice = noticeOf(from, number, r.Body)

	return s.do(ctx, work{caller: from, service: servicePayment, payment: p, number: number})
}

// noticeOf is a payment for the inbox.
func noticeOf(from caller, number string, body []byte) *inbox.ReceivedNotice {
	return inbox.NewReceived(inbox.Notice{Kind: inbox.Bank, Code: from.Code, Subject: number, Content: "payment"}, body)
}

// refusePayment keeps a payment that was signed and can't be read, for staff: the bank may have taken money.
func (s *Service) refusePayment(ctx context.Context, from caller, number string, body []byte, r result) Response {
	said := r.answer(servicePayment, nil)

	if number = strings.TrimSpace(number); !printable(number, maxAccountNo) {
		number = ""
	}

	if err := s.deps.DB.Batch(ctx, func(b *db.Batch) error {
		inbox.InsertApplied(b, []*inbox.ReceivedNotice{noticeOf(from, number, body)}, []string{said.result()}, s.deps.Clock.Now())

		return nil
	}); err != nil {
		failed := resultGeneral.response(servicePayment)
		failed.Err = err

		return failed
	}

	return r.response(servicePayment)
}

func (in paymentRequest) check(now time.Time) (string, *payment, *result) {
	number, refused := in.number()
	if refused == nil {
		refused = requestID("paymentRequestId", in.PaymentRequestID)
	}

	if refused != nil {
		return "", nil, refused
	}

	p := &payment{paymentRequest: in, paidAt: now}

	if p.amount, refused = in.PaidAmount.rupiah("paidAmount"); refused != nil {
		return "", nil, refused
	}

	if in.TrxDateTime != "" {
		at, err := time.Parse(timestampLayout, in.TrxDateTime)
		if err != nil {
			return "", nil, new(resultFormat.about("trxDateTime"))
		}

		p.paidAt = at
	}

	switch {
	case in.FlagAdvise != "" && in.FlagAdvise != advise && in.FlagAdvise != "N":
		return "", nil, new(resultFormat.about("flagAdvise"))
	case !printable(in.ReferenceNo, maxReference):
		return "", nil, new(resultFormat.about("referenceNo"))
	}

	return number, p, nil
}

// pay credits a payment, or returns the refusal for the bank.
func pay(accounts *topup.VABatch, w work) (answer, error) {
	p := w.payment

	receipt, err := accounts.Pay(w.vaPayment())
	if err != nil {
		return refusalOf(err, servicePayment)
	}

	if receipt.Repeated && p.FlagAdvise != advise {
		return resultConflict.answer(servicePayment, nil), nil
	}

	data := newAccountData(p.account)
	data.VirtualAccountName, data.PaymentRequestID = receipt.Name, p.PaymentRequestID
	data.PaidAmount, data.TotalAmount = amountOf(receipt.Amount), amountOf(receipt.Amount)
	data.TrxDateTime, data.ReferenceNo = p.TrxDateTime, p.ReferenceNo
	data.PaymentFlagStatus, data.PaymentFlagReason = "00", &success

	return resultOK.answer(servicePayment, data), nil
}

// refusalOf is the answer to a refused inquiry or payment. Other errors pass through.
func refusalOf(err error, service string) (answer, error) {
	for cause, r := range map[error]result{
		banking.ErrUnknownNumber: resultNotFound, banking.ErrInactiveNumber: resultInactive, banking.ErrAmount: resultAmount,
		banking.ErrConflict: resultInconsistent, banking.ErrInvalid: resultBadRequest,
	} {
		if errors.Is(err, cause) {
			return r.answer(service, nil), nil
		}
	}

	return answer{}, err
}
