package schedule

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"loket/internal/catalog"
	"loket/internal/identity"
	"loket/internal/money/wallet"
	"loket/internal/platform/audit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/mail"
	"loket/internal/platform/money"
)

// LimitChange is a change of the approval limit that waits for a second user, because it would let more orders run without one.
type LimitChange struct {
	Above       *money.Rupiah
	RequestedBy string // full name
	UserID      int64
	RequestedAt time.Time
	ExpiresAt   time.Time
}

// SetApprovalAbove sets the total above which the scheduled orders of a user and day need a second user. A change that protects less
// waits until another user with the permission approves it; all others hold at once. Orders that wait stay as they are. Everybody who
// may approve, and the root users, are mailed. Errors: fault.ErrValidation, also when nobody could approve, and identity's errors of PINs.
func (s *Service) SetApprovalAbove(ctx context.Context, in ApprovalLimit) error {
	if in.Above != nil && (*in.Above < 0 || *in.Above > wallet.MaxThreshold) {
		return fault.InvalidField("amount", msgApprovalRange.With(wallet.MaxThreshold.Pointed()))
	}

	if err := s.deps.People.VerifyPIN(ctx, in.ClientID, in.UserID, in.PIN); err != nil {
		return err
	}

	err := s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		now := s.deps.Clock.Now()

		if err := tx.Lock(ctx, fmt.Sprintf(lockClients, in.ClientID)); err != nil {
			return err
		}

		was, err := approvalAbove(ctx, tx, in.ClientID)
		if err != nil {
			return err
		}

		lower := was != nil && (in.Above == nil || *in.Above > *was)

		if in.Above != nil || lower {
			users, err := s.deps.People.ReadersTx(ctx, tx, in.ClientID, identity.ScheduledOrderCreate)
			if err != nil {
				return err
			}

			if len(without(users, in.UserID)) == 0 {
				return fault.InvalidField("amount", msgNoApprover)
			}
		}

		if lower {
			return s.askLimitTx(ctx, tx, now, in, was)
		}

		return s.applyLimitTx(ctx, tx, now, in, was, "scheduled_order.approval_limit")
	})
	if err != nil {
		return fmt.Errorf("set the approval limit of client %d: %w", in.ClientID, err)
	}

	return nil
}

// askLimitTx stores a change that waits for a second user. A new one takes the place of the one before.
func (s *Service) askLimitTx(ctx context.Context, tx *db.Tx, now time.Time, in ApprovalLimit, was *money.Rupiah) error {
	_, err := tx.Exec(ctx, `INSERT INTO scheduled_approval_changes (client_id, above, requested_by, requested_at, expires_at) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (client_id) DO UPDATE SET above = excluded.above, requested_by = excluded.requested_by, requested_at = excluded.requested_at,
			expires_at = excluded.expires_at`,
		in.ClientID, amountOrNull(in.Above), in.UserID, clock.Micros(now), clock.Micros(now.Add(approvalTime)))
	if err != nil {
		return err
	}

	if err := s.auditLimitTx(ctx, tx, now, in, was, "scheduled_order.approval_limit_request"); err != nil {
		return err
	}

	return s.mailLimitTx(ctx, tx, in, was, true)
}

// applyLimitTx sets the limit.
func (s *Service) applyLimitTx(ctx context.Context, tx *db.Tx, now time.Time, in ApprovalLimit, was *money.Rupiah, action string) error {
	// Where a limit stands already, what adds up since it was set keeps adding up.
	_, err := tx.Exec(ctx, `INSERT INTO scheduled_approvals (client_id, above, updated_at, since) VALUES ($1, $2, $3, $3)
		ON CONFLICT (client_id) DO UPDATE SET since = CASE WHEN scheduled_approvals.above IS NULL THEN excluded.since ELSE scheduled_approvals.since END,
			above = excluded.above, updated_at = excluded.updated_at`,
		in.ClientID, amountOrNull(in.Above), clock.Micros(now))
	if err != nil {
		return err
	}

	if _, err := tx.Exec(ctx, "DELETE FROM scheduled_approval_changes WHERE client_id = $1", in.ClientID); err != nil {
		return err
	}

	if err := s.auditLimitTx(ctx, tx, now, in, was, action); err != nil {
		return err
	}

	return s.mailLimitTx(ctx, tx, in, was, false)
}

func (s *Service) auditLimitTx(ctx context.Context, tx *db.Tx, now time.Time, in ApprovalLimit, was *money.Rupiah, action string) error {
	return audit.Write(ctx, tx, now, audit.Entry{
		Actor: in.Actor, Client: in.ClientID, Action: action, Subject: fmt.Sprintf("client:%d", in.ClientID), Address: in.Address,
		Detail: map[string]any{"from": amountOrNull(was), "to": amountOrNull(in.Above)},
	})
}

// PendingLimit is the change of a client's limit that waits for a second user; nil without one.
func (s *Service) PendingLimit(ctx context.Context, clientID int64) (*LimitChange, error) {
	return s.pendingLimit(ctx, s.deps.DB.Reader(), clientID)
}

func (s *Service) pendingLimit(ctx context.Context, q db.Querier, clientID int64) (*LimitChange, error) {
	var (
		c              LimitChange
		above          sql.NullInt64
		asked, expires int64
	)

	err := q.QueryRow(ctx, `SELECT c.above, c.requested_by, COALESCE(u.full_name, ''), c.requested_at, c.expires_at FROM scheduled_approval_changes c
		LEFT JOIN users u ON u.id = c.requested_by WHERE c.client_id = $1 AND c.expires_at > $2`, clientID, clock.Micros(s.deps.Clock.Now())).
		Scan(&above, &c.UserID, &c.RequestedBy, &asked, &expires)

	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, nil //nolint:nilnil // none waits
	case err != nil:
		return nil, fmt.Errorf("read the waiting approval limit of client %d: %w", clientID, err)
	}

	c.RequestedAt, c.ExpiresAt = clock.FromMicros(asked), clock.FromMicros(expires)
	if above.Valid {
		c.Above = new(money.Rupiah(above.Int64))
	}

	return &c, nil
}

// waitingLimit finds the change that another user may decide about.
func (s *Service) waitingLimit(ctx context.Context, q db.Querier, j LimitJudgement) (*LimitChange, error) {
	c, err := s.pendingLimit(ctx, q, j.ClientID)

	switch {
	case err != nil:
		return nil, err
	case c == nil:
		return nil, ErrNotWaiting.New()
	case c.UserID == j.UserID:
		return nil, ErrOwnApproval.New()
	case amountOrNull(c.Above) != amountOrNull(j.Seen):
		return nil, ErrChangeReplaced.New()
	}

	return c, nil
}

// LimitJudgement is the decision of a second user about a waiting change of the limit.
type LimitJudgement struct {
	Judgement

	Approve bool
	Seen    *money.Rupiah // the new limit that the user saw; nil: no order would need an approval
}

// DecideLimit lets a waiting change of the limit hold, or rejects it. The user must be another one than who asked for it, and must have seen
// the change that waits. Errors: ErrNotWaiting, ErrOwnApproval, ErrChangeReplaced, and to approve identity's errors of PINs.
func (s *Service) DecideLimit(ctx context.Context, j LimitJudgement) error {
	// What can't be decided costs no try of the PIN.
	if _, err := s.waitingLimit(ctx, s.deps.DB.Reader(), j); err != nil {
		return err
	}

	if j.Approve {
		if err := s.deps.People.VerifyPIN(ctx, j.ClientID, j.UserID, j.PIN); err != nil {
			return err
		}
	}

	err := s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		now := s.deps.Clock.Now()

		if err := tx.Lock(ctx, fmt.Sprintf(lockClients, j.ClientID)); err != nil {
			return err
		}

		c, err := s.waitingLimit(ctx, tx, j)
		if err != nil {
			return err
		}

		was, err := approvalAbove(ctx, tx, j.ClientID)
		if err != nil {
			return err
		}

		in := ApprovalLimit{ClientID: j.ClientID, UserID: j.UserID, Above: c.Above, Actor: j.Actor, Address: j.Address}
		if j.Approve {
			return s.applyLimitTx(ctx, tx, now, in, was, "scheduled_order.approval_limit")
		}

		if _, err := tx.Exec(ctx, "DELETE FROM scheduled_approval_changes WHERE client_id = $1", j.ClientID); err != nil {
			return err
		}

		return s.auditLimitTx(ctx, tx, now, in, was, "scheduled_order.approval_limit_reject")
	})
	if err != nil {
		return fmt.Errorf("decide about the approval limit of client %d: %w", j.ClientID, err)
	}

	return nil
}

// mailLimitTx tells those who may approve, and the root users, of a change of the limit.
func (s *Service) mailLimitTx(ctx context.Context, tx *db.Tx, in ApprovalLimit, was *money.Rupiah, asks bool) error {
	if s.deps.Mail == nil {
		return nil
	}

	list, err := s.deps.People.ReadersTx(ctx, tx, in.ClientID, identity.ScheduledOrderCreate)
	if err != nil {
		return err
	}

	roots, err := s.deps.People.RootReadersTx(ctx, tx, in.ClientID)
	if err != nil {
		return err
	}

	told := map[int64]bool{}

	for _, r := range append(list, roots...) {
		if told[r.UserID] {
			continue
		}

		told[r.UserID] = true

		if err := s.deps.Mail.Send(ctx, tx, limitMail(r, in.Above, was, asks)); err != nil {
			return fmt.Errorf("mail about the approval limit of client %d: %w", in.ClientID, err)
		}
	}

	return nil
}

func limitMail(r identity.Reader, above, was *money.Rupiah, asks bool) mail.Message {
	l := r.Language
	amount := func(a *money.Rupiah) string {
		if a == nil {
			return l.Pick("No approval", "Tanpa persetujuan")
		}

		return l.Pick("Above ", "Di atas ") + a.Pointed()
	}

	m := mail.Message{
		To: r.Address, Language: l, Subject: l.Pick("The approval of scheduled orders was changed", "Persetujuan order terjadwal diubah"),
		Paragraphs: []string{l.Pick("The amount above which a second user approves scheduled orders is another one now.",
			"Total yang memerlukan persetujuan pengguna kedua untuk order terjadwal telah berubah.")},
	}

	if asks {
		m.Subject = l.Pick("A change of the approval of scheduled orders waits", "Perubahan persetujuan order terjadwal menunggu")
		m.Paragraphs = []string{l.Pick("A user asks that more scheduled orders run without a second user. Another user must approve that with their PIN within 3 days.",
			"Seorang pengguna meminta agar lebih banyak order terjadwal berjalan tanpa pengguna kedua. Pengguna lain harus menyetujuinya dengan PIN dalam 3 hari.")}
	}

	m.Facts = []mail.Fact{{Name: l.Pick("Before", "Sebelumnya"), Value: amount(was)}, {Name: l.Pick("New", "Baru"), Value: amount(above)}}

	return m
}

// spentToday sums up what the orders of a user of this day will charge or have charged without a second user's approval.
func (s *Service) spentToday(ctx context.Context, q db.Querier, clientID, userID int64, zone *time.Location) (money.Rupiah, error) {
	var sum int64

	day := clock.DayOf(s.deps.Clock.Now().In(zone)).Start(zone)

	err := q.QueryRow(ctx, `SELECT CAST(COALESCE(SUM(CASE WHEN o.ended_at IS NOT NULL THEN o.charged WHEN o.status = 'canceled' THEN o.unit_price * (o.quantity - o.canceled) ELSE o.unit_price * o.quantity END), 0) AS BIGINT)
		FROM scheduled_orders o WHERE o.client_id = $1 AND o.created_at >= $2 AND o.user_id = $3 AND o.approval_expires_at IS NULL AND o.run = 0
			AND o.created_at >= COALESCE((SELECT a.since FROM scheduled_approvals a WHERE a.client_id = $1), 0)`,
		clientID, clock.Micros(day), userID).Scan(&sum)
	if err != nil {
		return 0, fmt.Errorf("sum the scheduled orders of user %d: %w", userID, err)
	}

	return money.Rupiah(sum), nil
}

// SpentToday is what the orders of a user of this day add up to, of those that no second user approved.
func (s *Service) SpentToday(ctx context.Context, clientID, userID int64, zone *time.Location) (money.Rupiah, error) {
	return s.spentToday(ctx, s.deps.DB.Reader(), clientID, userID, zone)
}

// needsApproval reports whether a new order would wait for another user: its total, and what else its maker ordered on this day, is above
// the limit. The total of bills is unknown, so all of them wait.
func (s *Service) needsApproval(ctx context.Context, q db.Querier, o Order, zone *time.Location) (bool, error) {
	above, err := approvalAbove(ctx, q, o.ClientID)
	if err != nil || above == nil {
		return false, err
	}

	if o.EstimatedTotal() > *above || o.Kind == catalog.Postpaid {
		return true, nil
	}

	spent, err := s.spentToday(ctx, q, o.ClientID, o.UserID, zone)

	return spent+o.EstimatedTotal() > *above, err
}
