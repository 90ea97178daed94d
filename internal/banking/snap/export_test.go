package snap

import "context"

// Asked is a payment, or an inquiry, under an external id.
type Asked struct {
	ExternalID string
	Body       []byte
	Inquiry    bool
}

// Together decides calls of a partner in one commit and returns the answers.
func (s *Service) Together(ctx context.Context, partnerID string, list []Asked) ([]Response, error) {
	calls := make([]*bankCall, len(list))

	for i, asked := range list {
		calls[i] = &bankCall{Req: work{caller: caller{s.byPartner[partnerID], asked.ExternalID}, service: servicePayment}}
		w := &calls[i].Req

		if asked.Inquiry {
			w.service, w.inquiry = serviceInquiry, &inquiryRequest{}
			if err := decodeBody(asked.Body, w.inquiry); err != nil {
				return nil, err
			}

			w.number, _ = w.inquiry.number()

			continue
		}

		var in paymentRequest
		if err := decodeBody(asked.Body, &in); err != nil {
			return nil, err
		}

		w.number, w.payment, _ = in.check(s.deps.Clock.Now())
		w.payment.notice = noticeOf(w.caller, w.number, asked.Body)
	}

	s.flush(ctx, calls)

	out := make([]Response, len(calls))
	for i, c := range calls {
		out[i] = c.Res
		out[i].Err = c.Err
	}

	return out, nil
}
