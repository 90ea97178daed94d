package snap

import (
	"context"
	"encoding/json"
	"fmt"

	"loket/internal/platform/db"
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
		return refused.response(serviceInquiry, nil)
	}

	var in inquiryRequest
	if err := decodeBody(r.Body, &in); err != nil {
		return resultFormat.about("body").response(serviceInquiry, nil)
	}

	number, refused := in.number()
	if refused == nil {
		refused = requestID("inquiryRequestId", in.InquiryRequestID)
	}

	if refused == nil && in.Amount != nil {
		_, refused = in.Amount.rupiah("amount")
	}

	if refused != nil {
		return refused.response(serviceInquiry, nil)
	}

	return s.do(ctx, work{caller: from, service: serviceInquiry, inquiry: &in, number: number})
}

// inquireTx decides an inquiry.
func (s *Service) inquireTx(ctx context.Context, tx *db.Tx, w work) (Response, error) {
	info, err := s.TopUps.InquireVATx(ctx, tx, w.caller.Bank, w.number)
	if err != nil {
		return refusalOf(err, serviceInquiry)
	}

	data := newAccountData(w.inquiry.account)
	data.VirtualAccountName, data.InquiryRequestID = info.Name, w.inquiry.InquiryRequestID
	data.InquiryStatus, data.InquiryReason = "00", &success
	data.TotalAmount = amountOf(0)

	return resultOK.response(serviceInquiry, data), nil
}

// encoded is a body as it is stored and sent.
func encoded(r Response) (string, error) {
	text, err := json.Marshal(r.Body)
	if err != nil {
		return "", fmt.Errorf("encode an answer: %w", err)
	}

	return string(text), nil
}
