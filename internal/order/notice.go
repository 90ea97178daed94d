package order

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/ids"
	"loket/internal/platform/job"
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

// ReceiveNotice stores a verified notice of a supplier and queues its application in one commit, so
// an answered notice is never lost. The same body is stored once.
func (s *Service) ReceiveNotice(ctx context.Context, supplierCode string, n supplier.Notice, body []byte) error {
	answer, err := json.Marshal(storedAnswer{
		Outcome: n.Answer.Outcome.String(), Code: n.Answer.Code, Message: clip(n.Answer.Message),
		SerialNumber: n.Answer.SerialNumber, Price: int64(n.Answer.Price), SKU: n.SKU, Destination: n.Destination,
	})
	if err != nil {
		return fmt.Errorf("keep a notice: %w", err)
	}

	digest := sha256.Sum256(body)

	return s.DB.Tx(ctx, func(tx *db.Tx) error {
		now := s.Clock.Now()
		id := strings.ToLower(ids.Token())

		kept, err := tx.Exec(ctx, `INSERT INTO supplier_notices (id, supplier, digest, reference, body, answer, received_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (supplier, digest) DO NOTHING`,
			id, supplierCode, hex.EncodeToString(digest[:]), n.Reference, strings.ToValidUTF8(string(body), "?"), string(answer), clock.Micros(now))
		if err != nil {
			return fmt.Errorf("keep a notice: %w", err)
		}

		if kept == 0 {
			return nil
		}

		_, err = s.Jobs.EnqueueTx(ctx, tx, job.Request{Kind: noticeKind, Args: noticeArgs{id}, UniqueKey: id})
		if err != nil {
			return fmt.Errorf("queue a notice: %w", err)
		}

		return nil
	})
}

// applyNotice applies a stored notice to its order. It moves the order only forward.
func (s *Service) applyNotice(ctx context.Context, j job.Job) error {
	var args noticeArgs
	if err := j.Decode(&args); err != nil {
		return fmt.Errorf("arguments of a notice: %w", err)
	}

	var supplierCode, reference, answer string

	err := s.DB.Reader().QueryRow(ctx, "SELECT supplier, reference, answer FROM supplier_notices WHERE id = $1 AND applied_at IS NULL",
		args.ID).Scan(&supplierCode, &reference, &answer)
	if errors.Is(err, sql.ErrNoRows) {
		return nil // applied already
	}

	if err != nil {
		return fmt.Errorf("read a notice: %w", err)
	}

	a, found, err := attemptByReference(ctx, s.DB.Reader(), supplierCode, reference)
	if err != nil {
		return err
	}

	result := "unknown reference"

	if found {
		if result, err = s.applyAnswer(ctx, a, answer); err != nil {
			return err
		}
	}

	return s.DB.Tx(ctx, func(tx *db.Tx) error {
		_, err := tx.Exec(ctx, "UPDATE supplier_notices SET applied_at = $1, result = $2 WHERE id = $3",
			clock.Micros(s.Clock.Now()), result, args.ID)

		return err
	})
}

func (s *Service) applyAnswer(ctx context.Context, a Attempt, kept string) (string, error) {
	stored, said, err := decodeAnswer(kept)
	if err != nil {
		return "", err
	}

	o, err := s.Get(ctx, a.ClientID, a.OrderID)
	if err != nil {
		return "", err
	}

	if why := stored.contradiction(o, a); why != "" {
		return "about something else", s.DB.Tx(ctx, func(tx *db.Tx) error {
			return reviewTx(ctx, tx, s.Clock.Now(), o, reviewContradiction, why)
		})
	}

	last, _, err := lastAttempt(ctx, s.DB.Reader(), o.ID)
	if err != nil {
		return "", err
	}

	if last.Number != a.Number {
		return s.applyOldNews(ctx, o, said)
	}

	switch said.Outcome {
	case supplier.Success:
		return "success", s.succeed(ctx, o, a, said)
	case supplier.FailedCreated, supplier.FailedNotCreated:
		// A notice is about an existing transaction, so no other supplier may be
		// tried.
		said.Outcome = supplier.FailedCreated

		err := s.fail(ctx, answered{task: task{o, a}, said: said})
		if errors.Is(err, errFollowed) { // another attempt began meanwhile
			return s.applyOldNews(ctx, o, said)
		}

		return "failed", err
	case supplier.Pending, supplier.Unknown:
		return "nothing new", nil
	}

	return "nothing new", nil
}

// applyOldNews handles a notice about an attempt that was followed by another one because it had
// created nothing. If the notice reports a delivery, it stores a review for staff.
func (s *Service) applyOldNews(ctx context.Context, o Order, said supplier.Answer) (string, error) {
	if said.Outcome != supplier.Success {
		return "an earlier attempt", nil
	}

	return "an earlier attempt delivered", s.DB.Tx(ctx, func(tx *db.Tx) error {
		return reviewTx(ctx, tx, s.Clock.Now(), o, reviewLateSuccess, said.Code+" "+said.Message)
	})
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
