package identity

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"slices"

	"loket/internal/identity/passkey"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

// storedPasskey is a passkey with the record that answers are checked with.
type storedPasskey struct {
	id               string
	clientID, userID int64
	key              passkey.Key
}

const passkeyColumns = `id, client_id, user_id, credential_id, record, synced` //nolint:gosec // columns, no secret

func scanPasskey(row db.Row) (storedPasskey, error) {
	var k storedPasskey

	return k, row.Scan(&k.id, &k.clientID, &k.userID, &k.key.ID, &k.key.Record, &k.key.Synced)
}

// storedPasskeys are the passkeys of a user that serve at the present domain.
func (s *Service) storedPasskeys(ctx context.Context, q db.Querier, clientID, userID int64) ([]storedPasskey, error) {
	rows, err := q.Query(ctx, `SELECT `+passkeyColumns+` FROM passkeys
		WHERE client_id = $1 AND user_id = $2 AND domain = $3 ORDER BY created_at, id`, clientID, userID, s.passkeyDomain())

	list, err := db.Collect(rows, err, func(row *sql.Rows) (storedPasskey, error) { return scanPasskey(row) })

	return list, wrap(err, "read the passkeys of a user")
}

// usedPasskey is a passkey whose signature was right, with its record before and after.
type usedPasskey struct {
	storedPasskey

	after passkey.Key
}

// AskForSecondStep returns the options with which a browser signs the second step of a sign-in. Error: ErrNoFactor without a passkey.
func (s *Service) AskForSecondStep(ctx context.Context, by Self) (json.RawMessage, error) {
	return s.askToSign(ctx, by, secondStepQuestion)
}

// AskForProof returns the options with which a browser proves who uses a session. Error: ErrNoFactor without a passkey.
func (s *Service) AskForProof(ctx context.Context, by Self) (json.RawMessage, error) {
	return s.askToSign(ctx, by, stepUpQuestion)
}

func (s *Service) askToSign(ctx context.Context, by Self, purpose questionPurpose) (json.RawMessage, error) {
	party, err := s.passkeyParty()
	if err != nil {
		return nil, err
	}

	owner, err := s.passkeyOwner(ctx, s.db.Reader(), by.Principal)
	if err != nil {
		return nil, err
	}

	if len(owner.Keys) == 0 {
		return nil, ErrNoFactor.New()
	}

	q, err := party.AskToSign(owner)
	if err != nil {
		return nil, err
	}

	return s.ask(ctx, asker{purpose: purpose, principal: by.Principal, address: by.Address}, q)
}

func (s *Service) ask(ctx context.Context, by asker, q passkey.Question) (out json.RawMessage, err error) {
	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		out, err = s.askTx(ctx, tx, by, q)

		return err
	})

	return out, err
}

// checkPasskey checks a signature of the caller. Error: ErrInvalidPasskey.
func (s *Service) checkPasskey(ctx context.Context, by Self, purpose questionPurpose, answer []byte) (usedPasskey, error) {
	read, err := passkey.ReadAnswer(answer)
	if err != nil {
		return usedPasskey{}, ErrInvalidPasskey.Wrap(err)
	}

	expected, err := s.takeQuestion(ctx, read.Challenge, asker{purpose: purpose, principal: by.Principal})
	if err != nil {
		return usedPasskey{}, err
	}

	keys, err := s.storedPasskeys(ctx, s.db.Reader(), by.Principal.ClientID, by.Principal.UserID)
	if err != nil {
		return usedPasskey{}, err
	}

	i := slices.IndexFunc(keys, func(k storedPasskey) bool { return k.key.ID == read.KeyID })
	if i < 0 {
		return usedPasskey{}, ErrInvalidPasskey.Wrap(errors.New("the caller has no such passkey"))
	}

	return s.signed(ctx, by, keys[i], ownerOf(by.Principal, keys), expected, read)
}

// findPasskey returns a passkey of the present domain. Error: ErrInvalidPasskey.
func (s *Service) findPasskey(ctx context.Context, credentialID string) (storedPasskey, error) {
	k, err := scanPasskey(s.db.Reader().QueryRow(ctx, `SELECT `+passkeyColumns+` FROM passkeys WHERE credential_id = $1 AND domain = $2`,
		credentialID, s.passkeyDomain()))
	if errors.Is(err, sql.ErrNoRows) {
		return storedPasskey{}, ErrInvalidPasskey.Wrap(errors.New("no such passkey"))
	}

	return k, wrap(err, "find a passkey")
}

// signed compares an answer with what was asked. The owner of a passkey that may have been copied is mailed.
func (s *Service) signed(ctx context.Context, by Self, k storedPasskey, owner passkey.Owner, expected string, a passkey.Answer) (usedPasskey, error) {
	party, err := s.passkeyParty()
	if err != nil {
		return usedPasskey{}, err
	}

	after, err := party.Signed(owner, expected, a)
	if errors.Is(err, passkey.ErrCloned) {
		return usedPasskey{}, errors.Join(ErrInvalidPasskey.Wrap(err), s.tellOfCopy(ctx, by, k))
	}

	if err != nil {
		return usedPasskey{}, ErrInvalidPasskey.Wrap(err)
	}

	return usedPasskey{storedPasskey: k, after: after}, nil
}

// usePasskeyTx stores the counter and the flags of a passkey that signed, unless it was removed or signed something else meanwhile. The
// row of its user is locked.
func (s *Service) usePasskeyTx(ctx context.Context, tx *db.Tx, used usedPasskey) (bool, error) {
	n, err := tx.Exec(ctx, `
		UPDATE passkeys SET record = $1, synced = $2, last_used_at = $3
		WHERE id = $4 AND client_id = $5 AND user_id = $6 AND record = $7`,
		used.after.Record, used.after.Synced, clock.Micros(s.clk.Now()), used.id, used.clientID, used.userID, used.key.Record)

	return n > 0, wrap(err, "use a passkey")
}

// tellOfCopy mails the owner of a passkey whose counter went back.
func (s *Service) tellOfCopy(ctx context.Context, by Self, k storedPasskey) error {
	return s.db.Tx(ctx, func(tx *db.Tx) error {
		u, err := s.lockUser(ctx, tx, k.clientID, k.userID)
		if err != nil {
			return err
		}

		by.Principal.ClientID, by.Principal.UserID = u.ClientID, u.ID

		if err := s.recordSelf(ctx, tx, by, "user.passkey-copied", Subject("user", u.ID), map[string]any{"passkey": k.id}); err != nil {
			return err
		}

		return s.notify(ctx, tx, s.noticeFactor(by.in(u.reads(by.Language)), u, passkeyCopied), u.Email)
	})
}
