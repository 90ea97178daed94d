package identity

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"loket/internal/identity/passkey"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/ids"
	"loket/internal/platform/secret"
)

const (
	// maxPasskeys is how many passkeys a user may have.
	maxPasskeys = 10
	// maxPasskeyName is the length of a passkey's name, in characters.
	maxPasskeyName = 60
)

// Passkey is a passkey of a user.
type Passkey struct {
	ID         string
	Name       string
	Synced     bool   // a copy is kept outside of the device
	Device     string // user agent of the browser that made it
	Serves     bool   // false: it was made for another address of the program
	CreatedAt  time.Time
	LastUsedAt time.Time // zero: never
}

// Passkeys lists the passkeys of the caller, also those of another domain.
func (s *Service) passkeys(ctx context.Context, q db.Querier, p Principal) ([]Passkey, error) {
	domain := s.passkeyDomain()

	rows, err := q.Query(ctx, `
		SELECT id, name, synced, device, domain, created_at, last_used_at FROM passkeys
		WHERE client_id = $1 AND user_id = $2 ORDER BY created_at, id`, p.ClientID, p.UserID)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (Passkey, error) {
		var (
			k       Passkey
			of      string
			created int64
			used    sql.NullInt64
		)

		err := row.Scan(&k.ID, &k.Name, &k.Synced, &k.Device, &of, &created, &used)
		k.CreatedAt, k.Serves = clock.FromMicros(created), of == domain

		if used.Valid {
			k.LastUsedAt = clock.FromMicros(used.Int64)
		}

		return k, err
	})

	return list, wrap(err, "list passkeys")
}

// AskForPasskey returns the options with which a browser makes a passkey of the caller. Error: ErrFactorLimit.
func (s *Service) AskForPasskey(ctx context.Context, by Self) (json.RawMessage, error) {
	party, err := s.passkeyParty()
	if err != nil {
		return nil, err
	}

	var out json.RawMessage

	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		if err := s.checkPasskeyLimit(ctx, tx, by.Principal); err != nil {
			return err
		}

		owner, err := s.passkeyOwner(ctx, tx, by.Principal)
		if err != nil {
			return err
		}

		q, err := party.AskToMake(owner)
		if err != nil {
			return err
		}

		out, err = s.askTx(ctx, tx, asker{purpose: makeQuestion, principal: by.Principal, address: by.Address}, q)

		return err
	})

	return out, err
}

// checkPasskeyLimit returns ErrFactorLimit for a user with maxPasskeys of the present domain. Those of another one serve no more.
func (s *Service) checkPasskeyLimit(ctx context.Context, q db.Querier, p Principal) error {
	var n int

	err := q.QueryRow(ctx, `SELECT count(*) FROM passkeys WHERE client_id = $1 AND user_id = $2 AND domain = $3`,
		p.ClientID, p.UserID, s.passkeyDomain()).Scan(&n)
	if err == nil && n >= maxPasskeys {
		return ErrFactorLimit.Msg(msgPasskeyLimit.With(maxPasskeys))
	}

	return wrap(err, "count the passkeys of a user")
}

// AddPasskey stores the passkey that a browser made, under a name. The first factor brings recovery codes, which nobody can read again;
// for a further one the list is empty. Remembered browsers are forgotten. Errors: fault.ErrValidation for the name, ErrInvalidPasskey,
// ErrFactorLimit.
func (s *Service) AddPasskey(ctx context.Context, by Self, name, device string, answer []byte) ([]secret.Text, error) {
	p := by.Principal
	name = strings.TrimSpace(name)

	if fields := CheckText("name", name, maxPasskeyName); len(fields) > 0 {
		return nil, fault.ErrValidation.With(fields...)
	}

	made, err := s.checkNewPasskey(ctx, by, answer)
	if err != nil {
		return nil, err
	}

	// Hashed before the transaction, since each takes its time. They are for a first factor.
	codes, err := s.newCodes(ctx, p)
	if err != nil {
		return nil, err
	}

	var out []secret.Text

	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		u, err := s.lockUser(ctx, tx, p.ClientID, p.UserID)
		if err != nil {
			return err
		}

		has, err := s.factorsOf(ctx, tx, p.ClientID, p.UserID)
		if err != nil {
			return err
		}

		if err := s.storePasskeyTx(ctx, tx, p, name, device, made); err != nil {
			return err
		}

		if !has.any() {
			if err := s.replaceCodesTx(ctx, tx, p, codes); err != nil {
				return err
			}

			out = codes.texts()
		}

		return s.addedFactorTx(ctx, tx, by, u, passkeyAdded)
	})

	return out, err
}

func (s *Service) checkNewPasskey(ctx context.Context, by Self, answer []byte) (passkey.Key, error) {
	party, err := s.passkeyParty()
	if err != nil {
		return passkey.Key{}, err
	}

	read, err := passkey.ReadNewAnswer(answer)
	if err != nil {
		return passkey.Key{}, ErrInvalidPasskey.Wrap(err)
	}

	expected, err := s.takeQuestion(ctx, read.Challenge, asker{purpose: makeQuestion, principal: by.Principal})
	if err != nil {
		return passkey.Key{}, err
	}

	owner, err := s.passkeyOwner(ctx, s.db.Reader(), by.Principal)
	if err != nil {
		return passkey.Key{}, err
	}

	made, err := party.Made(owner, expected, read)
	if err != nil {
		return passkey.Key{}, ErrInvalidPasskey.Wrap(err)
	}

	return made, nil
}

func (s *Service) storePasskeyTx(ctx context.Context, tx *db.Tx, p Principal, name, device string, made passkey.Key) error {
	if err := s.checkPasskeyLimit(ctx, tx, p); err != nil {
		return err
	}

	n, err := tx.Exec(ctx, `
		INSERT INTO passkeys (id, client_id, user_id, credential_id, domain, name, record, synced, device, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (credential_id) DO NOTHING`,
		ids.Token(), p.ClientID, p.UserID, made.ID, s.passkeyDomain(), name, made.Record, made.Synced, storable(device),
		clock.Micros(s.clk.Now()))
	if err == nil && n == 0 {
		return ErrInvalidPasskey.Wrap(errors.New("the passkey is known already"))
	}

	return wrap(err, "store a passkey")
}
