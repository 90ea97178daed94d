package identity

import (
	"context"
	"slices"

	"loket/internal/platform/db"
)

// Staff start the reset of the only root user of a client, whom no colleague can help (factor_reset.go). Package staff asks a second person
// first.

// mails is who speaks in mails about a client that no user of it causes.
func (c *Client) mails() Self {
	return Self{Principal: Principal{ClientID: c.ID, TimeZone: c.TimeZone}, Language: c.Language}
}

// StaffMayResetTx returns nil if staff may start a reset of the factors of a user whose row is locked. Error: ErrFactorReset for who isn't
// a root user or has a colleague who is, for an inactive user, one without a second factor, and one whose reset waits.
func (s *Service) StaffMayResetTx(ctx context.Context, tx *db.Tx, u User) error {
	if !slices.Contains(u.RoleIDs, ClientRootID) {
		return ErrFactorReset.Msg(msgResetByRoot)
	}

	if err := keepsRoot(ctx, tx, u); err == nil && u.Active {
		return ErrFactorReset.Msg(msgResetByRoot)
	} else if err != nil && !ErrLastRoot.Is(err) {
		return err
	}

	if err := s.hasFactorToReset(ctx, tx, u); err != nil {
		return err
	}

	at, err := resetDue(ctx, tx, u)
	if err == nil && at != 0 {
		err = ErrFactorReset.Msg(msgResetWaits)
	}

	return err
}

// StartStaffResetTx begins the removal of all second factors of the only root user of a client, whose row is locked. It takes effect after
// StaffResetWait unless the user cancels it by the link in the mail, or staff do. The finance address is told, too. Error: that of
// StaffMayResetTx.
func (s *Service) StartStaffResetTx(ctx context.Context, tx *db.Tx, by By, u User, approvedBy string) error {
	if err := s.StaffMayResetTx(ctx, tx, u); err != nil {
		return err
	}

	c, err := s.ClientTx(ctx, tx, u.ClientID)
	if err != nil {
		return err
	}

	_, err = s.startFactorResetTx(ctx, tx, u, resetStart{
		mailsAs: c.mails(), tells: resetStartedByStaff, lasts: StaffResetWait, recordedAs: by, noted: map[string]any{"approvedBy": approvedBy},
	})

	return err
}

// CancelStaffResetTx ends the wait for a reset of a user whose row is locked; without one it changes nothing.
func (s *Service) CancelStaffResetTx(ctx context.Context, tx *db.Tx, by By, u User) error {
	c, err := s.ClientTx(ctx, tx, u.ClientID)
	if err != nil {
		return err
	}

	return s.stopResetTx(ctx, tx, c.mails(), by, u)
}
