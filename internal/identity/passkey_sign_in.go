package identity

import (
	"context"
	"encoding/json"
	"errors"

	"loket/internal/identity/passkey"
	"loket/internal/platform/clientid"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/language"
	"loket/internal/platform/secret"
)

// PasskeySignIn is the input of SignInByPasskey.
type PasskeySignIn struct {
	Answer   []byte // of the browser, JSON
	Address  string
	Language language.Language // of the browser
	// As in Credentials.
	Device      string
	KnownDevice secret.Text
}

// AskForSignIn returns the options with which a browser signs in by a passkey alone. Error: fault.ErrThrottled for an address with too
// many questions that wait.
func (s *Service) AskForSignIn(ctx context.Context, address string) (json.RawMessage, error) {
	party, err := s.passkeyParty()
	if err != nil {
		return nil, err
	}

	q, err := party.AskAnybodyToSign()
	if err != nil {
		return nil, err
	}

	return s.ask(ctx, asker{purpose: signInQuestion, address: address}, q)
}

// SignInByPasskey opens a session by a passkey alone, which has verified its user. Errors: ErrInvalidPasskey, whatever is wrong;
// ErrPasswordExpired as SignIn.
func (s *Service) SignInByPasskey(ctx context.Context, in PasskeySignIn) (SignedIn, error) {
	var who Principal

	out, err := s.signInByPasskey(ctx, in, &who)
	s.logSignIn(ctx, Credentials{ClientID: who.ClientID, Username: who.Username, Address: in.Address}, account{userID: who.UserID}, err)

	return out, err
}

// signInByPasskey sets who as soon as the user is known.
func (s *Service) signInByPasskey(ctx context.Context, in PasskeySignIn, who *Principal) (SignedIn, error) {
	read, err := passkey.ReadAnswer(in.Answer)
	if err != nil {
		return SignedIn{}, ErrInvalidPasskey.Wrap(err)
	}

	expected, err := s.takeQuestion(ctx, read.Challenge, asker{purpose: signInQuestion})
	if err != nil {
		return SignedIn{}, err
	}

	k, err := s.findPasskey(ctx, read.KeyID)
	if err != nil {
		return SignedIn{}, err
	}

	who.ClientID, who.UserID = k.clientID, k.userID
	owner := passkey.Owner{Handle: passkeyHandle(k.userID), Keys: []passkey.Key{k.key}}

	used, err := s.signed(ctx, Self{Principal: *who, Address: in.Address, Language: in.Language}, k, owner, expected, read)
	if err != nil {
		return SignedIn{}, err
	}

	return s.openByPasskey(ctx, in, used, who)
}

func (s *Service) openByPasskey(ctx context.Context, in PasskeySignIn, used usedPasskey, who *Principal) (SignedIn, error) {
	u, err := scanUser(s.db.Reader().QueryRow(ctx, `SELECT `+userColumns+` FROM users WHERE id = $1 AND client_id = $2 AND deleted_at IS NULL`,
		used.userID, used.clientID))
	if err != nil {
		return SignedIn{}, passkeyOfNobody(err)
	}

	who.Username = u.Username
	from := Credentials{ClientID: u.ClientID, Username: u.Username, Address: in.Address, Device: in.Device, KnownDevice: in.KnownDevice}
	opened := opening{from: from, method: PasskeyMethod}

	if opened.by, err = s.originOf(ctx, from); err != nil {
		return SignedIn{}, err
	}

	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		u, err := s.lockUser(ctx, tx, used.clientID, used.userID)
		if err != nil {
			return passkeyOfNobody(err)
		}

		c, err := scanClient(tx.QueryRow(ctx, `SELECT `+clientColumns+` FROM clients WHERE id = $1`, u.ClientID))
		if err != nil {
			return err
		}

		if !u.Active || !c.Active || u.ClientID == clientid.Provider { // staff sign in at their own address
			return ErrInvalidPasskey.Wrap(errors.New("the user or the client is closed"))
		}

		ok, err := s.usePasskeyTx(ctx, tx, used)
		if err != nil {
			return err
		}

		if !ok {
			return ErrInvalidPasskey.Wrap(errors.New("the passkey was removed, or signed something else meanwhile"))
		}

		return s.openTx(ctx, tx, &opened, account{userID: u.ID, expired: u.PasswordExpired, changedAt: u.PasswordChangedAt})
	})
	if err != nil {
		return SignedIn{}, err
	}

	opened.out.Username = u.Username

	return opened.result()
}

// passkeyOfNobody refuses the passkey of a user who was deleted.
func passkeyOfNobody(err error) error {
	if fault.ErrNotFound.Is(err) {
		return ErrInvalidPasskey.Wrap(err)
	}

	return err
}
