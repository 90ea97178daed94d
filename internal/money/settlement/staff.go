package settlement

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"loket/internal/platform/approval"
	"loket/internal/platform/audit"
	"loket/internal/platform/clientid"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
)

// Bounds of what staff set.
const (
	MaxCap     = money.Rupiah(1_000_000_000_000_000)
	MaxDueDays = 365
	// DefaultDueDays is the number of days after the close on which an invoice is due (docs/product/settlement.md#overdue-invoices).
	DefaultDueDays = 14
)

// ChangeKind is the kind of approvals of changes of settlements.
const ChangeKind = "settlement.change"

// Change is what staff do to the settlement of a client. Nil fields stay as they are.
type Change struct {
	ClientID  int64         `json:"clientId"`
	Create    bool          `json:"create"` // makes it; MaxLimit and Days are needed then
	Active    *bool         `json:"active,omitempty"`
	AbleTopup *bool         `json:"ableTopup,omitempty"`
	Limit     *money.Rupiah `json:"limit,omitempty"`
	MaxLimit  *money.Rupiah `json:"maxLimit,omitempty"`
	Days      *Days         `json:"days,omitempty"`
	DueDays   *int          `json:"dueDays,omitempty"`
	Before    *money.Rupiah `json:"before,omitempty"` // of a request for approval: the cap that it replaces, set by Change
	Key       string        `json:"key"`              // idempotency key of a request for approval
	Actor     string        `json:"-"`                // staff:budi
	Reason    string        `json:"reason"`
	Address   string        `json:"-"` // where the call came from, if known
}

// ChangeResult is the result of a change.
type ChangeResult struct {
	Settlement Settlement
	// Waiting is set, and nothing was changed, while the change needs another member of staff.
	Waiting *approval.Approval
}

func (c Change) check() error {
	var fields []fault.Field

	if strings.TrimSpace(c.Reason) == "" {
		fields = append(fields, fault.Field{Field: "reason", Message: msgReasonMissing})
	}

	if c.Days != nil && !c.Days.Valid() || c.Create && c.Days == nil {
		fields = append(fields, fault.Field{Field: "days", Message: msgDays})
	}

	if c.DueDays != nil && (*c.DueDays < 1 || *c.DueDays > MaxDueDays) {
		fields = append(fields, fault.Field{Field: "terms", Message: msgDueDays.With(MaxDueDays)})
	}

	if c.MaxLimit != nil && (*c.MaxLimit < 0 || *c.MaxLimit > MaxCap) || c.Create && c.MaxLimit == nil {
		fields = append(fields, fault.Field{Field: "cap", Message: msgCapRange.With(money.Rupiah(0), MaxCap)})
	}

	if c.Limit != nil && *c.Limit < 0 {
		fields = append(fields, fault.Field{Field: "limit", Message: msgLimitRange.With(MaxCap)})
	}

	if len(fields) > 0 {
		return fault.ErrValidation.With(fields...)
	}

	return nil
}

// Change makes or changes a settlement and stores the reason in the audit log. A cap above the limit of one person changes
// nothing until another one approves; the same key again asks nothing new. The same change again changes nothing.
// Errors: fault.ErrValidation, fault.ErrNotFound.
func (s *Service) Change(ctx context.Context, c Change) (ChangeResult, error) {
	if err := c.check(); err != nil {
		return ChangeResult{}, err
	}

	var made ChangeResult

	err := s.deps.DB.Tx(ctx, func(tx *db.Tx) (err error) {
		now, err := s.now(ctx, tx, c.ClientID)
		if err != nil {
			return err
		}

		if !clientid.IsSandbox(c.ClientID) && s.opt.CapLimit != 0 && c.MaxLimit != nil && *c.MaxLimit > s.opt.CapLimit {
			if c.Before, err = capOfTx(ctx, tx, c); err != nil {
				return err
			}

			wait, err := approval.AskTx(ctx, tx, now, approval.AskInput{
				Kind: ChangeKind, Key: fmt.Sprintf("%d/%s", c.ClientID, c.Key), ClientID: c.ClientID, Input: c, Actor: c.Actor, Reason: c.Reason,
			})
			made = ChangeResult{Waiting: &wait}

			return err
		}

		made.Settlement, err = s.changeTx(ctx, tx, now, c)

		return err
	})
	if err != nil {
		return ChangeResult{}, fmt.Errorf("change the settlement of client %d: %w", c.ClientID, err)
	}

	return made, nil
}

// DecideChange approves or rejects a change that waits. What is approved is made in the same transaction. Errors:
// fault.ErrValidation for a missing reason, and those of approval.DecideTx and Change.
func (s *Service) DecideChange(ctx context.Context, d approval.Decision) (ChangeResult, error) {
	if d.Reason == "" {
		return ChangeResult{}, fault.InvalidField("reason", msgReasonMissing)
	}

	d.Kind = ChangeKind

	var made ChangeResult

	err := s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		now := s.deps.Clock.Now()
		d.Kind = ChangeKind

		decided, err := approval.DecideTx(ctx, tx, now, d)
		if err != nil || !d.Approve {
			return err
		}

		var c Change
		if err := json.Unmarshal([]byte(decided.Input), &c); err != nil {
			return fmt.Errorf("read a change: %w", err)
		}

		c.Actor = decided.RequestedBy
		made.Settlement, err = s.changeTx(ctx, tx, now, c)

		return err
	})
	if err != nil {
		return ChangeResult{}, fmt.Errorf("decide about change %d: %w", d.ID, err)
	}

	return made, nil
}

func (s *Service) changeTx(ctx context.Context, tx *db.Tx, now time.Time, c Change) (Settlement, error) {
	st, err := s.lockOrCreateTx(ctx, tx, now, c)
	if err != nil {
		return Settlement{}, err
	}

	if c.Before != nil && *c.Before != st.MaxLimit { // an approval that came after another change
		return Settlement{}, approval.ErrChanged.New()
	}

	was := st

	set(&st.Active, c.Active)
	set(&st.AbleTopup, c.AbleTopup)
	set(&st.MaxLimit, c.MaxLimit)
	set(&st.Days, c.Days)
	set(&st.DueDays, c.DueDays)

	limit := st.Limit
	set(&limit, c.Limit)

	switch {
	case c.MaxLimit != nil && limit > st.MaxLimit:
		return Settlement{}, fault.InvalidField("cap", msgCapRange.With(limit, MaxCap))
	case limit > st.MaxLimit:
		return Settlement{}, fault.InvalidField("limit", msgLimitRange.With(st.MaxLimit))
	case limit < st.Limit && limit < st.Used():
		return Settlement{}, fault.InvalidField("limit", msgLimitUsed.With(st.Used()))
	}

	// The limit is never above the cap, so it is lowered before the cap, and raised after it.
	if limit < st.Limit {
		if st, err = grantTx(ctx, tx, now, st, LimitLowered, limit-st.Limit); err != nil {
			return Settlement{}, err
		}
	}

	_, err = tx.Exec(ctx, "UPDATE settlements SET active = $1, able_topup = $2, max_limit = $3, days = $4, due_days = $5 WHERE client_id = $6 AND id = $7",
		st.Active, st.AbleTopup, int64(st.MaxLimit), int64(st.Days), int64(st.DueDays), st.ClientID, st.ID)
	if err != nil {
		return Settlement{}, wrapError("change", st.ID, err)
	}

	if limit > st.Limit {
		if st, err = grantTx(ctx, tx, now, st, Topup, limit-st.Limit); err != nil {
			return Settlement{}, err
		}
	}

	if st.Days != was.Days {
		if err := s.moveEndTx(ctx, tx, now, st); err != nil {
			return Settlement{}, err
		}
	}

	s.deps.Live.ChangedTx(tx, st.ClientID, LiveTopic)

	action := "settlement.change"
	if c.Create {
		action = "settlement.create"
	}

	return st, audit.Write(ctx, tx, now, audit.Entry{
		Actor: c.Actor, Client: c.ClientID, Action: action, Subject: subject(st.ID), Reason: c.Reason, Address: c.Address,
		Detail: map[string]any{"from": facts(was), "to": facts(st)},
	})
}

// capOfTx is the cap that a change replaces; nil for a new settlement.
func capOfTx(ctx context.Context, tx *db.Tx, c Change) (*money.Rupiah, error) {
	if c.Create {
		return nil, nil //nolint:nilnil // there is none
	}

	st, err := lockOfClientTx(ctx, tx, c.ClientID)

	return &st.MaxLimit, err
}

// grantTx changes the limit of a locked settlement by an amount. The row has no reference: the client reads it, while who
// changed the limit and why is for the audit log.
func grantTx(ctx context.Context, tx *db.Tx, now time.Time, st Settlement, a Action, amount money.Rupiah) (Settlement, error) {
	return appendTx(ctx, tx, now, st, posting{action: a, amount: amount, key: fmt.Sprintf("limit/%d", st.seq+1)})
}

func set[T any](to, from *T) {
	if from != nil {
		*to = *from
	}
}

// facts are what staff set, for the audit log.
func facts(s Settlement) map[string]any {
	return map[string]any{
		"active": s.Active, "ableTopup": s.AbleTopup, "limit": int64(s.Limit), "cap": int64(s.MaxLimit), "days": int64(s.Days), "dueDays": s.DueDays,
	}
}

// lockOrCreateTx locks the settlement of a client, or makes one with its first period. A second one is fault.ErrValidation.
func (s *Service) lockOrCreateTx(ctx context.Context, tx *db.Tx, now time.Time, c Change) (Settlement, error) {
	if !c.Create {
		return lockOfClientTx(ctx, tx, c.ClientID)
	}

	zone, err := s.zoneTx(ctx, tx, c.ClientID)
	if err != nil {
		return Settlement{}, err
	}

	id, err := db.NextSequence(ctx, tx, "settlements")
	if err != nil {
		return Settlement{}, err
	}

	st := Settlement{ID: id, ClientID: c.ClientID, Active: true, MaxLimit: *c.MaxLimit, Days: *c.Days, DueDays: DefaultDueDays, CreatedAt: now}

	_, err = tx.Exec(ctx, `INSERT INTO settlements (id, client_id, max_limit, days, due_days, created_at) VALUES ($1, $2, $3, $4, $5, $6)`,
		st.ID, st.ClientID, int64(st.MaxLimit), int64(st.Days), int64(st.DueDays), clock.Micros(now))
	if db.IsUnique(err) {
		return Settlement{}, fault.InvalidField("client", msgExists)
	}

	if err != nil {
		return Settlement{}, wrapError("make", id, err)
	}

	return st, openTx(ctx, tx, Period{
		SettlementID: id, ClientID: c.ClientID, Number: 1, From: now, To: st.Days.NextEnd(now, zone), Days: st.Days, MaxLimit: st.MaxLimit, firstSeq: 1,
	})
}

// moveEndTx gives the open period the next end of new days. One that is over keeps its end, and is closed by the job.
func (s *Service) moveEndTx(ctx context.Context, tx *db.Tx, now time.Time, st Settlement) error {
	p, err := openPeriodTx(ctx, tx, st.ClientID, st.ID)
	if err != nil || !now.Before(p.To) {
		return err
	}

	zone, err := s.zoneTx(ctx, tx, st.ClientID)
	if err != nil {
		return err
	}

	from := now
	if p.From.After(from) { // the clock was ahead
		from = p.From
	}

	_, err = tx.Exec(ctx, "UPDATE settlement_periods SET ends_at = $1, days = $2 WHERE client_id = $3 AND id = $4",
		clock.Micros(st.Days.NextEnd(from, zone)), int64(st.Days), p.ClientID, p.ID)
	if err != nil {
		return wrapError("move the end of the period of", st.ID, err)
	}

	return nil
}

// zoneTx is the zone of a client, in which its days begin.
func (s *Service) zoneTx(ctx context.Context, tx *db.Tx, clientID int64) (*time.Location, error) {
	client, err := s.deps.Clients.ClientTx(ctx, tx, clientID)
	if err != nil {
		return nil, fmt.Errorf("time zone: %w", err)
	}

	return clock.Zone(client.TimeZone)
}
