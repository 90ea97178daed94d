package objects

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// The forms of a body, as its header names them. Any other value is the
// SHA-256 of the whole body.
const (
	unsigned        = "UNSIGNED-PAYLOAD"
	chunksSigned    = "STREAMING-AWS4-HMAC-SHA256-PAYLOAD"
	chunksTrailer   = "STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER"
	unsignedTrailer = "STREAMING-UNSIGNED-PAYLOAD-TRAILER"
)

const (
	algorithm  = "AWS4-HMAC-SHA256"
	dateForm   = "20060102T150405Z"
	dayForm    = "20060102"
	maxSkew    = 15 * time.Minute
	scopeParts = 5 // key, day, region, service, end
)

// signature is what a request's Authorization says, once it was found true.
type signature struct {
	key   []byte // that signs its chunks
	seed  string // its own, hexadecimal
	at    string
	scope string
	body  string // form of the body
}

// problem is a refusal with a code of S3's.
type problem struct {
	status  int
	code    string
	message string
	region  string
}

// verify checks a signature of version 4 in the headers. Source of the rules:
// https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
func (s *Store) verify(r *http.Request) (signature, *problem) {
	fields, ok := authorization(r.Header.Get("Authorization"))
	if !ok {
		return signature{}, &problem{status: http.StatusForbidden, code: "AccessDenied", message: "Access Denied."}
	}

	credential := strings.Split(fields["Credential"], "/")
	if len(credential) != scopeParts || credential[3] != "s3" || credential[4] != "aws4_request" {
		return signature{}, &problem{status: http.StatusBadRequest, code: "AuthorizationHeaderMalformed", message: "The credential is malformed."}
	}

	at := r.Header.Get("X-Amz-Date")
	when, err := time.Parse(dateForm, at)

	switch {
	case credential[0] != s.opt.AccessKey:
		return signature{}, &problem{status: http.StatusForbidden, code: "InvalidAccessKeyId", message: "The access key is not known."}
	case credential[2] != s.opt.Region:
		return signature{}, &problem{
			status: http.StatusBadRequest, code: "AuthorizationHeaderMalformed", region: s.opt.Region,
			message: "The region '" + credential[2] + "' is wrong; expecting '" + s.opt.Region + "'.",
		}
	case err != nil || time.Since(when).Abs() > maxSkew || credential[1] != when.Format(dayForm):
		return signature{}, &problem{status: http.StatusForbidden, code: "RequestTimeTooSkewed", message: "The request is from another time."}
	}

	headers := strings.Split(fields["SignedHeaders"], ";")
	for _, must := range []string{"host", "x-amz-content-sha256", "x-amz-date"} {
		if !slices.Contains(headers, must) {
			return signature{}, &problem{status: http.StatusForbidden, code: "AccessDenied", message: must + " is not signed."}
		}
	}

	out := signature{at: at, scope: strings.Join(credential[1:], "/"), body: r.Header.Get("X-Amz-Content-Sha256"), seed: fields["Signature"]}
	out.key = mac(mac(mac(mac([]byte("AWS4"+s.opt.SecretKey.Reveal()), credential[1]), credential[2]), credential[3]), credential[4])

	sum := sha256.Sum256([]byte(canonical(r, headers, out.body)))
	want := hex.EncodeToString(mac(out.key, strings.Join([]string{algorithm, at, out.scope, hex.EncodeToString(sum[:])}, "\n")))

	if !hmac.Equal([]byte(want), []byte(out.seed)) {
		return signature{}, &problem{status: http.StatusForbidden, code: "SignatureDoesNotMatch", message: "The signature is not the one that we calculate."}
	}

	return out, nil
}

// authorization reads "AWS4-HMAC-SHA256 Credential=..., SignedHeaders=..., Signature=...".
func authorization(text string) (map[string]string, bool) {
	rest, ok := strings.CutPrefix(text, algorithm+" ")
	fields := map[string]string{}

	for field := range strings.SplitSeq(rest, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(field), "=")
		fields[name] = value
	}

	return fields, ok
}

// canonical is the request as both sides sign it.
func canonical(r *http.Request, headers []string, body string) string {
	lines := []string{r.Method, escape(r.URL.Path), strings.ReplaceAll(r.URL.Query().Encode(), "+", "%20")}

	for _, name := range headers {
		value := strings.Join(r.Header.Values(name), ",")

		switch name {
		case "host":
			value = r.Host
		case "content-length": // net/http takes it out of the headers
			value = strconv.FormatInt(r.ContentLength, 10)
		}

		lines = append(lines, name+":"+strings.Join(strings.Fields(value), " "))
	}

	return strings.Join(append(lines, "", strings.Join(headers, ";"), body), "\n")
}

// escape writes a path as signatures have it: all but the unreserved letters
// of RFC 3986 and slashes.
func escape(path string) string {
	const plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/"

	var out strings.Builder

	for _, c := range []byte(path) {
		if strings.IndexByte(plain, c) >= 0 {
			out.WriteByte(c)
		} else {
			out.WriteString("%" + strings.ToUpper(hex.EncodeToString([]byte{c})))
		}
	}

	return out.String()
}

func mac(key []byte, text string) []byte {
	h := hmac.New(sha256.New, key)
	h.Write([]byte(text))

	return h.Sum(nil)
}
