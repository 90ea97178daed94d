package complaint

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"loket/internal/identity"
	"loket/internal/orders/order"
	"loket/internal/platform/audit"
	"loket/internal/platform/clientid"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/language"
	"loket/internal/platform/safetext"
)

// OpenInput is what a user of a client complains of.
type OpenInput struct {
	By      *identity.Principal
	OrderID int64
	Reason  Reason
	Text    string // may be empty
	Actor   string // for the audit log
	Address string
}

// Open stores a complaint about an order of the caller's client. Errors: fault.ErrNotFound (also of a sandbox), fault.ErrValidation, ErrState when
// the order failed, is too new or too old, or has an open complaint; so a repeat stores nothing.
func (s *Service) Open(ctx context.Context, in OpenInput) (Complaint, error) {
	text, err := checkText(in.Text, 0)
	if err != nil {
		return Complaint{}, err
	}

	if !slices.Contains(Reasons(), in.Reason) {
		return Complaint{}, fault.InvalidField("reason", msgReason)
	}

	if clientid.IsSandbox(in.By.ClientID) {
		return Complaint{}, order.NoSuchOrder()
	}

	c := Complaint{ClientID: in.By.ClientID, OrderID: in.OrderID, Reason: in.Reason, Text: text, UserID: in.By.UserID, Username: in.By.Username}

	err = s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		c.OpenedAt = s.deps.Clock.Now()

		// The lock lets one complaint be opened at a time.
		o, err := order.Find(ctx, tx, c.ClientID, c.OrderID, s.deps.DB.ForUpdate())
		if err != nil {
			return err
		}

		if err := s.MayOpen(o); err != nil {
			return err
		}

		return s.storeTx(ctx, tx, &c, in)
	})

	return c, err
}

func (s *Service) storeTx(ctx context.Context, tx *db.Tx, c *Complaint, in OpenInput) error {
	var open int64

	err := tx.QueryRow(ctx, `SELECT COALESCE(MAX(number), 0) + 1, COALESCE(SUM(CASE WHEN closed_at IS NULL THEN 1 ELSE 0 END), 0)
		FROM order_complaints WHERE client_id = $1 AND order_id = $2`, c.ClientID, c.OrderID).Scan(&c.Number, &open)
	if err != nil {
		return fmt.Errorf("number of a complaint: %w", err)
	}

	if open > 0 {
		return ErrState.Msg(msgOpen)
	}

	attempt, _, err := order.LastAttempt(ctx, tx, c.ClientID, c.OrderID, "")
	if err != nil {
		return err
	}

	c.Supplier = attempt.Supplier

	_, err = tx.Exec(ctx, `INSERT INTO order_complaints (client_id, order_id, number, reason, text, user_id, username, supplier, opened_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
		c.ClientID, c.OrderID, c.Number, string(c.Reason), c.Text, c.UserID, c.Username, c.Supplier, clock.Micros(c.OpenedAt))
	if err != nil {
		return fmt.Errorf("open a complaint: %w", err)
	}

	s.deps.Live.ChangedTx(tx, c.ClientID, order.LiveTopic)

	return audit.Write(ctx, tx, c.OpenedAt, audit.Entry{
		Actor: in.Actor, Client: c.ClientID, Action: "complaint.open", Subject: subject(c), Address: in.Address,
		Detail: map[string]any{"complaint": c.Number, "reason": string(c.Reason)},
	})
}

// subject is the order, so that the page of the order shows the entry.
func subject(c *Complaint) string { return "order:" + order.FormatID(c.OrderID) }

// checkText returns a text without blanks around it, of least to MaxText characters.
func checkText(text string, least int) (string, error) {
	text = strings.TrimSpace(text)
	if n := utf8.RuneCountInString(text); n < least || n > MaxText || !safetext.Storable(text) {
		return "", fault.InvalidField("text", textMessage(least))
	}

	return text, nil
}

func textMessage(least int) language.Message {
	if least == 0 {
		return msgText.With(MaxText)
	}

	return msgAnswer.With(MaxText)
}
