package snap

import (
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"regexp"
	"time"

	"loket/internal/platform/secret"
)

// Encoding is the form of signatures. The standard's sample shows hex, most vendors send base64.
type Encoding string

// The encodings.
const (
	Base64 Encoding = "base64"
	Hex    Encoding = "hex"
)

// Signing is how a bank signs its transaction calls.
type Signing string

// The ways of signing.
const (
	// Symmetric: HMAC-SHA512 with the client secret, over the token too.
	Symmetric Signing = "symmetric"
	// Asymmetric: RSA-SHA256 with the bank's private key.
	Asymmetric Signing = "asymmetric"
)

// BodyHash is what a bank hashes of a body.
type BodyHash string

// The ways of hashing.
const (
	// Minified: the JSON without insignificant white space.
	Minified BodyHash = "minified"
	// Exact: the bytes as sent.
	Exact BodyHash = "exact"
)

// Partner is a bank, or a gateway of a bank, that calls us.
type Partner struct {
	Code      string // name of the connection, in the inbox
	Bank      string // our code of the bank: BBCA
	ClientID  string // X-CLIENT-KEY
	PartnerID string // X-PARTNER-ID
	// ClientSecret is the key of symmetric signatures.
	ClientSecret secret.Text
	// PublicKey is the bank's, in PEM. It verifies the signature of the token call, and asymmetric signatures.
	PublicKey string
	Signing   Signing
	Encoding  Encoding
	BodyHash  BodyHash
	// Window is how far a time stamp may be from our clock, in both directions.
	Window time.Duration
	// ChannelID is the only CHANNEL-ID that is accepted; "" accepts every one.
	ChannelID string
}

// Defaults of a partner.
const (
	DefaultWindow = 5 * time.Minute
	maxWindow     = time.Hour
	minSecret     = 16
	minKeyBits    = 2048
)

// ErrPartner means that the settings of a partner are invalid.
var ErrPartner = errors.New("snap partner")

var codeForm = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,30}$`)

// partner is a validated Partner with its parsed key.
type partner struct {
	Partner

	key *rsa.PublicKey
}

func newPartner(p Partner) (*partner, error) {
	found := []error{}
	addf := func(format string, args ...any) {
		found = append(found, fmt.Errorf("%w %s: "+format, append([]any{ErrPartner, p.Code}, args...)...))
	}

	if !codeForm.MatchString(p.Code) {
		addf("the code must be lower-case letters, digits and hyphens")
	}

	if p.Bank == "" || p.ClientID == "" || p.PartnerID == "" {
		addf("bank, clientId and partnerId are needed")
	}

	if p.Signing != Symmetric && p.Signing != Asymmetric {
		addf("signing %q is neither %s nor %s", p.Signing, Symmetric, Asymmetric)
	}

	if p.Encoding != Base64 && p.Encoding != Hex {
		addf("encoding %q is neither %s nor %s", p.Encoding, Base64, Hex)
	}

	if p.BodyHash != Minified && p.BodyHash != Exact {
		addf("bodyHash %q is neither %s nor %s", p.BodyHash, Minified, Exact)
	}

	if p.Signing == Symmetric && len(p.ClientSecret) < minSecret {
		addf("the client secret is shorter than %d characters", minSecret)
	}

	if p.Window <= 0 || p.Window > maxWindow {
		addf("the window must be more than 0 and at most %s", maxWindow)
	}

	key, err := parseKey(p.PublicKey)
	if err != nil {
		addf("%w", err)
	}

	return &partner{p, key}, errors.Join(found...)
}

func parseKey(text string) (*rsa.PublicKey, error) {
	block, _ := pem.Decode([]byte(text))
	if block == nil {
		return nil, errors.New("the public key is not PEM")
	}

	parsed, err := x509.ParsePKIXPublicKey(block.Bytes)
	if err != nil {
		return nil, errors.New("the public key can't be read")
	}

	key, ok := parsed.(*rsa.PublicKey)
	if !ok || key.N.BitLen() < minKeyBits {
		return nil, fmt.Errorf("the public key must be RSA of at least %d bits", minKeyBits)
	}

	return key, nil
}
