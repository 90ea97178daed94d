// Package bankside is the bank's side of the protocols by which banks notify us: SNAP BI, and Moota's webhook. It signs
// by itself, so that it also tests our checks.
package bankside

import (
	"bytes"
	"context"
	"crypto"
	"crypto/hmac"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/secret"
)

// The paths of SNAP BI.
const (
	TokenPath   = "/v1.0/access-token/b2b" //nolint:gosec // a path
	InquiryPath = "/v1.0/transfer-va/inquiry"
	PaymentPath = "/v1.0/transfer-va/payment"

	// TimestampLayout is the form of X-TIMESTAMP and dates in bodies.
	TimestampLayout = "2006-01-02T15:04:05-07:00"
)

const (
	maxReply = 64 << 10
	tokenUse = 10 * time.Minute // a token lives for 15
)

// Snap calls us as a bank does. Its fields must not change after the first call.
type Snap struct {
	URL          string // of Loket
	ClientID     string
	ClientSecret secret.Text
	PartnerID    string
	ChannelID    string
	Key          *rsa.PrivateKey
	Asymmetric   bool // signs transactions with the key
	Hex          bool // signatures in hex, not base64
	Client       *http.Client
	Now          func() time.Time

	mu    sync.Mutex
	token string
	until time.Time
}

// Reply is an answer to a bank.
type Reply struct {
	Status  int
	Code    string // responseCode
	Message string
	Body    []byte
}

// Call is a transaction call.
type Call struct {
	Path       string
	Body       []byte
	ExternalID string
	// Alter changes the request after it was signed, as a forger does.
	Alter func(r *http.Request)
}

// Token returns a token, and asks for a new one when it is old.
func (s *Snap) Token(ctx context.Context) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()

	if s.Now().Before(s.until) {
		return s.token, nil
	}

	stamp := s.stamp()

	signature, err := s.byKey(s.ClientID + "|" + stamp)
	if err != nil {
		return "", err
	}

	reply, err := s.post(ctx, Call{Path: TokenPath, Body: []byte(`{"grantType":"client_credentials"}`)}, map[string]string{
		"X-CLIENT-KEY": s.ClientID, "X-TIMESTAMP": stamp, "X-SIGNATURE": signature,
	})
	if err != nil {
		return "", err
	}

	var body struct {
		AccessToken string `json:"accessToken"`
	}

	if err := json.Unmarshal(reply.Body, &body); err != nil || body.AccessToken == "" {
		return "", fmt.Errorf("%w: no token: %d %s", errReply, reply.Status, reply.Message)
	}

	s.token, s.until = body.AccessToken, s.Now().Add(tokenUse)

	return s.token, nil
}

// Forget drops the token, so that the next call asks for a new one.
func (s *Snap) Forget() {
	s.mu.Lock()
	s.until = time.Time{}
	s.mu.Unlock()
}

// Do makes a transaction call with a token and a signature.
func (s *Snap) Do(ctx context.Context, c Call) (Reply, error) {
	token, err := s.Token(ctx)
	if err != nil {
		return Reply{}, err
	}

	stamp := s.stamp()

	signature, err := s.sign(c, token, stamp)
	if err != nil {
		return Reply{}, err
	}

	return s.post(ctx, c, map[string]string{
		"Authorization": "Bearer " + token, "X-TIMESTAMP": stamp, "X-SIGNATURE": signature, "X-PARTNER-ID": s.PartnerID,
		"X-EXTERNAL-ID": c.ExternalID, "CHANNEL-ID": s.ChannelID,
	})
}

func (s *Snap) sign(c Call, token, stamp string) (string, error) {
	var small bytes.Buffer
	if err := json.Compact(&small, c.Body); err != nil {
		return "", fmt.Errorf("sign: %w", err)
	}

	digest := sha256.Sum256(small.Bytes())
	body := hex.EncodeToString(digest[:])

	if s.Asymmetric {
		return s.byKey(strings.Join([]string{http.MethodPost, c.Path, body, stamp}, ":"))
	}

	mac := hmac.New(sha512.New, []byte(s.ClientSecret.Reveal()))
	mac.Write([]byte(strings.Join([]string{http.MethodPost, c.Path, token, body, stamp}, ":")))

	return s.encode(mac.Sum(nil)), nil
}

func (s *Snap) byKey(text string) (string, error) {
	digest := sha256.Sum256([]byte(text))

	sum, err := rsa.SignPKCS1v15(rand.Reader, s.Key, crypto.SHA256, digest[:])
	if err != nil {
		return "", fmt.Errorf("sign: %w", err)
	}

	return s.encode(sum), nil
}

func (s *Snap) encode(sum []byte) string {
	if s.Hex {
		return hex.EncodeToString(sum)
	}

	return base64.StdEncoding.EncodeToString(sum)
}

func (s *Snap) stamp() string { return s.Now().In(clock.Jakarta()).Format(TimestampLayout) }

func (s *Snap) post(ctx context.Context, c Call, headers map[string]string) (Reply, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.URL+c.Path, bytes.NewReader(c.Body))
	if err != nil {
		return Reply{}, fmt.Errorf("bank: %w", err)
	}

	r.Header.Set("Content-Type", "application/json")

	for name, value := range headers {
		r.Header.Set(name, value)
	}

	if c.Alter != nil {
		c.Alter(r)
	}

	return send(s.Client, r)
}

func send(client *http.Client, r *http.Request) (Reply, error) {
	answer, err := client.Do(r)
	if err != nil {
		return Reply{}, fmt.Errorf("bank: %w", err)
	}
	defer answer.Body.Close() //nolint:errcheck // read only

	body, err := io.ReadAll(io.LimitReader(answer.Body, maxReply))
	if err != nil {
		return Reply{}, fmt.Errorf("bank: %w", err)
	}

	var said struct {
		Code    string `json:"responseCode"`
		Message string `json:"responseMessage"`
	}

	_ = json.Unmarshal(body, &said) // other answers have neither

	return Reply{Status: answer.StatusCode, Code: said.Code, Message: said.Message, Body: body}, nil
}
