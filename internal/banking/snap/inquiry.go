package snap

import (
	"context"

	"loket/internal/banking/topup"
)

// inquiryRequest has the members of an inquiry that we read.
type inquiryRequest struct {
	account

	InquiryRequestID string  `json:"inquiryRequestId"`
	Amount           *Amount `json:"amount"`
}

// Inquire answers /v1.0/transfer-va/inquiry: whom a payment of the account would be for. The amount is open.
func (s *Service) Inquire(ctx context.Context, r Request) Response {
	from, refused := s.authenticate(r)
	if refused != nil {
		return refused.response(serviceInquiry)
	}

	var in inquiryRequest
	if err := decodeBody(r.Body, &in); err != nil {
		return resultFormat.about("body").response(serviceInquiry)
	}

	number, refused := in.number()
	if refused == nil {
		refused = requestID("inquiryRequestId", in.InquiryRequestID)
	}

	if refused == nil && in.Amount != nil {
		_, refused = in.Amount.rupiah("amount")
	}

	if refused != nil {
		return refused.response(serviceInquiry)
	}

	return s.do(ctx, work{caller: from, service: serviceInquiry, inquiry: &in, number: number})
}

// inquire decides an inquiry.
func inquire(accounts *topup.VABatch, w work) (answer, error) {
	info, err := accounts.Inquire(w.vaNumber())
	if err != nil {
		return refusalOf(err, serviceInquiry)
	}

	data := newAccountData(w.inquiry.account)
	data.VirtualAccountName, data.InquiryRequestID = info.Name, w.inquiry.InquiryRequestID
	data.InquiryStatus, data.InquiryReason = "00", &success
	data.TotalAmount = amountOf(0)

	return resultOK.answer(serviceInquiry, data), nil
}
