package schedule

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"loket/internal/catalog"
	"loket/internal/money/wallet"
	"loket/internal/orders/placing"
	"loket/internal/platform/audit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/job"
	"loket/internal/platform/money"
	"loket/internal/platform/secret"
)

const (
	// approvalTime is how long a draft waits for its approval (docs/product/bill-payment.md#approval).
	approvalTime = 3 * 24 * time.Hour

	expireKind  = "schedule.expire"
	expireEvery = time.Minute
	// maxExpired bounds one run of the job; the next run continues.
	maxExpired = 200

	maxReason = 200
)

// Judgement is the decision of a second user about a draft.
type Judgement struct {
	Decision

	UserID int64
	PIN    secret.Text // of an approval
	// ExpectedTotal is the total that the user saw; nil for bills, and where the caller showed none.
	ExpectedTotal *money.Rupiah
	Reason        string // of a rejection, for its mail and the audit log
}

// ApprovalAbove is the total above which scheduled orders of a client need the approval of a second user; nil is never.
func (s *Service) ApprovalAbove(ctx context.Context, clientID int64) (*money.Rupiah, error) {
	return approvalAbove(ctx, s.deps.DB.Reader(), clientID)
}

func approvalAbove(ctx context.Context, q db.Querier, clientID int64) (*money.Rupiah, error) {
	var above sql.NullInt64

	err := q.QueryRow(ctx, "SELECT above FROM scheduled_approvals WHERE client_id = $1", clientID).Scan(&above)

	switch {
	case errors.Is(err, sql.ErrNoRows) || err == nil && !above.Valid:
		return nil, nil //nolint:nilnil // no amount
	case err != nil:
		return nil, fmt.Errorf("read the approval limit of client %d: %w", clientID, err)
	}

	return new(money.Rupiah(above.Int64)), nil
}

// ApprovalLimit is the input of SetApprovalAbove.
type ApprovalLimit struct {
	ClientID int64
	UserID   int64
	PIN      secret.Text
	Above    *money.Rupiah // nil: no order needs an approval
	Actor    string
	Address  string
}

func amountOrNull(amount *money.Rupiah) any {
	if amount == nil {
		return nil
	}

	return int64(*amount)
}

// holdTx makes an order wait for its approval if its client wants that.
func (s *Service) holdTx(ctx context.Context, tx *db.Tx, now time.Time, o *Order) error {
	zone, err := s.zoneTx(ctx, tx, o.ClientID)
	if err != nil {
		return err
	}

	if needed, err := s.needsApproval(ctx, tx, *o, zone); err != nil || !needed {
		return err
	}

	o.Status, o.WaitsFor, o.Approval.ExpiresAt = Draft, ForApproval, now.Add(approvalTime)

	// A run that was approved later would be late.
	if last := o.ScheduledAt.Add(mostLate); !o.Immediate && last.Before(o.Approval.ExpiresAt) {
		o.Approval.ExpiresAt = last
	}

	return nil
}

// askTx mails those who may approve a new draft.
func (s *Service) askTx(ctx context.Context, tx *db.Tx, o Order) error {
	stored, err := getTx(ctx, tx, o.ClientID, o.ID, "") // with the maker's name
	if err != nil {
		return err
	}

	return s.mailTx(ctx, tx, stored, mailWaiting, "")
}

// waitingTx finds a draft that waits for an approval by another user than its maker, and locks it.
func (s *Service) waitingTx(ctx context.Context, tx *db.Tx, now time.Time, j Judgement) (Order, error) {
	o, err := getTx(ctx, tx, j.ClientID, j.ID, s.deps.DB.ForUpdate())

	switch {
	case err != nil:
		return Order{}, err
	case o.UserID == j.UserID:
		return Order{}, ErrOwnApproval.New()
	case o.Status != Draft || o.WaitsFor != ForApproval || !now.Before(o.Approval.ExpiresAt):
		return Order{}, ErrNotWaiting.New()
	case j.ExpectedTotal != nil && o.Kind != catalog.Postpaid && *j.ExpectedTotal != o.EstimatedTotal():
		return Order{}, totalIs(o.EstimatedTotal())
	}

	return o, nil
}

// totalIs refuses a total that the user saw, and names the present one.
func totalIs(total money.Rupiah) *fault.Error {
	return placing.ErrPriceAboveMaximum.Msg(msgTotalIs.With(total.Pointed()))
}

// Approve lets an order that waits for its approval run at its moment. The user must be another one than the maker, whose price must
// still hold. Errors: fault.ErrNotFound, ErrOwnApproval, ErrNotWaiting, identity's errors of PINs, placing.ErrProductNotFound,
// ErrProductInactive, ErrPriceAboveMaximum, and wallet.ErrInactive and ErrInsufficientBalance for an immediate one.
func (s *Service) Approve(ctx context.Context, j Judgement) (Order, error) {
	snap, err := s.deps.Catalog.Snapshot(ctx)
	if err != nil {
		return Order{}, fmt.Errorf("read the catalogue: %w", err)
	}

	// What can't be approved costs no try of the PIN.
	err = s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		_, err := s.waitingTx(ctx, tx, s.deps.Clock.Now(), j)

		return err
	})
	if err != nil {
		return Order{}, wrapError("approve", j.ID, err)
	}

	if err := s.deps.People.VerifyPIN(ctx, j.ClientID, j.UserID, j.PIN); err != nil {
		return Order{}, err
	}

	err = s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		now := s.deps.Clock.Now()

		o, err := s.waitingTx(ctx, tx, now, j)
		if err != nil {
			return err
		}

		if err := stillTx(ctx, tx, snap, o); err != nil {
			return err
		}

		if o.Immediate {
			o.ScheduledAt = now
		}

		if err := decideTx(ctx, tx, now, o, j, true); err != nil {
			return err
		}

		_, err = tx.Exec(ctx, "UPDATE scheduled_orders SET status = 'scheduled', waits_for = NULL, scheduled_at = $1 WHERE client_id = $2 AND id = $3",
			clock.Micros(o.ScheduledAt), o.ClientID, o.ID)
		if err != nil {
			return err
		}

		if err := s.enqueueTx(ctx, tx, o); err != nil {
			return err
		}

		return s.mailTx(ctx, tx, o, mailApproved, "")
	})
	if err != nil {
		return Order{}, wrapError("approve", j.ID, err)
	}

	return s.Get(ctx, j.ClientID, j.ID)
}

// stillTx checks that a draft could be made now as it was.
func stillTx(ctx context.Context, tx *db.Tx, snap *catalog.Snapshot, o Order) error {
	p, found := snap.Product(o.ProductCode)

	switch {
	case !found:
		return placing.ErrProductNotFound.New()
	case !p.Active:
		return placing.ErrProductInactive.New()
	}

	if unit := o.Amount + snap.Price(o.ClientID, p); o.Kind != catalog.Postpaid && unit != o.UnitPrice {
		return totalIs(unit * money.Rupiah(o.Quantity))
	}

	if !o.Immediate {
		return nil
	}

	w, err := wallet.ByTypeTx(ctx, tx, o.ClientID, o.WalletType)

	switch {
	case err != nil:
		return err
	case !w.Active:
		return wallet.ErrInactive.New()
	case o.EstimatedTotal() > w.Balance:
		return wallet.ErrInsufficientBalance.New()
	}

	return nil
}

// Reject cancels an order that waits for its approval; it stays recorded. Errors: fault.ErrValidation, fault.ErrNotFound, ErrOwnApproval,
// ErrNotWaiting.
func (s *Service) Reject(ctx context.Context, j Judgement) (Order, error) {
	if utf8.RuneCountInString(j.Reason) > maxReason || !utf8.ValidString(j.Reason) || strings.ContainsFunc(j.Reason, unprintable) {
		return Order{}, fault.InvalidField("reason", msgReason.With(maxReason))
	}

	err := s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		now := s.deps.Clock.Now()

		o, err := s.waitingTx(ctx, tx, now, j)
		if err != nil {
			return err
		}

		if err := decideTx(ctx, tx, now, o, j, false); err != nil {
			return err
		}

		if _, err := s.stopTx(ctx, tx, now, o); err != nil {
			return err
		}

		s.deps.Live.ChangedTx(tx, o.ClientID, LiveTopic)

		return s.mailTx(ctx, tx, o, mailRejected, j.Reason)
	})
	if err != nil {
		return Order{}, wrapError("reject", j.ID, err)
	}

	return s.Get(ctx, j.ClientID, j.ID)
}

func unprintable(r rune) bool { return !unicode.IsPrint(r) }

func decideTx(ctx context.Context, tx *db.Tx, now time.Time, o Order, j Judgement, approved bool) error {
	_, err := tx.Exec(ctx, "UPDATE scheduled_orders SET decided_by = $1, decided_at = $2, approved = $3 WHERE client_id = $4 AND id = $5",
		j.UserID, clock.Micros(now), approved, o.ClientID, o.ID)
	if err != nil {
		return err
	}

	action := "scheduled_order.approve"
	if !approved {
		action = "scheduled_order.reject"
	}

	return audit.Write(ctx, tx, now, audit.Entry{
		Actor: j.Actor, Client: o.ClientID, Action: action, Subject: subject(o.ID), Reason: j.Reason, Address: j.Address,
		Detail: map[string]any{"estimated": int64(o.EstimatedTotal()), "maker": o.UserID},
	})
}

func (s *Service) registerApprovalJobs() {
	s.deps.Jobs.Handle(expireKind, job.KindOptions{Workers: 1}, func(ctx context.Context, _ job.Job) error {
		_, err := s.Expire(ctx)

		return err
	})
	s.deps.Jobs.Every(expireKind, expireEvery, expireKind)
}

// Expire cancels the orders whose time for an approval is over, and returns their number.
func (s *Service) Expire(ctx context.Context) (int, error) {
	type due struct{ client, id int64 }

	now := s.deps.Clock.Now()
	rows, err := s.deps.DB.Reader().Query(ctx, `SELECT client_id, id FROM scheduled_orders
		WHERE ended_at IS NULL AND waits_for = 'approval' AND approval_expires_at <= $1 LIMIT $2`, clock.Micros(now), maxExpired)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (d due, err error) { return d, row.Scan(&d.client, &d.id) })
	if err != nil {
		return 0, fmt.Errorf("find expired approvals: %w", err)
	}

	done := 0

	for _, d := range list {
		expired := false

		err := s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
			o, err := getTx(ctx, tx, d.client, d.id, s.deps.DB.ForUpdate())
			if expired = err == nil && o.WaitsFor == ForApproval; !expired { // somebody was faster
				return err
			}

			if _, err := s.stopTx(ctx, tx, now, o); err != nil {
				return err
			}

			s.deps.Live.ChangedTx(tx, o.ClientID, LiveTopic)

			err = audit.Write(ctx, tx, now, audit.Entry{Actor: audit.System, Client: o.ClientID, Action: "scheduled_order.expire", Subject: subject(o.ID)})
			if err != nil {
				return err
			}

			return s.mailTx(ctx, tx, o, mailExpired, "")
		})
		if err != nil {
			return done, wrapError("expire", d.id, err)
		}

		if expired {
			done++
		}
	}

	return done, nil
}
