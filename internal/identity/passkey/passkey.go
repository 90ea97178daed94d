// Package passkey asks browsers for passkeys (WebAuthn) and checks their answers. It wraps the library of the standard, and knows neither
// users nor the database.
package passkey

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
)

// partyName is how authenticators call us.
const partyName = "Loket"

// ErrCloned means that the counter of a passkey went back: another device may have a copy of it.
var ErrCloned = errors.New("the counter of the passkey went back")

// Party is who passkeys are made for: a domain, and the address of the pages that use them.
type Party struct {
	lib *webauthn.WebAuthn
}

// New makes a party. Domain is that of the origin or one above it; no passkey works for an IP address.
func New(domain, origin string) (*Party, error) {
	required := true

	lib, err := webauthn.New(&webauthn.Config{
		RPID: domain, RPDisplayName: partyName, RPOrigins: []string{origin},
		AttestationPreference: protocol.PreferNoAttestation,
		// A passkey alone signs in, so the authenticator knows its user and verifies them.
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			RequireResidentKey: &required, ResidentKey: protocol.ResidentKeyRequirementRequired,
			UserVerification: protocol.VerificationRequired,
		},
		// Some browsers add results that nobody asked for.
		ExtensionsUnsolicitedOutputPolicy: protocol.UnsolicitedOutputPolicyIgnore,
	})
	if err != nil {
		return nil, fmt.Errorf("passkeys: %w", err)
	}

	return &Party{lib}, nil
}

// Owner is who passkeys belong to.
type Owner struct {
	Handle []byte // names the owner for authenticators: no personal data, at most 64 bytes
	Name   string // as authenticators show it
	Keys   []Key
}

// Key is a passkey as it is stored.
type Key struct {
	ID     string // of the credential, in base64url
	Record string // public key, counter and flags, as JSON
	Synced bool   // a copy is kept outside of the device
}

// Question is what a browser is asked.
type Question struct {
	Challenge string          // random; the answer repeats it
	Options   json.RawMessage // for the browser
	Expected  string          // what the answer is compared with, as JSON; it stays on the server
}

func question(options any, expected *webauthn.SessionData) (Question, error) {
	text, err := json.Marshal(options)
	if err != nil {
		return Question{}, fmt.Errorf("write the options of a passkey: %w", err)
	}

	kept, err := json.Marshal(expected)
	if err != nil {
		return Question{}, fmt.Errorf("write what a passkey must answer: %w", err)
	}

	return Question{Challenge: expected.Challenge, Options: text, Expected: string(kept)}, nil
}

// AskToMake asks for a further passkey of an owner. A device that has one of the owner's makes none.
func (p *Party) AskToMake(o Owner) (Question, error) {
	u, err := o.user()
	if err != nil {
		return Question{}, err
	}

	has := make([]protocol.CredentialDescriptor, len(u.keys))
	for i, k := range u.keys {
		has[i] = k.Descriptor()
	}

	made, expected, err := p.lib.BeginRegistration(u, webauthn.WithExclusions(has))
	if err != nil {
		return Question{}, fmt.Errorf("ask for a passkey: %w", err)
	}

	return question(made.Response, expected)
}

// AskToSign asks for a signature by one of the owner's passkeys.
func (p *Party) AskToSign(o Owner) (Question, error) {
	u, err := o.user()
	if err != nil {
		return Question{}, err
	}

	asked, expected, err := p.lib.BeginLogin(u)
	if err != nil {
		return Question{}, fmt.Errorf("ask for a signature: %w", err)
	}

	return question(asked.Response, expected)
}

// AskAnybodyToSign asks for a signature by any passkey of the party: its answer tells whose it is.
func (p *Party) AskAnybodyToSign() (Question, error) {
	asked, expected, err := p.lib.BeginDiscoverableLogin()
	if err != nil {
		return Question{}, fmt.Errorf("ask for a signature: %w", err)
	}

	return question(asked.Response, expected)
}

// Made checks the answer to AskToMake, and returns the new passkey.
func (p *Party) Made(o Owner, expected string, a NewAnswer) (Key, error) {
	u, data, err := o.with(expected)
	if err != nil {
		return Key{}, err
	}

	made, err := p.lib.CreateCredential(u, data, a.parsed)
	if err != nil {
		return Key{}, refusal("make a passkey", err)
	}

	return keyOf(made)
}

// Signed checks the answer to AskToSign, or to AskAnybodyToSign with the owner whose passkey it is. It returns the passkey as it must be
// stored now: with another counter, a use of the old state is ErrCloned.
func (p *Party) Signed(o Owner, expected string, a Answer) (Key, error) {
	u, data, err := o.with(expected)
	if err != nil {
		return Key{}, err
	}

	u.allowChangedEligibility(a.parsed)

	var used *webauthn.Credential

	if len(data.UserID) == 0 {
		_, used, err = p.lib.ValidatePasskeyLogin(func(_, _ []byte) (webauthn.User, error) { return u, nil }, data, a.parsed)
	} else {
		used, err = p.lib.ValidateLogin(u, data, a.parsed)
	}

	if err != nil {
		return Key{}, refusal("check a signature", err)
	}

	if used.Authenticator.CloneWarning {
		return Key{}, ErrCloned
	}

	return keyOf(used)
}

// refusal is an error of the library with what it says for developers, which its text leaves out.
func refusal(what string, err error) error {
	if detail, ok := errors.AsType[*protocol.Error](err); ok {
		return fmt.Errorf("%s: %w: %s", what, err, detail.DevInfo)
	}

	return fmt.Errorf("%s: %w", what, err)
}

func keyOf(c *webauthn.Credential) (Key, error) {
	c.Attestation = webauthn.CredentialAttestation{} // none was asked for

	text, err := json.Marshal(c)
	if err != nil {
		return Key{}, fmt.Errorf("write a passkey: %w", err)
	}

	return Key{ID: base64.RawURLEncoding.EncodeToString(c.ID), Record: string(text), Synced: c.Flags.BackupState}, nil
}

// user is an owner in the form of the library.
type user struct {
	owner Owner
	keys  []webauthn.Credential
}

func (o Owner) user() (*user, error) {
	u := &user{owner: o, keys: make([]webauthn.Credential, len(o.Keys))}

	for i, k := range o.Keys {
		if err := json.Unmarshal([]byte(k.Record), &u.keys[i]); err != nil {
			return nil, fmt.Errorf("read a passkey: %w", err)
		}
	}

	return u, nil
}

func (o Owner) with(expected string) (*user, webauthn.SessionData, error) {
	var data webauthn.SessionData
	if err := json.Unmarshal([]byte(expected), &data); err != nil {
		return nil, data, fmt.Errorf("read what a passkey must answer: %w", err)
	}

	u, err := o.user()

	return u, data, err
}

// allowChangedEligibility takes over whether a passkey may be synced: some phones change it, and their users must not be locked out.
func (u *user) allowChangedEligibility(a *protocol.ParsedCredentialAssertionData) {
	for i := range u.keys {
		if string(u.keys[i].ID) == string(a.RawID) {
			u.keys[i].Flags.BackupEligible = a.Response.AuthenticatorData.Flags.HasBackupEligible()
		}
	}
}

// WebAuthnID is the owner's handle.
func (u *user) WebAuthnID() []byte { return u.owner.Handle }

// WebAuthnName is the owner's name.
func (u *user) WebAuthnName() string { return u.owner.Name }

// WebAuthnDisplayName is the owner's name.
func (u *user) WebAuthnDisplayName() string { return u.owner.Name }

// WebAuthnCredentials are the owner's passkeys.
func (u *user) WebAuthnCredentials() []webauthn.Credential { return u.keys }
