package snap

import (
	"net/http"
	"regexp"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
)

// The headers (SNAP BI).
const (
	headerClientKey  = "X-CLIENT-KEY"
	headerPartner    = "X-PARTNER-ID"
	headerTimestamp  = "X-TIMESTAMP"
	headerSignature  = "X-SIGNATURE"
	headerExternalID = "X-EXTERNAL-ID"
	headerChannel    = "CHANNEL-ID"
	headerToken      = "Authorization"

	bearer = "Bearer "

	timestampLayout = "2006-01-02T15:04:05-07:00"
)

// Request is a call of a bank as it came.
type Request struct {
	Method string
	URI    string // path and query, as they were sent and signed
	Header http.Header
	Body   []byte
}

// caller is the bank of a transaction call that was verified.
type caller struct {
	*partner

	externalID string
}

// headers reads mandatory headers. Each may be given once: a proxy may have added a second one.
func (r Request) headers(names ...string) (map[string]string, *result) {
	found := make(map[string]string, len(names))

	for _, name := range names {
		switch given := r.Header.Values(name); {
		case len(given) == 0 || given[0] == "":
			return nil, new(resultMissing.about(name))
		case len(given) > 1:
			return nil, new(resultFormat.about(name))
		default:
			found[name] = given[0]
		}
	}

	return found, nil
}

var (
	externalIDForm = regexp.MustCompile(`^[0-9]{1,36}$`)
	channelForm    = regexp.MustCompile(`^[0-9A-Za-z]{1,5}$`)
)

// authenticate verifies a transaction call: headers, partner, token, signature, time stamp, in this order. The body is
// read only after that.
func (s *Service) authenticate(r Request) (caller, *result) {
	h, refused := r.headers(headerToken, headerTimestamp, headerSignature, headerPartner, headerExternalID, headerChannel)
	if refused != nil {
		return caller{}, refused
	}

	p := s.byPartner[h[headerPartner]]
	if p == nil {
		return caller{}, new(resultUnauthorized.about(headerPartner))
	}

	token, ok := strings.CutPrefix(h[headerToken], bearer)
	if !ok || !s.valid(p, token, s.deps.Clock.Now()) {
		return caller{}, new(resultToken)
	}

	if !s.verify(p, r, token, h) {
		return caller{}, new(resultUnauthorized.about("Signature"))
	}

	if refused := s.inTime(p, h[headerTimestamp]); refused != nil {
		return caller{}, refused
	}

	switch {
	case !externalIDForm.MatchString(h[headerExternalID]):
		return caller{}, new(resultFormat.about(headerExternalID))
	case !channelForm.MatchString(h[headerChannel]), p.ChannelID != "" && h[headerChannel] != p.ChannelID:
		return caller{}, new(resultFormat.about(headerChannel))
	}

	return caller{p, h[headerExternalID]}, nil
}

func (*Service) verify(p *partner, r Request, token string, h map[string]string) bool {
	return p.signed(r, token, h[headerTimestamp], h[headerSignature])
}

// inTime refuses a time stamp that is malformed or outside of the partner's window. The signature covers it.
func (s *Service) inTime(p *partner, timestamp string) *result {
	at, err := time.Parse(timestampLayout, timestamp)
	if err != nil || len(timestamp) != len(timestampLayout) {
		return new(resultFormat.about(headerTimestamp))
	}

	if away := s.deps.Clock.Now().Sub(at); away > p.Window || away < -p.Window {
		return new(resultUnauthorized.about(headerTimestamp))
	}

	return nil
}

// decodeBody reads a body. Unknown members are ignored, since banks add their own. Members that are given more than
// once, text that is not UTF-8 and names in the wrong case don't count as ours.
func decodeBody(body []byte, into any) error { return json.Unmarshal(body, into) }
