package snap

import (
	"crypto/hmac"
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"
	"time"

	"loket/internal/platform/ids"
	"loket/internal/platform/secret"
)

// TokenLife is how long a token is valid.
const TokenLife = 900 * time.Second

// tokenAnswer is the answer to a token call.
type tokenAnswer struct {
	ResponseCode    string `json:"responseCode"`
	ResponseMessage string `json:"responseMessage"`
	AccessToken     string `json:"accessToken"`
	TokenType       string `json:"tokenType"`
	ExpiresIn       string `json:"expiresIn"`
}

// Token answers /v1.0/access-token/b2b. A token is signed by us, bound to the partner, and valid for TokenLife. It is
// not stored, so every node accepts it.
func (s *Service) Token(r Request) Response {
	p, refused := s.tokenCaller(r)
	if refused != nil {
		return refused.response(serviceToken)
	}

	var body struct {
		GrantType string `json:"grantType"`
	}

	if err := decodeBody(r.Body, &body); err != nil {
		return resultFormat.about("body").response(serviceToken)
	}

	switch body.GrantType {
	case "":
		return resultMissing.about("grantType").response(serviceToken)
	case "client_credentials":
	default:
		return resultFormat.about("grantType").response(serviceToken)
	}

	return Response{Status: resultOK.status, Body: tokenAnswer{
		ResponseCode: resultOK.responseCode(serviceToken), ResponseMessage: resultOK.message,
		AccessToken: s.issue(p, s.deps.Clock.Now()), TokenType: "Bearer", ExpiresIn: strconv.Itoa(int(TokenLife.Seconds())),
	}}
}

func (s *Service) tokenCaller(r Request) (*partner, *result) {
	h, refused := r.headers(headerClientKey, headerTimestamp, headerSignature)
	if refused != nil {
		return nil, refused
	}

	p := s.byClient[h[headerClientKey]]
	if p == nil || !p.signedToken(h[headerTimestamp], h[headerSignature]) {
		return nil, new(resultUnauthorized.about("Signature"))
	}

	if refused := s.inTime(p, h[headerTimestamp]); refused != nil {
		return nil, refused
	}

	return p, nil
}

// issue makes a token: when it ends, a nonce, and our signature of both.
func (s *Service) issue(p *partner, now time.Time) string {
	text := fmt.Sprintf("%d.%s", now.Add(TokenLife).Unix(), ids.Token())

	return text + "." + base64.RawURLEncoding.EncodeToString(s.tokenSum(p, text))
}

// tokenSum binds a token to its partner and to the partner's secret, so that a new secret ends old tokens.
func (s *Service) tokenSum(p *partner, text string) []byte {
	return secret.HMAC([]byte(s.tokenKey.Reveal()), strings.Join([]string{
		"snap token", p.Code, p.ClientID, base64.StdEncoding.EncodeToString([]byte(p.ClientSecret.Reveal())), text,
	}, "\n"))
}

// valid reports whether a token is ours, of this partner, and has not ended.
func (s *Service) valid(p *partner, token string, now time.Time) bool {
	at := strings.LastIndexByte(token, '.')
	if at < 0 {
		return false
	}

	text := token[:at]

	sum, err := base64.RawURLEncoding.Strict().DecodeString(token[at+1:])
	if err != nil || !hmac.Equal(sum, s.tokenSum(p, text)) {
		return false
	}

	ends, _, _ := strings.Cut(text, ".")

	seconds, err := strconv.ParseInt(ends, 10, 64)

	return err == nil && now.Before(time.Unix(seconds, 0))
}
