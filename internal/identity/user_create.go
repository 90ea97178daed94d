package identity

import (
	"context"
	"fmt"
	"time"

	"loket/internal/identity/password"
	"loket/internal/platform/clientid"
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
func (s *Service) CreateUser(ctx context.Context, by By, in NewUser) (User, secret.Text, error) {
	u := User{
		ClientID: in.ClientID, Username: in.Username, FullName: in.FullName, Email: in.Email, RoleIDs: in.RoleIDs, Active: true,
		DepositEventNewReport: in.DepositEventNewReport, Language: in.Language,
	}
	set(&u.FullName, u.Username)

	password, hash, err := s.NewPassword(ctx, by, u.Check(), in.Password, u.Username)
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
		if _, err := s.LockClientTx(ctx, tx, u.ClientID); err != nil {
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
			u.DepositEventNewReport, db.NullText(string(u.Language)))
		if err != nil {
			return TakenError(err, "username", "make a user")
		}

		if err := GiveRolesTx(ctx, tx, u.ID, u.RoleIDs); err != nil {
			return err
		}

		if in.then != nil {
			if err := in.then(tx, u, password); err != nil {
				return err
			}
		}

		return s.record(ctx, tx, by, Entry{
			Client: u.ClientID, Action: "user.create", Subject: Subject("user", u.ID),
			Detail: map[string]any{"username": u.Username, "roles": u.RoleIDs},
		})
	})
	if err != nil {
		return User{}, "", err
	}

	return u, password, nil
}

// NewPassword checks the input and returns the password, generated if empty, and its
// hash.
func (s *Service) NewPassword(
	ctx context.Context, by By, fields []fault.Field, chosen secret.Text, username string,
) (secret.Text, string, error) {
	if err := by.Check(fields); err != nil {
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

// GiveRolesTx gives roles to a user. Error: fault.ErrValidation about roleId for an unknown role, one of staff for a user of a client, the
// reverse, and an own role of another client.
func GiveRolesTx(ctx context.Context, tx *db.Tx, userID int64, roleIDs []int64) error {
	for _, id := range roleIDs {
		n, err := tx.Exec(ctx, `
			INSERT INTO user_roles (user_id, role_id)
			SELECT u.id, r.id FROM users u, roles r WHERE u.id = $1 AND r.id = $2 AND r.staff = (u.client_id = $3) AND (r.client_id IS NULL OR r.client_id = u.client_id)
			ON CONFLICT (user_id, role_id) DO UPDATE SET role_id = excluded.role_id`, userID, id, int64(clientid.Provider))
		if err != nil {
			return fmt.Errorf("give a role: %w", err)
		}

		if n == 0 {
			return fault.InvalidField("roleId", msgNoRole.With(id))
		}
	}

	return nil
}
