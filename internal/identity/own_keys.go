package identity

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"time"

	"loket/internal/platform/clientid"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/secret"
)

// MakeOwnKey makes an API key of the caller's client and returns its secret, which nobody
// can read again. Errors: ErrForbidden, fault.ErrValidation, ErrKeyLimit.
func (s *Service) MakeOwnKey(ctx context.Context, by Self, in KeyInput) (APIKey, secret.Text, error) {
	p := by.Principal
	if err := p.Require(APIKeyManage); err != nil {
		return APIKey{}, "", err
	}

	settings, err := in.check(s.clk.Now())
	if err != nil {
		return APIKey{}, "", err
	}

	key := MakeKey()

	var made APIKey

	err = s.db.Tx(ctx, func(tx *db.Tx) (err error) {
		if made, err = s.StoreKeyTx(ctx, tx, by.author(), NewKey{ClientID: p.ClientID, Maker: p.UserID, Key: key, Settings: settings}); err != nil {
			return err
		}

		return s.tellOfKey(ctx, tx, by, &made, keyMade)
	})
	if err != nil {
		return APIKey{}, "", err
	}

	return made, key, nil
}

// KeyChange changes a key. Nil leaves a value as it is; an empty list limits nothing.
type KeyChange struct {
	Name      *string
	Scopes    *[]string
	Addresses *[]string
}

// ChangeOwnKey changes an API key of the caller's client, or of its sandbox. It holds for the next call with the key on every node. Errors:
// ErrForbidden, ErrStepUpRequired for a key that is not of the sandbox, fault.ErrNotFound, fault.ErrValidation.
func (s *Service) ChangeOwnKey(ctx context.Context, by Self, id int64, in KeyChange) error {
	return s.withOwnKey(ctx, by, id, func(tx *db.Tx, k *APIKey) error {
		before := k.KeySettings
		all := KeyInput{Name: k.Name, Scopes: k.Scopes.Strings(), Addresses: k.ShowAddresses()}

		if in.Name != nil {
			all.Name = *in.Name
		}

		if in.Scopes != nil {
			all.Scopes = *in.Scopes
		}

		if in.Addresses != nil {
			all.Addresses = *in.Addresses
		}

		after, err := all.check(s.clk.Now())
		if err != nil {
			return err
		}

		after.EndsAt = before.EndsAt
		k.KeySettings = after

		_, err = tx.Exec(ctx, `UPDATE api_keys SET name = $1, scopes = $2, addresses = $3 WHERE id = $4 AND client_id = $5`,
			after.Name, after.Scopes.stored(), after.storedAddresses(), k.ID, k.ClientID)
		if err != nil {
			return wrap(err, "change a key")
		}

		err = s.recordSelf(ctx, tx, by, "key.change", Subject("key", k.ID), map[string]any{"before": before.detail(), "after": after.detail()})
		if err != nil {
			return err
		}

		return s.tellOfKey(ctx, tx, by, k, keyChanged)
	})
}

// Overlaps returns for how long a key may serve after it was rolled.
func Overlaps() []time.Duration {
	return []time.Duration{0, time.Hour, day, 3 * day}
}

// RollOwnKey replaces an API key of the caller's client, or of its sandbox, by a new one with the same settings, and returns its secret. The key
// before serves until the overlap is over; without one it is refused at once. Errors: ErrForbidden, ErrStepUpRequired for a key that is not of
// the sandbox, fault.ErrNotFound, fault.ErrValidation, ErrKeyRoll.
func (s *Service) RollOwnKey(ctx context.Context, by Self, id int64, overlap time.Duration) (APIKey, secret.Text, error) {
	if !slices.Contains(Overlaps(), overlap) {
		return APIKey{}, "", fault.InvalidField("overlapHours", msgOverlap)
	}

	var (
		made APIKey
		key  secret.Text
	)

	err := s.withOwnKey(ctx, by, id, func(tx *db.Tx, old *APIKey) (err error) {
		if err := s.makeWayTx(ctx, tx, old, overlap); err != nil {
			return err
		}

		key = makeKey(old.prefix())

		made, err = s.insertKeyTx(ctx, tx, NewKey{ClientID: old.ClientID, Maker: by.Principal.UserID, Key: key, Settings: old.KeySettings}, old.Slot)
		if err != nil {
			return err
		}

		err = s.recordSelf(ctx, tx, by, "key.roll", Subject("key", old.ID),
			map[string]any{"newKey": made.ID, "lastFour": made.LastFour, "overlapHours": int64(overlap / time.Hour)})
		if err != nil {
			return err
		}

		return s.tellOfKey(ctx, tx, by, &made, keyRolled)
	})
	if err != nil {
		return APIKey{}, "", err
	}

	return made, key, nil
}

// makeWayTx frees the slot of a key for its successor.
func (s *Service) makeWayTx(ctx context.Context, tx *db.Tx, old *APIKey, overlap time.Duration) error {
	now := s.clk.Now()
	if old.Rolled() || old.Ended(now) {
		return ErrKeyRoll.New()
	}

	if overlap == 0 {
		return s.deleteKeyTx(ctx, tx, old.ClientID, old.ID)
	}

	have, err := apiKeys(ctx, tx, old.ClientID)
	if err != nil {
		return err
	}

	for i := range have {
		before := &have[i]

		switch {
		case !before.Rolled():
		case !before.Ended(now):
			return ErrKeyRoll.New()
		default:
			if err := s.deleteKeyTx(ctx, tx, before.ClientID, before.ID); err != nil {
				return err
			}
		}
	}

	ends := now.Add(overlap)
	if !old.EndsAt.IsZero() && old.EndsAt.Before(ends) {
		ends = old.EndsAt
	}

	_, err = tx.Exec(ctx, `UPDATE api_keys SET slot = $1, ends_at = $2 WHERE id = $3 AND client_id = $4`,
		rolledSlot, clock.Micros(ends), old.ID, old.ClientID)

	return wrap(err, "roll a key")
}

// withOwnKey does something with a key of the caller's client, or of its sandbox, while the client's row is locked.
func (s *Service) withOwnKey(ctx context.Context, by Self, id int64, do func(tx *db.Tx, k *APIKey) error) error {
	p := by.Principal
	if err := p.Require(APIKeyManage); err != nil {
		return err
	}

	owner, err := keyOwner(ctx, s.db.Reader(), p.ClientID, id)
	if err != nil {
		return err
	}

	if !clientid.IsSandbox(owner) {
		if err := s.RequireProof(ctx, &p); err != nil {
			return err
		}
	}

	return s.db.Tx(ctx, func(tx *db.Tx) error {
		if _, err := s.LockClientTx(ctx, tx, p.ClientID); err != nil {
			return err
		}

		k, err := ownKey(ctx, tx, p.ClientID, id)
		if err != nil {
			return err
		}

		return do(tx, &k)
	})
}

// keyOwner finds whether a key is a client's, or that of its sandbox.
func keyOwner(ctx context.Context, q db.Querier, clientID, id int64) (owner int64, err error) {
	err = q.QueryRow(ctx, `SELECT client_id FROM api_keys WHERE id = $1 AND client_id % $3 = $2 AND deleted_at IS NULL`,
		id, clientid.Live(clientID), int64(clientid.FirstSandbox)).Scan(&owner)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, fault.ErrNotFound.New()
	}

	return owner, wrap(err, "find a key")
}

// ownKey reads a key of a client, or of its sandbox.
func ownKey(ctx context.Context, tx *db.Tx, clientID, id int64) (APIKey, error) {
	owner, err := keyOwner(ctx, tx, clientID, id)
	if err != nil {
		return APIKey{}, err
	}

	list, err := apiKeys(ctx, tx, owner)
	if err != nil {
		return APIKey{}, err
	}

	i := slices.IndexFunc(list, func(k APIKey) bool { return k.ID == id })
	if i < 0 {
		return APIKey{}, fault.ErrNotFound.New()
	}

	return list[i], nil
}

// tellOfKey mails the caller and the root users what became of a key.
func (s *Service) tellOfKey(ctx context.Context, tx *db.Tx, by Self, k *APIKey, what keyNews) error {
	u, err := s.lockUser(ctx, tx, by.Principal.ClientID, by.Principal.UserID)
	if err != nil {
		return err
	}

	roots, err := s.RootReadersTx(ctx, tx, u.ClientID)
	if err != nil {
		return err
	}

	told := map[string]bool{}

	for _, to := range append([]Reader{{u.ID, u.Email, u.reads(by.Language)}}, roots...) {
		if told[to.Address] {
			continue
		}

		told[to.Address] = true

		if err := s.notify(ctx, tx, s.noticeKey(by.in(to.Language), u, k, what), to.Address); err != nil {
			return err
		}
	}

	return nil
}
