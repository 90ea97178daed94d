package wallet

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"loket/internal/platform/approval"
	"loket/internal/platform/audit"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
)

// MaxAdjustment is the largest manual change. A greater number is a typing error, and the balance could exceed
// what every JSON parser reads exactly.
const MaxAdjustment = money.Rupiah(1_000_000_000_000_000)

// MaxSourceReference is the longest reference of an adjustment, in bytes.
const MaxSourceReference = 64

// AdjustKind is the kind of approvals of adjustments.
const AdjustKind = "wallet.adjust"

// adjustAction is an adjustment in the audit log.
const adjustAction = "wallet.adjust"

// Adjustment is a change by staff: money received outside the automatic channels (topup), a correction (topup or
// deduct), a fee (topup_fee) or a compensation (topup_penalty).
type Adjustment struct {
	ClientID int64 `json:"clientId"`
	Type     Type  `json:"type"`
	// Action is topup, deduct, topup_fee or topup_penalty. Empty takes topup or deduct by the sign of the amount.
	Action Action       `json:"action"`
	Amount money.Rupiah `json:"amount"` // with the sign of its action: deduct and topup_fee are negative
	Contra Account      `json:"contra"`
	Key    string       `json:"key"` // idempotency key
	// SourceReference is what the client reads beside the row of history; it may be empty.
	SourceReference string `json:"reference"`
	Actor           string `json:"-"` // staff:budi
	approvedBy      string // of one that a second person approved
	Reason          string `json:"reason"` // for the audit log alone
}

// AdjustResult is the result of an adjustment.
type AdjustResult struct {
	Entries []Entry
	// Waiting is set, and nothing was posted, while the adjustment needs another member of staff.
	Waiting *approval.Approval
}

func (a *Adjustment) check() error {
	if a.Reason == "" {
		return errReason()
	}

	if a.Amount > MaxAdjustment || a.Amount < -MaxAdjustment {
		return fault.InvalidField("amount", msgAmountMaximum.With(MaxAdjustment))
	}

	switch a.Action {
	case "":
		if a.Action = Topup; a.Amount < 0 {
			a.Action = Deduct
		}
	case Topup, Deduct, TopupFee, TopupPenalty:
	case Payment, Refund, TopupVA, Tax22:
		return fault.InvalidField("operation", msgOperation)
	default:
		return fault.InvalidField("operation", msgOperation)
	}

	if len(a.SourceReference) > MaxSourceReference {
		return fault.InvalidField("reference", msgReferenceLength.With(MaxSourceReference))
	}

	return Posting{Action: a.Action, Amount: a.Amount, Key: a.Key}.check()
}

// checkActive refuses to add money to a wallet that is not active (docs/product/deposits.md#wallets), whoever does it and as which
// operation. Money may be taken out of it.
func (a *Adjustment) checkActive(w Wallet) error {
	if a.Amount > 0 && !w.Active {
		return ErrInactive.New()
	}

	return nil
}

// Adjust makes a manual change of a balance and stores the reason in the audit log. A top-up of a level 2 wallet
// is followed by its withheld tax, as any top-up. Above the limit of one person nothing is posted until another one
// approves. The same key again posts and asks nothing new. ErrInactive is for money into a wallet that is not active.
func (s *Service) Adjust(ctx context.Context, a Adjustment) (AdjustResult, error) {
	var made AdjustResult

	err := s.deps.DB.Tx(ctx, func(tx *db.Tx) (err error) {
		made, err = s.AdjustTx(ctx, tx, s.deps.Clock.Now(), a)

		return err
	})
	if err != nil {
		return AdjustResult{}, fmt.Errorf("adjust a wallet of client %d: %w", a.ClientID, err)
	}

	return made, nil
}

// AdjustTx is Adjust in a transaction of the caller, for a change that must hold together with what the caller writes.
func (s *Service) AdjustTx(ctx context.Context, tx *db.Tx, now time.Time, a Adjustment) (AdjustResult, error) {
	if err := a.check(); err != nil {
		return AdjustResult{}, err
	}

	alone, err := s.madeAlone(ctx, tx, now, a)
	if err != nil {
		return AdjustResult{}, err
	}

	if alone {
		return s.adjustTx(ctx, tx, now, a)
	}

	return askTx(ctx, tx, now, a)
}

// madeAlone reports whether a maker may make an adjustment alone: it stays within the limit of one, and with the others that the maker made
// alone on this day in Jakarta within that of a day. The repeat of one that was posted posts nothing.
func (s *Service) madeAlone(ctx context.Context, tx *db.Tx, now time.Time, a Adjustment) (bool, error) {
	if s.opt.AdjustLimit != 0 && abs(a.Amount) > s.opt.AdjustLimit {
		return false, nil
	}

	if s.opt.AdjustDayLimit == 0 {
		return true, nil
	}

	// Two at a time of one maker must not both fit, and the second of two with one key sees what became of the first.
	if err := tx.Lock(ctx, "adjustments/"+audit.NameOf(a.Actor)); err != nil {
		return false, err
	}

	if _, err := entryOfKey(ctx, tx, a.ClientID, a.Key); err == nil {
		return true, nil
	}

	// What was asked for, also on another day, is not made by asking again.
	if asked, err := approval.HasTx(ctx, tx, AdjustKind, approvalKey(a)); err != nil || asked {
		return false, err
	}

	return approval.AloneTx(ctx, tx, now, approval.Alone{
		Kind: adjustAction, Actor: a.Actor, Amount: int64(a.Amount), Limit: int64(s.opt.AdjustDayLimit), Field: "amount",
	})
}

func approvalKey(a Adjustment) string { return fmt.Sprintf("%d/%s", a.ClientID, a.Key) }

func abs(n money.Rupiah) money.Rupiah { return max(n, -n) }

// askTx stores an adjustment that needs a second person.
func askTx(ctx context.Context, tx *db.Tx, now time.Time, a Adjustment) (AdjustResult, error) {
	w, err := ByTypeTx(ctx, tx, a.ClientID, a.Type)
	if err != nil {
		return AdjustResult{}, err
	}

	if err := a.checkActive(w); err != nil {
		return AdjustResult{}, err
	}

	wait, err := approval.AskTx(ctx, tx, now, approval.AskInput{
		Kind: AdjustKind, Key: approvalKey(a), ClientID: a.ClientID, Input: a, Actor: a.Actor, Reason: a.Reason,
	})

	return AdjustResult{Waiting: &wait}, err
}

// DecideAdjustment approves or rejects an adjustment that waits. What is approved is posted in the same transaction.
// Errors: fault.ErrValidation for a missing reason, and those of approval.DecideTx and Adjust.
func (s *Service) DecideAdjustment(ctx context.Context, d approval.Decision) (AdjustResult, error) {
	if d.Reason == "" {
		return AdjustResult{}, errReason()
	}

	var made AdjustResult

	err := s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		now := s.deps.Clock.Now()
		d.Kind = AdjustKind

		decided, err := approval.DecideTx(ctx, tx, now, d)
		if err != nil || !d.Approve {
			return err
		}

		var a Adjustment
		if err := json.Unmarshal([]byte(decided.Input), &a); err != nil {
			return fmt.Errorf("read an adjustment: %w", err)
		}

		a.Actor, a.approvedBy = decided.RequestedBy, decided.DecidedBy
		made, err = s.adjustTx(ctx, tx, now, a)

		return err
	})
	if err != nil {
		return AdjustResult{}, fmt.Errorf("decide about adjustment %d: %w", d.ID, err)
	}

	return made, nil
}

func (s *Service) adjustTx(ctx context.Context, tx *db.Tx, now time.Time, a Adjustment) (AdjustResult, error) {
	w, err := ByTypeTx(ctx, tx, a.ClientID, a.Type)
	if err != nil {
		return AdjustResult{}, err
	}

	entries, repeated, err := s.adjust(ctx, tx, now, w, a)
	if err != nil || repeated {
		return AdjustResult{Entries: entries}, err
	}

	s.deps.Live.ChangedTx(tx, a.ClientID, LiveTopic)

	detail := map[string]any{"operation": string(a.Action), "amount": int64(a.Amount), "key": a.Key}
	if a.approvedBy != "" {
		detail["approvedBy"] = a.approvedBy
	}

	return AdjustResult{Entries: entries}, audit.Write(ctx, tx, now, audit.Entry{
		Actor: a.Actor, Client: a.ClientID, Action: adjustAction, Subject: fmt.Sprintf("wallet:%d", w.ID), Reason: a.Reason, Detail: detail,
	})
}

func (s *Service) adjust(ctx context.Context, tx *db.Tx, now time.Time, w Wallet, a Adjustment) ([]Entry, bool, error) {
	// A repeat answers what was posted while the wallet was active.
	if err := a.checkActive(w); err != nil {
		if _, found := entryOfKey(ctx, tx, a.ClientID, a.Key); found != nil {
			return nil, false, err
		}
	}

	p := Posting{
		WalletID: w.ID, ClientID: w.ClientID, Action: a.Action, Amount: a.Amount, Contra: a.Contra, Key: a.Key, SourceRef: a.SourceReference,
	}

	if a.Action == Topup {
		return s.TopupTx(ctx, tx, now, w, p)
	}

	e, repeated, err := PostTx(ctx, tx, now, p)

	return []Entry{e}, repeated, err
}
