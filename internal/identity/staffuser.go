package identity

import (
	"context"
	"fmt"
	"time"

	"loket/internal/identity/password"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/language"
	"loket/internal/platform/secret"
)

// NewUser is the input of CreateUser.
type NewUser struct {
	ClientID int64
	Username string
	FullName string // empty: Username
	Email    string
	RoleIDs  []int64
	// Password is generated if empty, and is then valid for FirstPassword. The user must
	// change it at the first sign-in unless KeepPassword is set.
	Password              secret.Text
	KeepPassword          bool
	DepositEventNewReport bool
	Language              language.Language // of whoever makes the user; empty: that of the browser

	// then runs in the transaction that makes the user, unless nil.
	then func(tx *db.Tx, u User, password secret.Text) error
}

// CreateUser makes a user and returns the password, which nobody can read again.
func (s *Service) CreateUser(ctx context.Context, by Staff, in NewUser) (User, secret.Text, error) {
	u := User{
		ClientID: in.ClientID, Username: in.Username, FullName: in.FullName, Email: in.Email, RoleIDs: in.RoleIDs, Active: true,
		DepositEventNewReport: in.DepositEventNewReport, Language: in.Language,
	}
	set(&u.FullName, u.Username)

	password, hash, err := s.newPassword(ctx, by, u.validate(), in.Password, u.Username)
	if err != nil {
		return User{}, "", err
	}

	u.PasswordExpired = in.Password == "" || !in.KeepPassword

	var serves time.Duration
	if in.Password == "" {
		serves = FirstPassword
	}

	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		// The lock also keeps the client active meanwhile.
		if _, err := s.lockClient(ctx, tx, u.ClientID); err != nil {
			return err
		}

		if u.ID, err = db.NextSequence(ctx, tx, "principals"); err != nil {
			return wrap(err, "id of a user")
		}

		u.CreatedAt = s.clk.Now()

		_, err := tx.Exec(ctx, `
			INSERT INTO users (id, client_id, username, full_name, email, password_hash, password_changed_at, password_expired,
				password_ends_at, deposit_event_new_report, language, active, created_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, TRUE, $7)`,
			u.ID, u.ClientID, u.Username, u.FullName, u.Email, hash, clock.Micros(u.CreatedAt), u.PasswordExpired, s.endOf(serves),
			u.DepositEventNewReport, nullText(string(u.Language)))
		if err != nil {
			return taken(err, "username", "make a user")
		}

		if err := giveRoles(ctx, tx, u.ID, u.RoleIDs); err != nil {
			return err
		}

		if in.then != nil {
			if err := in.then(tx, u, password); err != nil {
				return err
			}
		}

		return s.record(ctx, tx, by, entry{
			client: u.ClientID, action: "user.create", subject: subject("user", u.ID),
			detail: map[string]any{"username": u.Username, "roles": u.RoleIDs},
		})
	})
	if err != nil {
		return User{}, "", err
	}

	return u, password, nil
}

// newPassword checks the input and returns the password, generated if empty, and its
// hash.
func (s *Service) newPassword(
	ctx context.Context, by Staff, fields []fault.Field, chosen secret.Text, username string,
) (secret.Text, string, error) {
	if err := by.check(fields); err != nil {
		return "", "", err
	}

	if chosen == "" {
		chosen = password.Make()
	} else if err := password.Check(chosen.Reveal(), username); err != nil {
		return "", "", err
	}

	hash, err := s.hasher.Hash(ctx, chosen)

	return chosen, hash, err
}

func giveRoles(ctx context.Context, tx *db.Tx, userID int64, roleIDs []int64) error {
	for _, id := range roleIDs {
		n, err := tx.Exec(ctx, `
			INSERT INTO user_roles (user_id, role_id) SELECT $1, id FROM roles WHERE id = $2
			ON CONFLICT (user_id, role_id) DO UPDATE SET role_id = excluded.role_id`, userID, id)
		if err != nil {
			return fmt.Errorf("give a role: %w", err)
		}

		if n == 0 {
			return fault.InvalidField("roleId", msgNoRole.With(id))
		}
	}

	return nil
}

// UserChange is the input of UpdateUser. Nil leaves a value as it is.
type UserChange struct {
	User                  UserRef
	FullName              *string
	Email                 *string
	RoleIDs               *[]int64
	Active                *bool
	DepositEventNewReport *bool
}

// UpdateUser changes a user. Deactivating one ends its sessions.
func (s *Service) UpdateUser(ctx context.Context, by Staff, in UserChange) (User, error) {
	if err := by.check(nil); err != nil {
		return User{}, err
	}

	var u User

	err := s.changeUser(ctx, in.User, func(tx *db.Tx, found User) error {
		u = found
		changed := in.apply(&u)

		if fields := u.validate(); fields != nil {
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

			u.RoleIDs = *in.RoleIDs
			changed["roles"] = u.RoleIDs
		}

		if !u.Active {
			if _, err := endSessions(ctx, tx, u.ClientID, u.ID, s.clk.Now()); err != nil {
				return err
			}
		}

		return s.record(ctx, tx, by, entry{client: u.ClientID, action: "user.update", subject: subject("user", u.ID), detail: changed})
	})

	return u, err
}

func (in *UserChange) apply(u *User) map[string]any {
	changed := map[string]any{}

	change(changed, "fullName", &u.FullName, in.FullName)
	change(changed, "email", &u.Email, in.Email)
	change(changed, "active", &u.Active, in.Active)
	change(changed, "depositEventNewReport", &u.DepositEventNewReport, in.DepositEventNewReport)

	return changed
}

func replaceRoles(ctx context.Context, tx *db.Tx, u User, roleIDs []int64) error {
	_, err := tx.Exec(ctx, `
		DELETE FROM user_roles WHERE user_id IN (SELECT id FROM users WHERE id = $1 AND client_id = $2)`, u.ID, u.ClientID)
	if err != nil {
		return wrap(err, "remove roles")
	}

	return giveRoles(ctx, tx, u.ID, roleIDs)
}

// SetPassword gives a user a new password, generated if empty, and returns it. It must be
// changed at the next sign-in, within OneTimePassword. The user's sessions end.
func (s *Service) SetPassword(ctx context.Context, by Staff, ref UserRef, password secret.Text) (secret.Text, error) {
	password, hash, err := s.newPassword(ctx, by, nil, password, ref.Username)
	if err != nil {
		return "", err
	}

	err = s.changeUser(ctx, ref, func(tx *db.Tx, u User) error {
		if err := s.replacePassword(ctx, tx, u, hash, OneTimePassword); err != nil {
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
func (s *Service) ExpirePassword(ctx context.Context, by Staff, ref UserRef) error {
	if err := by.check(nil); err != nil {
		return err
	}

	return s.changeUser(ctx, ref, func(tx *db.Tx, u User) error {
		if _, err := tx.Exec(ctx, `UPDATE users SET password_expired = TRUE WHERE id = $1 AND client_id = $2`, u.ID, u.ClientID); err != nil {
			return wrap(err, "expire a password")
		}

		if err := s.endLinks(ctx, tx, u); err != nil {
			return err
		}

		return s.endAndRecord(ctx, tx, by, u, "user.expire-password")
	})
}

// EndSessions signs a user out everywhere.
func (s *Service) EndSessions(ctx context.Context, by Staff, ref UserRef) error {
	if err := by.check(nil); err != nil {
		return err
	}

	return s.changeUser(ctx, ref, func(tx *db.Tx, u User) error {
		return s.endAndRecord(ctx, tx, by, u, "user.end-sessions")
	})
}

func (s *Service) endAndRecord(ctx context.Context, tx *db.Tx, by Staff, u User, action string) error {
	n, err := endSessions(ctx, tx, u.ClientID, u.ID, s.clk.Now())
	if err != nil {
		return err
	}

	return s.record(ctx, tx, by, entry{
		client: u.ClientID, action: action, subject: subject("user", u.ID), detail: map[string]any{"sessionsEnded": n},
	})
}

// changeUser runs fn in a transaction that holds a lock on the user's row.
func (s *Service) changeUser(ctx context.Context, ref UserRef, fn func(tx *db.Tx, u User) error) error {
	return s.db.Tx(ctx, func(tx *db.Tx) error {
		u, err := s.findUser(ctx, tx, ref, s.db.ForUpdate())
		if err != nil {
			return err
		}

		return fn(tx, u)
	})
}
