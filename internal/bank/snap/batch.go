package snap

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"loket/internal/platform/batch"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/inbox"
)

type call = batch.Call[work, Response]

// flush decides the calls of many banks in one commit. If the database refuses it, the calls are halved until the odd
// one is alone.
func (s *Service) flush(ctx context.Context, calls []*call) {
	err := s.DB.Tx(ctx, func(tx *db.Tx) error {
		for _, c := range calls {
			c.Res, c.Err = Response{}, nil // the transaction may be repeated

			var err error
			if c.Res, err = s.decideTx(ctx, tx, c.Req); err != nil {
				return err
			}
		}

		return nil
	})

	switch {
	case err == nil:
	case len(calls) > 1 && ctx.Err() == nil && !fault.ErrOutcomeUnknown.Is(err): // if it was committed, repeats would be conflicts
		half := len(calls) / 2
		s.flush(ctx, calls[:half])
		s.flush(ctx, calls[half:])
	default:
		for _, c := range calls {
			c.Res, c.Err = Response{}, err
		}
	}
}

// decideTx decides one call in the transaction of a batch. The external id is unique within the day of a bank and a
// call; a repeat is a conflict, or gets the first answer if the bank says that it repeats a payment.
func (s *Service) decideTx(ctx context.Context, tx *db.Tx, w work) (Response, error) {
	now := s.Clock.Now()
	day := clock.DayOf(now.In(zone)).String()

	first, found, err := firstAnswer(ctx, tx, w, day)
	if err != nil {
		return Response{}, err
	}

	if found {
		if w.payment != nil && w.payment.FlagAdvise == advise && first.requestID == w.requestID() {
			return first.response, nil
		}

		return resultConflict.response(w.service, nil), nil
	}

	said, err := s.answerTx(ctx, tx, now, w)
	if err != nil {
		return Response{}, err
	}

	text, err := encoded(said)
	if err != nil {
		return Response{}, err
	}

	_, err = tx.Exec(ctx, `INSERT INTO bank_requests (bank, service, day, external_id, request_id, status, answer, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		w.caller.Code, w.service, day, w.caller.externalID, w.requestID(), int64(said.Status), text, clock.Micros(now))
	if err != nil {
		return Response{}, fmt.Errorf("store an answer: %w", err)
	}

	return said, nil
}

func (s *Service) answerTx(ctx context.Context, tx *db.Tx, now time.Time, w work) (Response, error) {
	if w.inquiry != nil {
		return s.inquireTx(ctx, tx, w)
	}

	said, err := s.payTx(ctx, tx, now, w)
	if err != nil {
		return Response{}, err
	}

	if body, ok := said.Body.(answer); ok {
		err = inbox.KeepTx(ctx, tx, w.payment.notice, body.ResponseCode+" "+body.ResponseMessage, now)
	}

	return said, err
}

func (w work) requestID() string {
	if w.inquiry != nil {
		return w.inquiry.InquiryRequestID
	}

	return w.payment.PaymentRequestID
}

// stored is the first answer to an external id.
type stored struct {
	response  Response
	requestID string
}

func firstAnswer(ctx context.Context, tx *db.Tx, w work, day string) (stored, bool, error) {
	var (
		s    stored
		text string
	)

	err := tx.QueryRow(ctx, `SELECT request_id, status, answer FROM bank_requests
		WHERE bank = $1 AND service = $2 AND day = $3 AND external_id = $4`, w.caller.Code, w.service, day, w.caller.externalID).
		Scan(&s.requestID, &s.response.Status, &text)
	if errors.Is(err, sql.ErrNoRows) {
		return stored{}, false, nil
	}

	if err != nil {
		return stored{}, false, fmt.Errorf("look for the external id: %w", err)
	}

	s.response.Body = json.RawMessage(text)

	return s, true, nil
}

// zone is where the days of external ids begin.
var zone = time.FixedZone("WIB", int((7 * time.Hour).Seconds()))
