package staff

import (
	"context"

	"loket/internal/identity"
	"loket/internal/platform/clientid"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/language"
	"loket/internal/platform/secret"
)

// UserChange is the input of UpdateUser. Nil leaves a value as it is.
type UserChange struct {
	User                  identity.UserRef
	FullName              *string
	Email                 *string
	RoleIDs               *[]int64
	Active                *bool
	DepositEventNewReport *bool
}

// UpdateUser changes a user. Deactivating one ends its sessions, and so does another role of one of staff. Error: ErrLastOwner.
func (s *Service) UpdateUser(ctx context.Context, by identity.By, in UserChange) (identity.User, error) {
	if err := by.Check(nil); err != nil {
		return identity.User{}, err
	}

	var u identity.User

	err := s.identity.ChangeUser(ctx, in.User, func(tx *db.Tx, found identity.User) error {
		u = found
		changed := in.apply(&u)

		if fields := u.Check(); fields != nil {
			return fault.ErrValidation.With(fields...)
		}

		_, err := tx.Exec(ctx, `
			UPDATE users SET full_name = $1, email = $2, active = $3, deposit_event_new_report = $4 WHERE id = $5 AND client_id = $6`,
			u.FullName, u.Email, u.Active, u.DepositEventNewReport, u.ID, u.ClientID)
		if err != nil {
			return wrap(err, "change a user")
		}

		if in.RoleIDs != nil {
			if err := replaceRoles(ctx, tx, u, *in.RoleIDs); err != nil {
				return err
			}

			changed["roles"] = fromTo(u.RoleIDs, *in.RoleIDs)
			u.RoleIDs = *in.RoleIDs
		}

		if err := keepsOwner(ctx, tx, found, u); err != nil {
			return err
		}

		if err := s.endSessionsTx(ctx, tx, u, in.RoleIDs != nil); err != nil {
			return err
		}

		return s.record(ctx, tx, by, identity.Entry{Client: u.ClientID, Action: "user.update", Subject: identity.Subject("user", u.ID), Detail: changed})
	})

	return u, err
}

// endSessionsTx ends the sessions of a user who is not active any more, and those and the looks of one of staff who got other roles.
func (s *Service) endSessionsTx(ctx context.Context, tx *db.Tx, u identity.User, roles bool) error {
	ofStaff := u.ClientID == clientid.Provider
	if u.Active && (!ofStaff || !roles) {
		return nil
	}

	if _, err := identity.EndSessionsTx(ctx, tx, u.ClientID, u.ID, s.clk.Now()); err != nil || !ofStaff {
		return err
	}

	return s.identity.EndLooksTx(ctx, tx, u.Username, "account changed")
}

func (in *UserChange) apply(u *identity.User) map[string]any {
	changed := map[string]any{}

	change(changed, "fullName", &u.FullName, in.FullName)
	change(changed, "email", &u.Email, in.Email)
	change(changed, "active", &u.Active, in.Active)
	change(changed, "depositEventNewReport", &u.DepositEventNewReport, in.DepositEventNewReport)

	return changed
}

func replaceRoles(ctx context.Context, tx *db.Tx, u identity.User, roleIDs []int64) error {
	_, err := tx.Exec(ctx, `
		DELETE FROM user_roles WHERE user_id IN (SELECT id FROM users WHERE id = $1 AND client_id = $2)`, u.ID, u.ClientID)
	if err != nil {
		return wrap(err, "remove roles")
	}

	return identity.GiveRolesTx(ctx, tx, u.ID, roleIDs)
}

// SetPassword gives a user a new password, generated if empty, and returns it. It must be
// changed at the next sign-in, within identity.OneTimePassword. The user's sessions end.
func (s *Service) SetPassword(ctx context.Context, by identity.By, ref identity.UserRef, chosen secret.Text) (secret.Text, error) {
	password, hash, err := s.identity.NewPassword(ctx, by, nil, chosen, ref.Username)
	if err != nil {
		return "", err
	}

	err = s.identity.ChangeUser(ctx, ref, func(tx *db.Tx, u identity.User) error {
		if err := s.identity.ReplacePasswordTx(ctx, tx, u, hash, identity.OneTimePassword); err != nil {
			return err
		}

		return s.endAndRecord(ctx, tx, by, u, "user.password")
	})
	if err != nil {
		return "", err
	}

	return password, nil
}

// ExpirePassword requires the user to change the password at the next sign-in. It ends
// the sessions: if the password leaked, an open session may be somebody else's, who must
// not choose the next one.
func (s *Service) ExpirePassword(ctx context.Context, by identity.By, ref identity.UserRef) error {
	if err := by.Check(nil); err != nil {
		return err
	}

	return s.identity.ChangeUser(ctx, ref, func(tx *db.Tx, u identity.User) error {
		if _, err := tx.Exec(ctx, `UPDATE users SET password_expired = TRUE WHERE id = $1 AND client_id = $2`, u.ID, u.ClientID); err != nil {
			return wrap(err, "expire a password")
		}

		if err := s.identity.EndLinksTx(ctx, tx, u); err != nil {
			return err
		}

		return s.endAndRecord(ctx, tx, by, u, "user.expire-password")
	})
}

// EndSessions signs a user out everywhere.
func (s *Service) EndSessions(ctx context.Context, by identity.By, ref identity.UserRef) error {
	if err := by.Check(nil); err != nil {
		return err
	}

	return s.identity.ChangeUser(ctx, ref, func(tx *db.Tx, u identity.User) error {
		return s.endAndRecord(ctx, tx, by, u, "user.end-sessions")
	})
}

func (s *Service) endAndRecord(ctx context.Context, tx *db.Tx, by identity.By, u identity.User, action string) error {
	n, err := identity.EndSessionsTx(ctx, tx, u.ClientID, u.ID, s.clk.Now())
	if err != nil {
		return err
	}

	return s.record(ctx, tx, by, identity.Entry{
		Client: u.ClientID, Action: action, Subject: identity.Subject("user", u.ID), Detail: map[string]any{"sessionsEnded": n},
	})
}

// Unlock forgets the failed tries of a user, so that a sign-in and the PIN are taken again at once.
func (s *Service) Unlock(ctx context.Context, by identity.By, ref identity.UserRef) error {
	if err := by.Check(nil); err != nil {
		return err
	}

	return s.identity.ChangeUser(ctx, ref, func(tx *db.Tx, u identity.User) error {
		if err := s.identity.UnlockTx(ctx, tx, u); err != nil {
			return err
		}

		return s.record(ctx, tx, by, identity.Entry{Client: u.ClientID, Action: "user.unlock", Subject: identity.Subject("user", u.ID)})
	})
}

// StartReset mails a user the link of a new password, as 'Forgot Password' does. Error: fault.ErrThrottled after too many.
func (s *Service) StartReset(ctx context.Context, by identity.By, u identity.User, l language.Language) error {
	if err := by.Check(nil); err != nil {
		return err
	}

	err := s.identity.ForgotPassword(ctx, identity.Forgot{ClientID: u.ClientID, Username: u.Username, Address: by.Address, Language: l})
	if err != nil {
		return wrap(err, "start a reset")
	}

	return s.db.Tx(ctx, func(tx *db.Tx) error {
		return s.record(ctx, tx, by, identity.Entry{Client: u.ClientID, Action: "user.start-reset", Subject: identity.Subject("user", u.ID)})
	})
}

// ResetPIN mails a user the link of a new PIN, which nobody else reads. It frees a PIN that too many wrong tries disabled. Errors:
// identity.ErrPINUseless, fault.ErrThrottled.
func (s *Service) ResetPIN(ctx context.Context, by identity.By, ref identity.UserRef) error {
	if err := by.Check(nil); err != nil {
		return err
	}

	return s.identity.ChangeUser(ctx, ref, func(tx *db.Tx, u identity.User) error {
		if err := s.identity.ResetPINTx(ctx, tx, u); err != nil {
			return err
		}

		return s.record(ctx, tx, by, identity.Entry{Client: u.ClientID, Action: "user.start-pin", Subject: identity.Subject("user", u.ID)})
	})
}
