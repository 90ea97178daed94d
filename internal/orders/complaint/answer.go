package complaint

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"loket/internal/orders/order"
	"loket/internal/platform/audit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/event"
	"loket/internal/platform/fault"
)

// AnswerInput is what staff write about a complaint, and perhaps how they close it.
type AnswerInput struct {
	ClientID, OrderID, Number int64

	Text   string // for the client
	Result Result // empty: it stays open
	Actor  string
}

// AnswerNote is the data of the fact event.ComplaintAnswered: what staff answered.
type AnswerNote struct {
	Number int64  `json:"complaint"` // of the complaint
	Reason Reason `json:"reason"`
	Text   string `json:"text"`
	Result Result `json:"result"` // empty: the complaint stays open
}

// Answer stores an answer, records it as a fact for the client's programs, and mails it to who opened the complaint; with a result it closes the
// complaint in the same transaction. Errors:
// fault.ErrNotFound, fault.ErrValidation, ErrState when the complaint is closed or the order doesn't agree with the result. A repeated answer is
// mailed again, a repeated close is refused.
func (s *Service) Answer(ctx context.Context, in AnswerInput) (Complaint, error) {
	text, err := checkText(in.Text, 1)
	if err != nil {
		return Complaint{}, err
	}

	in.Text = text

	var c Complaint

	err = s.deps.DB.Tx(ctx, func(tx *db.Tx) (err error) {
		now := s.deps.Clock.Now()

		// Answers, and closes with further complaints, follow each other.
		o, err := order.Find(ctx, tx, in.ClientID, in.OrderID, s.deps.DB.ForUpdate())
		if err != nil {
			return err
		}

		if c, err = findTx(ctx, tx, in.ClientID, in.OrderID, in.Number); err != nil {
			return err
		}

		if err := agrees(c, in.Result, o); err != nil {
			return err
		}

		if err := s.answerTx(ctx, tx, now, &c, in); err != nil {
			return err
		}

		if err := recordTx(ctx, tx, now, o, c, text); err != nil {
			return err
		}

		s.deps.Live.ChangedTx(tx, c.ClientID, order.LiveTopic)

		return s.mailTx(ctx, tx, o, c, text)
	})

	return c, err
}

// recordTx records an answer.
func recordTx(ctx context.Context, tx *db.Tx, now time.Time, o order.Order, c Complaint, text string) error {
	data, err := json.Marshal(AnswerNote{c.Number, c.Reason, text, c.Result})
	if err != nil {
		return fmt.Errorf("write down an answer: %w", err)
	}

	return event.AddTx(ctx, tx, event.Event{
		ClientID: c.ClientID, Kind: event.ComplaintAnswered, Subject: event.Subject(c.OrderID), Channel: string(o.Channel), Data: string(data), At: now,
	})
}

// findTx reads a complaint. Error: fault.ErrNotFound.
func findTx(ctx context.Context, tx *db.Tx, clientID, orderID, number int64) (Complaint, error) {
	c, err := scan(tx.QueryRow(ctx, "SELECT "+columns+" FROM order_complaints c WHERE c.client_id = $1 AND c.order_id = $2 AND c.number = $3",
		clientID, orderID, number))
	if errors.Is(err, sql.ErrNoRows) {
		return Complaint{}, fault.ErrNotFound.Msg(msgNone)
	}

	if err != nil {
		return Complaint{}, fmt.Errorf("read a complaint: %w", err)
	}

	return c, nil
}

// agrees compares the result with the order: money that is said to be back is back.
func agrees(c Complaint, result Result, o order.Order) error {
	switch {
	case !c.Open():
		return ErrState.Msg(msgClosed)
	case result == "", result == Rejected && o.Status != order.Pending:
		return nil
	case o.Status == order.Pending:
		return ErrState.Msg(msgPending)
	case result == Refunded && !o.Refunded:
		return ErrState.Msg(msgNotRefunded)
	case result == Delivered && o.Status != order.Success:
		return ErrState.Msg(msgNotDelivered)
	case result == Delivered, result == Refunded:
		return nil
	}

	return fault.InvalidField("result", msgResult)
}

func (s *Service) answerTx(ctx context.Context, tx *db.Tx, now time.Time, c *Complaint, in AnswerInput) error {
	if err := addTx(ctx, tx, c, Answer{Author: in.Actor, Text: in.Text, At: now}); err != nil {
		return err
	}

	c.RepliedAt = time.Time{}

	if c.AnsweredAt.IsZero() {
		c.AnsweredAt = now
	}

	action := "complaint.answer"
	detail := map[string]any{"complaint": c.Number}

	var closed *int64

	if in.Result != "" {
		c.ClosedAt, c.Result = now, in.Result
		action, detail["result"] = "complaint.close", string(in.Result)
		micros := clock.Micros(now)
		closed = &micros
	}

	_, err := tx.Exec(ctx, `UPDATE order_complaints SET answered_at = $1, replied_at = NULL, closed_at = $2, result = $3
		WHERE client_id = $4 AND order_id = $5 AND number = $6`,
		clock.Micros(c.AnsweredAt), closed, string(c.Result), c.ClientID, c.OrderID, c.Number)
	if err != nil {
		return fmt.Errorf("answer a complaint: %w", err)
	}

	return audit.Write(ctx, tx, now, audit.Entry{Actor: in.Actor, Client: c.ClientID, Action: action, Subject: subject(c), Reason: in.Text, Detail: detail})
}

// addTx stores an answer of staff or a reply of the client after those before.
func addTx(ctx context.Context, tx *db.Tx, c *Complaint, a Answer) error {
	err := tx.QueryRow(ctx, "SELECT COALESCE(MAX(number), 0) + 1 FROM order_complaint_answers WHERE client_id = $1 AND order_id = $2 AND complaint = $3",
		c.ClientID, c.OrderID, c.Number).Scan(&a.Number)
	if err != nil {
		return fmt.Errorf("number of an answer: %w", err)
	}

	_, err = tx.Exec(ctx, "INSERT INTO order_complaint_answers (client_id, order_id, complaint, number, author, name, text, at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
		c.ClientID, c.OrderID, c.Number, a.Number, a.Author, a.Name, a.Text, clock.Micros(a.At))
	if err != nil {
		return fmt.Errorf("answer a complaint: %w", err)
	}

	return nil
}
