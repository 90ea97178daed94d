package topup

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"loket/internal/money/wallet"
	"loket/internal/platform/approval"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
)

// TransferApprovalKind is the kind of approvals of what staff do with a transfer in suspense.
const TransferApprovalKind = "transfer.settle"

// suspenseAction is what a member of staff wants to do with a transfer in suspense. It is stored while it waits for approval.
type suspenseAction struct {
	TransferID int64        `json:"transferId"`
	Return     bool         `json:"return,omitempty"`
	OrderID    int64        `json:"topupId,omitempty,string"` // the top-up that it pays: ClientID and WalletType are those of it
	ClientID   int64        `json:"clientId,omitempty"`
	WalletType wallet.Type  `json:"walletType,omitempty"`
	Amount     money.Rupiah `json:"amount"` // of the transfer, for whoever approves
	Reason     string       `json:"reason"`

	actor, address string
}

// assignOrReturn carries out what one person may do alone, and stores a request for the rest.
func (s *Service) assignOrReturn(ctx context.Context, w suspenseAction) (SuspenseResult, error) {
	if w.Reason = strings.TrimSpace(w.Reason); w.Reason == "" {
		return SuspenseResult{}, errReason()
	}

	var out SuspenseResult

	err := s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		now := s.deps.Clock.Now()

		t, err := s.lockHeld(ctx, tx, w.TransferID)
		if err != nil {
			return err
		}

		w.Amount = t.Amount
		if w, err = w.withWalletTx(ctx, tx, t); err != nil {
			return err
		}

		if s.opt.StaffLimit != 0 && t.Amount > s.opt.StaffLimit || t.otherClient(w) {
			out, err = askSecondPerson(ctx, tx, now, t, w)
		} else {
			out, err = s.carryOutTx(ctx, tx, now, t, w)
		}

		return err
	})
	if err != nil {
		return SuspenseResult{}, fmt.Errorf("assign or return transfer %d: %w", w.TransferID, err)
	}

	return out, nil
}

// withWalletTx names the wallet of the top-up that a transfer is to pay or, if none was chosen, was meant for. Error:
// fault.ErrNotFound.
func (w suspenseAction) withWalletTx(ctx context.Context, tx *db.Tx, t Transfer) (suspenseAction, error) {
	switch {
	case w.Return || w.OrderID == 0 && w.ClientID != 0:
		return w, nil
	case w.OrderID == 0:
		w.ClientID, w.WalletType = t.ClientID, t.WalletType

		return w, nil
	}

	o, err := scanOrder(tx.QueryRow(ctx, orderQuery+"WHERE o.id = $1", w.OrderID))
	if errors.Is(err, sql.ErrNoRows) {
		return w, fault.ErrNotFound.Msg(msgOrderMissing)
	}

	w.ClientID, w.WalletType = o.ClientID, o.WalletType

	return w, err
}

// otherClient reports whether a wish credits a transfer to another client than the one that it was probably meant for. One
// person may not decide that alone, whatever the amount.
func (t Transfer) otherClient(w suspenseAction) bool {
	return !w.Return && w.ClientID != 0 && t.ClientID != 0 && w.ClientID != t.ClientID
}

// askSecondPerson stores a request for a second person. The same wish again returns the first request.
func askSecondPerson(ctx context.Context, tx *db.Tx, now time.Time, t Transfer, w suspenseAction) (SuspenseResult, error) {
	if !w.Return {
		if _, err := target(ctx, tx, t, w); err != nil {
			return SuspenseResult{}, err
		}
	}

	input, err := json.Marshal(w)
	if err != nil {
		return SuspenseResult{}, fmt.Errorf("store a wish: %w", err)
	}

	sum := sha256.Sum256(input)
	client := w.ClientID

	if client == 0 && !w.Return {
		client = t.ClientID
	}

	wait, err := approval.AskTx(ctx, tx, now, approval.AskInput{
		Kind: TransferApprovalKind, Key: fmt.Sprintf("%d/%s", t.ID, hex.EncodeToString(sum[:])), ClientID: client, Input: w, Actor: w.actor, Reason: w.Reason,
	})

	return SuspenseResult{t, &wait}, err
}

// DecideTransfer approves or rejects what another person wants to do with a transfer. What is approved is carried out in
// the same transaction. Errors: fault.ErrValidation for a missing reason, and those of approval.DecideTx and Assign.
func (s *Service) DecideTransfer(ctx context.Context, d approval.Decision) (SuspenseResult, error) {
	if d.Reason == "" {
		return SuspenseResult{}, errReason()
	}

	d.Kind = TransferApprovalKind

	var out SuspenseResult

	err := s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		now := s.deps.Clock.Now()

		decided, err := approval.DecideTx(ctx, tx, now, d)
		if err != nil {
			return err
		}

		w := suspenseAction{actor: decided.RequestedBy}
		if err := json.Unmarshal([]byte(decided.Input), &w); err != nil {
			return fmt.Errorf("read a wish: %w", err)
		}

		if !d.Approve {
			return nil
		}

		t, err := s.lockHeld(ctx, tx, w.TransferID)
		if err != nil {
			return err
		}

		out, err = s.carryOutTx(ctx, tx, now, t, w)

		return err
	})
	if err != nil {
		return SuspenseResult{}, fmt.Errorf("decide about request %d: %w", d.ID, err)
	}

	return out, nil
}

// carryOutTx carries out a wish and returns the transfer as it is then.
func (s *Service) carryOutTx(ctx context.Context, tx *db.Tx, now time.Time, t Transfer, w suspenseAction) (out SuspenseResult, err error) {
	if w.Return {
		err = s.giveBack(ctx, tx, now, t, w)
	} else {
		err = s.assign(ctx, tx, now, t, w)
	}

	if err != nil {
		return SuspenseResult{}, err
	}

	out.Transfer, err = scanTransfer(tx.QueryRow(ctx, transferQuery+"WHERE t.id = $1", t.ID))

	return out, err
}

// lockHeld locks a transfer in suspense. Errors: fault.ErrNotFound, ErrNotInSuspense.
func (s *Service) lockHeld(ctx context.Context, tx *db.Tx, id int64) (Transfer, error) {
	lock := s.deps.DB.ForUpdate()
	if lock != "" {
		lock += " OF t"
	}

	t, err := scanTransfer(tx.QueryRow(ctx, transferQuery+"WHERE t.id = $1"+lock, id))
	if errors.Is(err, sql.ErrNoRows) {
		return Transfer{}, fault.ErrNotFound.Msg(msgNoTransfer)
	}

	if err == nil && t.Status != transferSuspense {
		err = ErrNotInSuspense.Msg(msgSettled.With(t.Status))
	}

	return t, err
}
