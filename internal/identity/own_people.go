package identity

import (
	"context"
	"slices"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/secret"
)

// userTries is how many users a client may add in an hour. Each sends a mail to an
// address that is not confirmed.
const userTries = 100

// AddedUser is the input of AddUser.
type AddedUser struct {
	Username string
	Email    string
	RoleIDs  []int64 // [8], or one of the client's own
}

// AddUser makes a user of the caller's client and mails a generated password, which must
// be changed at the first sign-in.
func (s *Service) AddUser(ctx context.Context, by Self, in AddedUser) (User, error) {
	if err := by.Principal.Require(UserCreate); err != nil {
		return User{}, err
	}

	made := User{Username: in.Username, FullName: in.Username, Email: in.Email}

	fields := made.Check()
	if !ValidUsername(in.Username) { // the full name is the username, one error is enough
		fields = slices.DeleteFunc(fields, func(f fault.Field) bool { return f.Field == "fullName" })
	}

	_, err := s.mayAdd(ctx, s.db.Reader(), &by.Principal, in.RoleIDs)
	if fault.ErrValidation.Is(err) {
		fields, err = append(fields, fault.From(err).Fields...), nil
	}

	if err == nil && len(fields) > 0 {
		err = fault.ErrValidation.With(fields...)
	}

	if err != nil {
		return User{}, err
	}

	u, _, err := s.CreateUser(ctx, by.author(), NewUser{
		ClientID: by.Principal.ClientID, Username: in.Username, Email: in.Email, RoleIDs: in.RoleIDs, Language: by.Principal.Language,
		then: func(tx *db.Tx, u User, password secret.Text) error {
			_, err := s.resets.recordTx(ctx, tx, []bucket{{name: "users:" + Subject("client", u.ClientID), limit: userTries}})
			if err != nil {
				return err
			}

			// The role may have been changed meanwhile.
			role, err := s.mayAdd(ctx, tx, &by.Principal, in.RoleIDs)
			if err == nil {
				err = s.tellOfRights(ctx, tx, by, givenRights{role: role.Label, user: u.Username, gained: role.Permissions})
			}

			if err != nil {
				return err
			}

			m := mailWelcome(u.reads(by.Language), u, password, s.signInURL())
			m.Until = s.clk.Now().Add(FirstPassword)

			return s.notify(ctx, tx, m, u.Email)
		},
	})

	return u, err
}

// DeletePrincipal deletes the user or the API key of the caller's client that has the id.
// Both kinds take their ids from one sequence. Errors, in this order: ErrForbidden for a
// caller who may delete neither kind, ErrNotFound for an id that nothing has, ErrForbidden
// for a caller who may not delete this kind, ErrSelfDelete, ErrLastRoot.
func (s *Service) DeletePrincipal(ctx context.Context, by Self, id int64) error {
	p := by.Principal
	if !p.Permissions.Has(UserCreate) && !p.Permissions.Has(APIKeyManage) {
		return ErrForbidden.New()
	}

	return s.db.Tx(ctx, func(tx *db.Tx) error {
		// The lock keeps two root users from deleting each other.
		if _, err := s.LockClientTx(ctx, tx, p.ClientID); err != nil {
			return err
		}

		key, err := ownKey(ctx, tx, p.ClientID, id)
		if err == nil {
			if err := p.Require(APIKeyManage); err != nil {
				return err
			}

			if err := s.RevokeKeyTx(ctx, tx, by.author(), key.ClientID, id); err != nil {
				return err
			}

			return s.tellOfKey(ctx, tx, by, &key, keyDeleted)
		}

		if !fault.ErrNotFound.Is(err) {
			return err
		}

		return s.deleteUser(ctx, tx, by, id)
	})
}

func (s *Service) deleteUser(ctx context.Context, tx *db.Tx, by Self, id int64) error {
	u, err := s.lockUser(ctx, tx, by.Principal.ClientID, id)
	if err != nil {
		return err
	}

	if err := by.Principal.Require(UserCreate); err != nil {
		return err
	}

	if u.ID == by.Principal.UserID {
		return ErrSelfDelete.New()
	}

	if err := keepsRoot(ctx, tx, u); err != nil {
		return err
	}

	if slices.Contains(u.RoleIDs, ClientRootID) && !by.Principal.IsRoot() {
		return ErrForbidden.Msg(msgRightNotHeld)
	}

	now := clock.Micros(s.clk.Now())

	if _, err := tx.Exec(ctx, `UPDATE users SET deleted_at = $1, active = FALSE WHERE id = $2 AND client_id = $3`, now, u.ID, u.ClientID); err != nil {
		return wrap(err, "delete a user")
	}

	if _, err := EndSessionsTx(ctx, tx, u.ClientID, u.ID, s.clk.Now()); err != nil {
		return err
	}

	if err := s.EndLinksTx(ctx, tx, u); err != nil {
		return err
	}

	return s.recordSelf(ctx, tx, by, "user.delete", Subject("user", u.ID), map[string]any{"username": u.Username})
}

// keepsRoot returns ErrLastRoot for the client's last active root user.
func keepsRoot(ctx context.Context, tx *db.Tx, u User) error {
	if !slices.Contains(u.RoleIDs, ClientRootID) || !u.Active {
		return nil
	}

	var others int64

	err := tx.QueryRow(ctx, `
		SELECT count(*) FROM users u JOIN user_roles ur ON ur.user_id = u.id
		WHERE u.client_id = $1 AND ur.role_id = $2 AND u.active AND u.deleted_at IS NULL AND u.id <> $3`,
		u.ClientID, ClientRootID, u.ID).Scan(&others)
	if err != nil {
		return wrap(err, "count root users")
	}

	if others == 0 {
		return ErrLastRoot.New()
	}

	return nil
}
