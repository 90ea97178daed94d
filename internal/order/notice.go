package order

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/ids"
	"loket/internal/platform/money"
	"loket/internal/supplier"
)

// storedAnswer is the stored form of a notice's content.
type storedAnswer struct {
	Outcome      string `json:"outcome"`
	Code         string `json:"code"`
	Message      string `json:"message"`
	SerialNumber string `json:"serialNumber"`
	Price        int64  `json:"price"`
	SKU          string `json:"sku"`
	Destination  string `json:"destination"`
}

// notice is a stored notice of a supplier.
type notice struct {
	id, supplier, reference string
	answer                  string // storedAnswer as JSON
}

// receivedNotice is a notice to store.
type receivedNotice struct {
	notice

	digest, body string
}

// ReceiveNotice stores a verified notice of a supplier before it is answered, so none is lost. It is applied soon
// after. The same body is stored once.
func (s *Service) ReceiveNotice(ctx context.Context, supplierCode string, n supplier.Notice, body []byte) error {
	answer, err := json.Marshal(storedAnswer{
		Outcome: n.Answer.Outcome.String(), Code: n.Answer.Code, Message: clip(n.Answer.Message),
		SerialNumber: n.Answer.SerialNumber, Price: int64(n.Answer.Price), SKU: n.SKU, Destination: n.Destination,
	})
	if err != nil {
		return fmt.Errorf("store a notice: %w", err)
	}

	digest := sha256.Sum256(body)
	r := receivedNotice{
		notice: notice{id: strings.ToLower(ids.Token()), supplier: supplierCode, reference: n.Reference, answer: string(answer)},
		digest: hex.EncodeToString(digest[:]), body: strings.ToValidUTF8(string(body), "?"),
	}

	written, err := s.dispatches.Do(ctx, dispatchWrite{notice: &r})
	if err != nil {
		return fmt.Errorf("store a notice: %w", err)
	}

	if written.stored {
		s.applySoon(r.notice)
	}

	return nil
}

// addNotices stores notices. The result says whether a notice is new.
func addNotices(b *db.Batch, calls []*dispatchCall, now time.Time) {
	if len(calls) == 0 {
		return
	}

	byID := make(map[string]*dispatchCall, len(calls))
	columns := make([][]string, noticeColumns)

	for _, c := range calls {
		n := c.Req.notice
		byID[n.id] = c

		for i, value := range []string{n.id, n.supplier, n.digest, n.reference, n.body, n.answer} {
			columns[i] = append(columns[i], value)
		}
	}

	stored := func(row db.Row) error {
		var id string

		err := row.Scan(&id)
		if err == nil {
			byID[id].Res.stored = true
		}

		return err
	}

	const into = "INSERT INTO supplier_notices (received_at, id, supplier, digest, reference, body, answer) "

	if b.Engine() == db.Postgres {
		b.Query(into+`SELECT $1, n.* FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[]) n
			ON CONFLICT (supplier, digest) DO NOTHING RETURNING id`,
			[]any{clock.Micros(now), columns[0], columns[1], columns[2], columns[3], columns[4], columns[5]}, stored)

		return
	}

	for i := range calls {
		b.Query(into+"VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (supplier, digest) DO NOTHING RETURNING id",
			[]any{clock.Micros(now), columns[0][i], columns[1][i], columns[2][i], columns[3][i], columns[4][i], columns[5][i]}, stored)
	}
}

const noticeColumns = 6 // of text

// Limits of notices that were received and not applied yet. Those beyond are read from the database.
const (
	noticeWorkers  = 16
	heldNotices    = 4096
	noticesPerLook = 256
)

// applySoon hands a stored notice to the workers. If they are busy, the poller finds it.
func (s *Service) applySoon(n notice) {
	select {
	case s.notices <- n:
	default:
	}
}

func (s *Service) applyNotices(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case n := <-s.notices:
			if err := s.applyNotice(ctx, n); err != nil && ctx.Err() == nil {
				s.Log.WarnContext(ctx, "a notice was not applied, trying again", "notice", n.id, "error", err)
			}
		}
	}
}

// lookForNotices finds notices that were stored before a moment and not applied: the program ended, or the database
// refused it.
func (s *Service) lookForNotices(ctx context.Context, before time.Time) error {
	return s.DB.Read(ctx, `SELECT id, supplier, reference, answer FROM supplier_notices
		WHERE applied_at IS NULL AND received_at <= $1 ORDER BY received_at LIMIT $2`, []any{clock.Micros(before), int64(noticesPerLook)},
		func(row db.Row) error {
			var n notice

			err := row.Scan(&n.id, &n.supplier, &n.reference, &n.answer)
			s.applySoon(n)

			return err
		})
}

// applyNotice applies a stored notice to its order. It moves the order only forward, and may run twice.
func (s *Service) applyNotice(ctx context.Context, n notice) error {
	stored, said, err := decodeAnswer(n.answer)
	if err != nil {
		s.Log.ErrorContext(ctx, "a stored notice can't be read", "notice", n.id, "error", err)

		return s.markApplied(ctx, n, "unreadable")
	}

	orderID, number, ok := parseSupplierReference(n.reference)
	if !ok {
		return s.markApplied(ctx, n, "unknown reference")
	}

	list, err := s.tasks(ctx, `SELECT `+taskColumns+` FROM order_attempts a JOIN orders o ON o.client_id = a.client_id AND o.id = a.order_id
		WHERE a.order_id = $1 AND a.number >= $2 ORDER BY a.number LIMIT 2`, orderID, int64(number))
	if err != nil {
		return err
	}

	if len(list) == 0 || list[0].attempt.Number != number || list[0].attempt.Supplier != n.supplier {
		return s.markApplied(ctx, n, "unknown reference")
	}

	if why := stored.contradiction(list[0].order, list[0].attempt); why != "" {
		err := s.DB.Tx(ctx, func(tx *db.Tx) error {
			return reviewTx(ctx, tx, s.Clock.Now(), list[0].order, reviewContradiction, why)
		})
		if err != nil {
			return err
		}

		return s.markApplied(ctx, n, "about something else")
	}

	if len(list) > 1 { // another attempt followed
		return s.applyToEarlier(ctx, n, list[0].order, said)
	}

	a := answered{task: list[0], said: said, notice: n.id}

	switch said.Outcome {
	case supplier.Success:
	case supplier.FailedCreated, supplier.FailedNotCreated:
		// A notice is about an existing transaction, so no other supplier may be tried.
		a.said.Outcome = supplier.FailedCreated
	case supplier.Pending, supplier.Unknown:
		return s.markApplied(ctx, n, "nothing new")
	}

	if a.order.Status == Pending && s.plain(a) {
		_, err := s.dispatches.Do(ctx, dispatchWrite{answer: &a})

		return err
	}

	return s.keepAlone(ctx, a)
}

// applyToEarlier handles a notice about an attempt that was followed by another one because it had
// created nothing. If the notice reports a delivery, it stores a review for staff.
func (s *Service) applyToEarlier(ctx context.Context, n notice, o Order, said supplier.Answer) error {
	if said.Outcome != supplier.Success {
		return s.markApplied(ctx, n, "an earlier attempt")
	}

	err := s.DB.Tx(ctx, func(tx *db.Tx) error {
		return reviewTx(ctx, tx, s.Clock.Now(), o, reviewLateSuccess, said.Code+" "+said.Message)
	})
	if err != nil {
		return err
	}

	return s.markApplied(ctx, n, "an earlier attempt delivered")
}

func (s *Service) markApplied(ctx context.Context, n notice, result string) error {
	err := s.DB.Tx(ctx, func(tx *db.Tx) error {
		_, err := tx.Exec(ctx, appliedText, clock.Micros(s.Clock.Now()), result, n.id)

		return err
	})
	if err != nil {
		return fmt.Errorf("mark a notice as applied: %w", err)
	}

	return nil
}

const appliedText = "UPDATE supplier_notices SET applied_at = $1, result = $2 WHERE id = $3"

// addApplied marks the notices among some answers as applied.
func addApplied(b *db.Batch, list []answered, now time.Time) {
	for _, a := range list {
		if a.notice != "" {
			b.Exec(appliedText, clock.Micros(now), a.said.Outcome.String(), a.notice)
		}
	}
}

// contradiction says, for staff, why a notice can't be about an attempt: it has another SKU or number. It
// returns "" for all others.
func (n storedAnswer) contradiction(o Order, a Attempt) string {
	switch {
	case n.SKU != "" && n.SKU != a.SKU:
		return "The supplier sent a notice about another SKU: " + n.SKU
	case n.Destination != "" && n.Destination != o.DestinationNo:
		return "The supplier sent a notice about another number: " + n.Destination
	default:
		return ""
	}
}

func decodeAnswer(kept string) (storedAnswer, supplier.Answer, error) {
	var stored storedAnswer
	if err := json.Unmarshal([]byte(kept), &stored); err != nil {
		return stored, supplier.Answer{}, fmt.Errorf("read a notice: %w", err)
	}

	outcome, err := supplier.ParseOutcome(stored.Outcome)
	if err != nil {
		return stored, supplier.Answer{}, fmt.Errorf("read a notice: %w", err)
	}

	return stored, supplier.Answer{
		Outcome: outcome, Code: stored.Code, Message: stored.Message, SerialNumber: stored.SerialNumber,
		Price: money.Rupiah(stored.Price),
	}, nil
}
