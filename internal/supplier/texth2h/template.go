package texth2h

import (
	"crypto/hmac"
	"crypto/md5"  //nolint:gosec // protocols of the trade sign with MD5
	"crypto/sha1" //nolint:gosec // protocols of the trade sign with SHA-1
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"loket/internal/supplier"
	"loket/internal/supplier/wire"
)

// placeholder is {name} in a template.
var placeholder = regexp.MustCompile(`\{([A-Za-z][A-Za-z0-9]*)\}`)

// The placeholders that each request has.
const (
	phRef, phSKU, phDest, phDest62, phAmount, phMaxPrice, phSign = "ref", "sku", "dest", "dest62", "amount", "maxPrice", "sign"
)

var ownPlaceholders = []string{phRef, phSKU, phDest, phDest62, phAmount, phMaxPrice, phSign}

// The ways in which parameters are sent.
const (
	sendQuery = "query"
	sendForm  = "form"
	sendJSON  = "json"
)

// fill puts values into a template as they are; the caller escapes the whole.
func fill(template string, values map[string]string) string {
	return placeholder.ReplaceAllStringFunc(template, func(found string) string { return values[found[1:len(found)-1]] })
}

// valuesOf are the values of all placeholders but sign. With hide, each secret is replaced.
func (s *Settings) valuesOf(req supplier.Request, hide bool) map[string]string {
	values := maps.Clone(s.Values)
	if values == nil {
		values = map[string]string{}
	}

	for name, value := range s.Secrets {
		if hide {
			value = wire.Hidden
		}

		values[name] = value
	}

	values[phRef], values[phSKU], values[phDest], values[phDest62] = req.Reference, req.SKU, req.Destination, international(req.Destination)
	values[phAmount] = strconv.FormatInt(int64(req.Amount), 10)
	values[phMaxPrice] = strconv.FormatInt(int64(req.MaxPrice), 10)

	return values
}

// outgoing is a request ready to be sent.
type outgoing struct {
	path        string // with its query
	body        []byte // nil of a GET
	contentType string
}

// render makes a request of a template. With hide it is as staff may read it.
func (s *Settings) render(t *Template, req supplier.Request, hide bool) outgoing {
	values := s.valuesOf(req, hide)

	if t.Sign != nil {
		values[phSign] = wire.Hidden
		if !hide {
			values[phSign] = s.sign(t.Sign, values)
		}
	}

	params := make(map[string]string, len(t.Params))
	for name, template := range t.Params {
		params[name] = fill(template, values)
	}

	escaped := url.Values{}
	for name, value := range params {
		escaped.Set(name, value)
	}

	switch t.Send {
	case sendForm:
		return outgoing{path: t.Path, body: []byte(escaped.Encode()), contentType: "application/x-www-form-urlencoded"}
	case sendJSON:
		body, err := json.Marshal(params)
		if err != nil { // texts alone
			body = []byte("{}")
		}

		return outgoing{path: t.Path, body: body, contentType: "application/json"}
	default:
		return outgoing{path: t.Path + "?" + escaped.Encode()}
	}
}

// The names of hashes and encodings.
const (
	hashNone, hashMD5, hashSHA1, hashSHA256, hashHMAC              = "none", "md5", "sha1", "sha256", "hmac-sha256"
	encodeHex, encodeBase64, encodeBase64URL, encodeHexThenBase64U = "hex", "base64", "base64url", "hex-base64url"
	caseLower, caseUpper                                           = "lower", "upper"
)

func (s *Settings) sign(how *Sign, values map[string]string) string {
	text := []byte(fill(how.Text, values))

	var sum []byte

	switch how.Hash {
	case hashMD5:
		hashed := md5.Sum(text) //nolint:gosec // see the import
		sum = hashed[:]
	case hashSHA1:
		hashed := sha1.Sum(text) //nolint:gosec // see the import
		sum = hashed[:]
	case hashSHA256:
		hashed := sha256.Sum256(text)
		sum = hashed[:]
	case hashHMAC:
		mac := hmac.New(sha256.New, []byte(s.Secrets[how.Key]))
		mac.Write(text)
		sum = mac.Sum(nil)
	default:
		sum = text
	}

	return inCase(encode(sum, how.Encoding), how.Case)
}

func encode(sum []byte, encoding string) string {
	switch encoding {
	case encodeBase64:
		return base64.StdEncoding.EncodeToString(sum)
	case encodeBase64URL:
		return base64.RawURLEncoding.EncodeToString(sum)
	case encodeHexThenBase64U:
		return base64.RawURLEncoding.EncodeToString([]byte(hex.EncodeToString(sum)))
	default:
		return hex.EncodeToString(sum)
	}
}

func inCase(text, letterCase string) string {
	switch letterCase {
	case caseLower:
		return strings.ToLower(text)
	case caseUpper:
		return strings.ToUpper(text)
	default:
		return text
	}
}

// check lists what is wrong with a template.
func (t *Template) check(name string, s *Settings) []error {
	var found []error

	fault := func(format string, args ...any) {
		found = append(found, fmt.Errorf("%w: request %s: %s", supplier.ErrConfig, name, fmt.Sprintf(format, args...)))
	}

	if !strings.HasPrefix(t.Path, "/") || strings.ContainsAny(t.Path, "?#{}") {
		fault("path must begin with / and have no query and no placeholder")
	}

	if !slices.Contains([]string{"", sendQuery, sendForm, sendJSON}, t.Send) {
		fault("send must be query, form or json")
	}

	known := func(where, template string, sign bool) {
		for _, m := range placeholder.FindAllStringSubmatch(template, -1) {
			_, value := s.Values[m[1]]
			_, hidden := s.Secrets[m[1]]

			if !value && !hidden && (!slices.Contains(ownPlaceholders, m[1]) || m[1] == phSign && !sign) {
				fault("%s: placeholder {%s} has no value", where, m[1])
			}
		}
	}

	for _, param := range slices.Sorted(maps.Keys(t.Params)) {
		known("parameter "+param, t.Params[param], t.Sign != nil)
	}

	if t.Sign == nil {
		return found
	}

	known("sign", t.Sign.Text, false)

	if !slices.Contains([]string{hashNone, hashMD5, hashSHA1, hashSHA256, hashHMAC}, t.Sign.Hash) {
		fault("hash of sign must be none, md5, sha1, sha256 or hmac-sha256")
	}

	if _, ok := s.Secrets[t.Sign.Key]; t.Sign.Hash == hashHMAC && !ok {
		fault("key of sign must be the name of a secret")
	}

	if !slices.Contains([]string{encodeHex, encodeBase64, encodeBase64URL, encodeHexThenBase64U}, t.Sign.Encoding) {
		fault("encoding of sign must be hex, base64, base64url or hex-base64url")
	}

	if !slices.Contains([]string{"", caseLower, caseUpper}, t.Sign.Case) {
		fault("case of sign must be lower, upper or empty")
	}

	return found
}

// has reports whether any parameter or signature uses a placeholder.
func (t *Template) has(name string) bool {
	for _, template := range t.Params {
		if strings.Contains(template, "{"+name+"}") {
			return true
		}
	}

	return false
}
