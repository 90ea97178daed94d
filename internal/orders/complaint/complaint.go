// Package complaint has what clients complain of about their orders: reasons from a closed list, answers of staff, and results.
package complaint

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"loket/internal/identity"
	"loket/internal/orders/order"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/live"
	"loket/internal/platform/mail"
	"loket/internal/platform/required"
)

const (
	// Earliest is the age of an order from which on a complaint may be opened.
	Earliest = 10 * time.Minute
	// Latest is the age until which it may be.
	Latest = 7 * 24 * time.Hour

	// MaxText is the longest text of a complaint and of an answer, in characters.
	MaxText = 1000
)

// Reason is why a client complains.
type Reason string

// Reasons lists the reasons, in the order of their selection.
func Reasons() []Reason {
	return []Reason{"not_received", "no_serial", "serial_invalid", "serial_used", "token_unreadable", "wrong_amount", "bill_open"}
}

// Result is how a complaint was closed. It is empty while the complaint is open.
type Result string

// The results.
const (
	Delivered Result = "delivered" // the order was delivered
	Refunded  Result = "refunded"  // the client has the money back
	Rejected  Result = "rejected"  // nothing was wrong
)

// Complaint is one complaint about an order.
type Complaint struct {
	ClientID, OrderID, Number int64 // the number counts the complaints of an order from 1

	Reason   Reason
	Text     string
	UserID   int64 // who opened it
	Username string
	Supplier string // of the last attempt when it was opened; empty: it had none

	OpenedAt   time.Time
	AnsweredAt time.Time // first answer of staff; zero: none yet
	RepliedAt  time.Time // reply of the client that staff did not answer yet; zero: none
	ClosedAt   time.Time // zero: it is open
	Result     Result
}

// Open reports whether it waits for staff.
func (c *Complaint) Open() bool { return c.ClosedAt.IsZero() }

// State names where it stands: new, answered, replied, closed.
func (c *Complaint) State() string {
	switch {
	case !c.Open():
		return "closed"
	case c.AnsweredAt.IsZero():
		return "new"
	case !c.RepliedAt.IsZero():
		return "replied"
	}

	return "answered"
}

// Answer is what staff wrote about a complaint for the client, or what the client replied.
type Answer struct {
	Number int64
	Author string // staff:ana, user:12
	Name   string // username of a user; empty for staff
	Text   string
	At     time.Time
}

// Deps are what a Service works with. All are needed.
type Deps struct {
	DB     *db.DB
	Clock  clock.Clock
	People *identity.Service
	Mail   mail.Sender
	Live   *live.Hub
}

// Service opens, answers and closes complaints, and takes the replies of clients. It is safe for concurrent use.
type Service struct{ deps Deps }

// New makes a service.
func New(deps Deps) *Service {
	required.Fields(deps)

	return &Service{deps}
}

const columns = `c.client_id, c.order_id, c.number, c.reason, c.text, c.user_id, c.username, c.supplier,
	c.opened_at, COALESCE(c.answered_at, 0), COALESCE(c.replied_at, 0), COALESCE(c.closed_at, 0), c.result`

func scan(row db.Row) (c Complaint, err error) {
	var opened, answered, replied, closed int64

	err = row.Scan(&c.ClientID, &c.OrderID, &c.Number, &c.Reason, &c.Text, &c.UserID, &c.Username, &c.Supplier, &opened, &answered, &replied, &closed, &c.Result)
	c.OpenedAt, c.AnsweredAt, c.RepliedAt, c.ClosedAt = clock.FromMicros(opened), clock.FromMicrosOrZero(answered), clock.FromMicrosOrZero(replied), clock.FromMicrosOrZero(closed)

	return c, err
}

// OfOrder lists the complaints about an order, the newest first, and the answers to each by its number, the oldest first.
func (s *Service) OfOrder(ctx context.Context, clientID, orderID int64) ([]Complaint, map[int64][]Answer, error) {
	rows, err := s.deps.DB.Reader().Query(ctx,
		"SELECT "+columns+" FROM order_complaints c WHERE c.client_id = $1 AND c.order_id = $2 ORDER BY c.number DESC", clientID, orderID)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (Complaint, error) { return scan(row) })
	if err != nil {
		return nil, nil, fmt.Errorf("complaints about order %d: %w", orderID, err)
	}

	answers := map[int64][]Answer{}
	if len(list) == 0 {
		return list, answers, nil
	}

	rows, err = s.deps.DB.Reader().Query(ctx, `SELECT complaint, number, author, name, text, at FROM order_complaint_answers
		WHERE client_id = $1 AND order_id = $2 ORDER BY complaint, number`, clientID, orderID)

	_, err = db.Collect(rows, err, func(row *sql.Rows) (a Answer, err error) {
		var complaint, at int64

		err = row.Scan(&complaint, &a.Number, &a.Author, &a.Name, &a.Text, &at)
		a.At = clock.FromMicros(at)
		answers[complaint] = append(answers[complaint], a)

		return a, err
	})
	if err != nil {
		return nil, nil, fmt.Errorf("answers about order %d: %w", orderID, err)
	}

	return list, answers, nil
}

// MayOpen is nil when a complaint about the order may be opened at present, as far as its time and state say; else ErrState.
func (s *Service) MayOpen(o order.Order) error {
	switch age := s.deps.Clock.Now().Sub(o.CreatedAt); {
	case o.Status == order.Failed:
		return ErrState.Msg(msgFailed)
	case age < Earliest:
		return ErrState.Msg(msgEarly)
	case age > Latest:
		return ErrState.Msg(msgLate)
	}

	return nil
}
