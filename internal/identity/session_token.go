package identity

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"loket/internal/platform/clock"
	"loket/internal/platform/secret"
)

const (
	tokenIssuer   = "loket"
	tokenAudience = "loket-portal" //nolint:gosec // a name, no secret
	// maxToken is in bytes. Our tokens have about 400.
	maxToken = 2048
	idBase   = 10
	idBits   = 64
)

// claims is the payload of a token. The dashboard reads clientId from it. The server
// compares every claim with the session's row.
type claims struct {
	jwt.RegisteredClaims

	ClientID int64 `json:"clientId"`
	Scope    Scope `json:"scope"`
}

// tokens signs and reads session tokens. They are JWTs with HS256.
type tokens struct {
	signID string
	sign   []byte
	keys   map[string][]byte // by id; all of them verify
	parser *jwt.Parser
}

var errToken = errors.New("the token can't be used")

func newTokens(keys []secret.Text, clk clock.Clock) (*tokens, error) {
	if len(keys) == 0 {
		return nil, errors.New("no key to sign tokens with")
	}

	t := &tokens{keys: make(map[string][]byte, len(keys))}

	for i, k := range keys {
		if len(k) < secret.MinKey {
			return nil, fmt.Errorf("signing key %d must have at least %d bytes", i+1, secret.MinKey)
		}

		key := []byte(k.Reveal())
		if i == 0 {
			t.sign, t.signID = key, secret.KeyID(key)
		}

		t.keys[secret.KeyID(key)] = key
	}

	t.parser = jwt.NewParser(
		jwt.WithValidMethods([]string{jwt.SigningMethodHS256.Alg()}),
		jwt.WithIssuer(tokenIssuer),
		jwt.WithAudience(tokenAudience),
		jwt.WithExpirationRequired(),
		jwt.WithStrictDecoding(), // each token has one spelling only
		jwt.WithTimeFunc(clk.Now),
	)

	return t, nil
}

// session is what a token names.
type session struct {
	id       string
	clientID int64
	userID   int64
	scope    Scope
}

func (t *tokens) make(s session, issued, expires time.Time) (string, error) {
	token := jwt.NewWithClaims(jwt.SigningMethodHS256, claims{
		ClientID: s.clientID,
		Scope:    s.scope,
		RegisteredClaims: jwt.RegisteredClaims{
			Issuer:    tokenIssuer,
			Subject:   strconv.FormatInt(s.userID, idBase),
			Audience:  jwt.ClaimStrings{tokenAudience},
			ExpiresAt: jwt.NewNumericDate(expires),
			IssuedAt:  jwt.NewNumericDate(issued),
			ID:        s.id,
		},
	})
	token.Header["kid"] = t.signID

	signed, err := token.SignedString(t.sign)
	if err != nil {
		return "", fmt.Errorf("sign a token: %w", err)
	}

	return signed, nil
}

// read verifies a token and returns what it names.
func (t *tokens) read(bearer string) (session, error) {
	if len(bearer) == 0 || len(bearer) > maxToken {
		return session{}, errToken
	}

	var c claims

	if _, err := t.parser.ParseWithClaims(bearer, &c, t.key); err != nil {
		return session{}, fmt.Errorf("%w: %w", errToken, err)
	}

	userID, err := strconv.ParseInt(c.Subject, idBase, idBits)
	if err != nil || c.ID == "" {
		return session{}, errToken
	}

	return session{id: c.ID, clientID: c.ClientID, userID: userID, scope: c.Scope}, nil
}

// key returns the key that the token names. The name only selects one of our own keys.
func (t *tokens) key(token *jwt.Token) (any, error) {
	id, _ := token.Header["kid"].(string)

	key, ok := t.keys[id]
	if !ok {
		return nil, errToken
	}

	return key, nil
}
