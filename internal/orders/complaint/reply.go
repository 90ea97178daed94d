package complaint

import (
	"context"
	"fmt"

	"loket/internal/identity"
	"loket/internal/orders/order"
	"loket/internal/platform/audit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// ReplyInput is what a user of the client replies to an answer of staff.
type ReplyInput struct {
	By              *identity.Principal
	OrderID, Number int64
	Text            string
	Actor           string // for the audit log
	Address         string
}

// MayReply reports whether the client may reply: staff answered and the complaint is open, and the client didn't reply to that answer.
func (c *Complaint) MayReply() bool { return c.State() == "answered" }

// Reply stores a reply, one to each answer of staff. Errors: fault.ErrNotFound, fault.ErrValidation, ErrState when there is no answer to reply to,
// so a repeat stores nothing.
func (s *Service) Reply(ctx context.Context, in ReplyInput) (Complaint, error) {
	text, err := checkText(in.Text, 1)
	if err != nil {
		return Complaint{}, err
	}

	var c Complaint

	err = s.deps.DB.Tx(ctx, func(tx *db.Tx) (err error) {
		now := s.deps.Clock.Now()

		// The lock lets one reply be stored at a time.
		if _, err = order.Find(ctx, tx, in.By.ClientID, in.OrderID, s.deps.DB.ForUpdate()); err != nil {
			return err
		}

		if c, err = findTx(ctx, tx, in.By.ClientID, in.OrderID, in.Number); err != nil {
			return err
		}

		if !c.MayReply() {
			return ErrState.Msg(msgNoReply)
		}

		if err := addTx(ctx, tx, &c, Answer{Author: in.Actor, Name: in.By.Username, Text: text, At: now}); err != nil {
			return err
		}

		c.RepliedAt = now

		_, err = tx.Exec(ctx, "UPDATE order_complaints SET replied_at = $1 WHERE client_id = $2 AND order_id = $3 AND number = $4",
			clock.Micros(now), c.ClientID, c.OrderID, c.Number)
		if err != nil {
			return fmt.Errorf("reply to an answer: %w", err)
		}

		s.deps.Live.ChangedTx(tx, c.ClientID, order.LiveTopic)

		return audit.Write(ctx, tx, now, audit.Entry{
			Actor: in.Actor, Client: c.ClientID, Action: "complaint.reply", Subject: subject(&c), Address: in.Address, Detail: map[string]any{"complaint": c.Number},
		})
	})

	return c, err
}
