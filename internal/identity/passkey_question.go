package identity

import (
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net"
	"net/url"
	"strconv"
	"time"

	"loket/internal/identity/passkey"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/loopback"
)

const (
	// questionTime is how long a browser may take to answer.
	questionTime = 5 * time.Minute
	// localDomain stands for this machine, whose addresses can't have passkeys.
	localDomain = "localhost"
)

// questionPurpose is what the answer to a question is for.
type questionPurpose string

const (
	makeQuestion       questionPurpose = "make"
	signInQuestion     questionPurpose = "sign_in" // by a passkey alone
	secondStepQuestion questionPurpose = "second_step"
	stepUpQuestion     questionPurpose = "step_up"
)

// passkeyPlace returns the domain that passkeys are made for now, and the origin of the pages that use them. The domain is empty while
// the address of the program is unknown.
func (s *Service) passkeyPlace() (domain, origin string) {
	u, err := url.Parse(s.opt.PublicURL())
	if err != nil || u.Host == "" {
		return "", ""
	}

	host := u.Hostname()
	if loopback.Is(host) {
		if host = localDomain; u.Port() != "" {
			u.Host = net.JoinHostPort(localDomain, u.Port())
		}
	}

	return cmp.Or(s.opt.PasskeyDomain, host), u.Scheme + "://" + u.Host
}

// passkeyDomain is the domain that passkeys are made for now. Passkeys of another one are no factors.
func (s *Service) passkeyDomain() string {
	domain, _ := s.passkeyPlace()

	return domain
}

// passkeyParty returns who passkeys are made for. Error: fault.ErrUnavailable if the deployment's address can't have passkeys.
func (s *Service) passkeyParty() (*passkey.Party, error) {
	p, err := passkey.New(s.passkeyPlace())
	if err != nil {
		return nil, fault.ErrUnavailable.Wrap(err)
	}

	return p, nil
}

// PasskeysOffered reports whether the deployment's address can have passkeys.
func (s *Service) PasskeysOffered() bool {
	if s.passkeyDomain() == "" {
		return false
	}

	_, err := s.passkeyParty()

	return err == nil
}

// passkeyHandle names a user for authenticators. It tells nothing about the user.
func passkeyHandle(userID int64) []byte {
	sum := sha256.Sum256([]byte("loket passkeys of user " + strconv.FormatInt(userID, idBase)))

	return sum[:]
}

// passkeyOwner is a user with the passkeys of the present domain.
func (s *Service) passkeyOwner(ctx context.Context, q db.Querier, p Principal) (passkey.Owner, error) {
	keys, err := s.storedPasskeys(ctx, q, p.ClientID, p.UserID)
	if err != nil {
		return passkey.Owner{}, err
	}

	return ownerOf(p, keys), nil
}

func ownerOf(p Principal, keys []storedPasskey) passkey.Owner {
	o := passkey.Owner{Handle: passkeyHandle(p.UserID), Name: accountName(p.ClientID, p.Username)}
	for _, k := range keys {
		o.Keys = append(o.Keys, k.key)
	}

	return o
}

// asker is whose answer to a question counts: that of a user in a session, or at a sign-in that of anybody.
type asker struct {
	purpose   questionPurpose
	principal Principal // the zero value: anybody
	address   string
}

// boundQuestionsTx keeps the open questions few: a session has one for each purpose, and an address, from which anybody may ask at a sign-in,
// has so many. Those of strangers at one's address keep nobody from a second step or a proof. Error: fault.ErrThrottled.
func (s *Service) boundQuestionsTx(ctx context.Context, tx *db.Tx, by asker, from string, now time.Time) error {
	if by.principal.SessionID != "" {
		_, err := tx.Exec(ctx, `DELETE FROM passkey_questions WHERE session_id = $1 AND purpose = $2`, by.principal.SessionID, string(by.purpose))

		return wrap(err, "replace an open question")
	}

	if err := tx.Lock(ctx, "passkey/"+from); err != nil {
		return err
	}

	var open int

	err := tx.QueryRow(ctx, `SELECT count(*) FROM passkey_questions WHERE address = $1 AND session_id = '' AND expires_at > $2`, from, clock.Micros(now)).Scan(&open)
	if err == nil && open >= s.opt.AddressTries {
		return fault.Throttled(questionTime)
	}

	return wrap(err, "count the open questions of an address")
}

// askTx stores a question for one answer. Error: fault.ErrThrottled for an address with too many open ones of sign-ins.
func (s *Service) askTx(ctx context.Context, tx *db.Tx, by asker, q passkey.Question) (json.RawMessage, error) {
	now, from := s.clk.Now(), callerNetwork(storable(by.address))

	if err := s.boundQuestionsTx(ctx, tx, by, from, now); err != nil {
		return nil, err
	}

	p := by.principal

	_, err := tx.Exec(ctx, `
		INSERT INTO passkey_questions (challenge_hash, purpose, client_id, user_id, session_id, address, expected, expires_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		challengeHash(q.Challenge), string(by.purpose), p.ClientID, p.UserID, p.SessionID, from, q.Expected, clock.Micros(now.Add(questionTime)))

	return q.Options, wrap(err, "store a question")
}

func challengeHash(challenge string) string {
	sum := sha256.Sum256([]byte(challenge))

	return hex.EncodeToString(sum[:])
}

// takeQuestion returns what the answer to a question is compared with. A question takes one answer, right or wrong. Error:
// ErrInvalidPasskey for one that was never asked, was answered, is too old, or is another caller's.
func (s *Service) takeQuestion(ctx context.Context, challenge string, by asker) (expected string, err error) {
	var (
		purpose          questionPurpose
		clientID, userID int64
		session          string
		expires          int64
	)

	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		return tx.QueryRow(ctx, `
			DELETE FROM passkey_questions WHERE challenge_hash = $1 RETURNING purpose, client_id, user_id, session_id, expected, expires_at`,
			challengeHash(challenge)).Scan(&purpose, &clientID, &userID, &session, &expected, &expires)
	})
	if errors.Is(err, sql.ErrNoRows) {
		return "", ErrInvalidPasskey.Wrap(errors.New("no such question"))
	}

	if err != nil {
		return "", wrap(err, "take a question")
	}

	p := by.principal
	if purpose != by.purpose || clientID != p.ClientID || userID != p.UserID || session != p.SessionID || expires <= clock.Micros(s.clk.Now()) {
		return "", ErrInvalidPasskey.Wrap(errors.New("the question is too old, or another caller's"))
	}

	return expected, nil
}
