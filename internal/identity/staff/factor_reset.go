package staff

import (
	"context"
	"encoding/json"
	"fmt"

	"loket/internal/identity"
	"loket/internal/platform/approval"
	"loket/internal/platform/db"
	"loket/internal/platform/ids"
)

// FactorResetKind is the kind of approvals of resets of second factors.
const FactorResetKind = "user.factor-reset"

const maxEvidence = 500

// FactorResetRequest is a reset of all second factors of a user that a second person decides.
type FactorResetRequest struct {
	ClientID int64  `json:"clientId"`
	UserID   int64  `json:"userId"`
	Username string `json:"username"`
	FullName string `json:"fullName"`
	Email    string `json:"email"` // where the link goes that cancels it
	Evidence string `json:"evidence"`
}

// NewFactorReset is the input of AskFactorReset.
type NewFactorReset struct {
	ClientID int64
	UserID   int64
	Evidence string // what proved who asks
}

// AskFactorReset asks for the reset of all second factors of the only root user of a client. Nothing changes before another one approves. While
// a request about the user waits, it returns that one. Errors: fault.ErrValidation, fault.ErrNotFound, identity.ErrFactorReset.
func (s *Service) AskFactorReset(ctx context.Context, by identity.By, in NewFactorReset) (asked approval.Approval, err error) {
	if err := by.Check(identity.CheckText("evidence", in.Evidence, maxEvidence)); err != nil {
		return asked, err
	}

	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		u, err := s.identity.LockUserTx(ctx, tx, in.ClientID, in.UserID)
		if err != nil {
			return err
		}

		if err := s.identity.StaffMayResetTx(ctx, tx, u); err != nil {
			return err
		}

		key := fmt.Sprintf("%d/%d/", u.ClientID, u.ID)

		waiting, err := approval.WaitingID(ctx, tx, FactorResetKind, key)
		if err != nil {
			return err
		}

		if waiting != 0 {
			asked, err = approval.Get(ctx, tx, waiting)

			return err
		}

		asked, err = approval.AskTx(ctx, tx, s.clk.Now(), approval.AskInput{
			Kind: FactorResetKind, Key: key + ids.Token(), ClientID: u.ClientID, Actor: by.Actor, Reason: by.Reason,
			Input: FactorResetRequest{ClientID: u.ClientID, UserID: u.ID, Username: u.Username, FullName: u.FullName, Email: u.Email, Evidence: in.Evidence},
		})

		return err
	})

	return asked, err
}

// DecideFactorReset approves or rejects a reset of second factors. Approved, its wait begins (identity.StaffResetWait). Errors: those of
// approval.DecideTx, approval.ErrChanged if the user has another address by now, identity.ErrFactorReset.
func (s *Service) DecideFactorReset(ctx context.Context, d approval.Decision) error {
	return s.db.Tx(ctx, func(tx *db.Tx) error {
		d.Kind = FactorResetKind

		decided, err := approval.DecideTx(ctx, tx, s.clk.Now(), d)
		if err != nil || !d.Approve {
			return err
		}

		var in FactorResetRequest
		if err := json.Unmarshal([]byte(decided.Input), &in); err != nil {
			return wrap(err, "read a request for a reset of factors")
		}

		u, err := s.identity.LockUserTx(ctx, tx, in.ClientID, in.UserID)
		if err != nil {
			return err
		}

		if u.Email != in.Email {
			return approval.ErrChanged.New()
		}

		return s.identity.StartStaffResetTx(ctx, tx, identity.By{Actor: decided.RequestedBy, Reason: decided.Reason}, u, decided.DecidedBy)
	})
}

// CancelFactorReset ends the wait for a reset of second factors, whoever started it; without one it changes nothing. Error: fault.ErrNotFound.
func (s *Service) CancelFactorReset(ctx context.Context, by identity.By, ref identity.UserRef) error {
	if err := by.Check(nil); err != nil {
		return err
	}

	return s.identity.ChangeUser(ctx, ref, func(tx *db.Tx, u identity.User) error {
		return s.identity.CancelStaffResetTx(ctx, tx, by, u)
	})
}
