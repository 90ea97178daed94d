package snap

import (
	"bytes"
	"crypto"
	"crypto/hmac"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"strings"
)

// decode reads a signature in the encoding of a partner.
func (p *partner) decode(text string) ([]byte, bool) {
	if p.Encoding == Hex {
		sum, err := hex.DecodeString(text)

		return sum, err == nil
	}

	sum, err := base64.StdEncoding.Strict().DecodeString(text)

	return sum, err == nil
}

// signedToken reports whether the signature of a token call is the bank's: RSA-SHA256 over client id and time stamp.
func (p *partner) signedToken(timestamp, signature string) bool {
	return p.signedByKey(p.ClientID+"|"+timestamp, signature)
}

func (p *partner) signedByKey(text, signature string) bool {
	sum, ok := p.decode(signature)
	if !ok {
		return false
	}

	digest := sha256.Sum256([]byte(text))

	return rsa.VerifyPKCS1v15(p.key, crypto.SHA256, digest[:], sum) == nil
}

// signed reports whether the signature of a transaction call is the bank's. The body is not parsed before.
func (p *partner) signed(r Request, token, timestamp, signature string) bool {
	body := p.bodyHash(r.Body)

	if p.Signing == Asymmetric {
		return p.signedByKey(strings.Join([]string{r.Method, r.URI, body, timestamp}, ":"), signature)
	}

	sum, ok := p.decode(signature)

	return ok && hmac.Equal(sum, symmetricSum(p.ClientSecret.Reveal(), r.Method, r.URI, token, body, timestamp))
}

// symmetricSum is the HMAC-SHA512 of a transaction call.
func symmetricSum(key, method, uri, token, bodyHash, timestamp string) []byte {
	mac := hmac.New(sha512.New, []byte(key))
	mac.Write([]byte(strings.Join([]string{method, uri, token, bodyHash, timestamp}, ":")))

	return mac.Sum(nil)
}

// bodyHash is the lower-case hex SHA-256 of a body. A body that is no JSON can't be minified; its bytes are hashed, and
// it is refused later.
func (p *partner) bodyHash(body []byte) string {
	if p.BodyHash == Minified {
		var small bytes.Buffer
		if json.Compact(&small, body) == nil {
			body = small.Bytes()
		}
	}

	sum := sha256.Sum256(body)

	return hex.EncodeToString(sum[:])
}
