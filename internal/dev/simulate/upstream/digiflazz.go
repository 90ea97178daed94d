package upstream

import (
	"crypto/hmac"
	"crypto/md5"  //nolint:gosec // the simulated protocol signs with MD5
	"crypto/sha1" //nolint:gosec // and its notices with HMAC-SHA1
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// digiflazz is the buyer protocol of Digiflazz.
type digiflazz struct{}

func (digiflazz) register(mux *http.ServeMux, s *Supplier) {
	prefix := "POST /suppliers/" + s.account.Name + "/v1"
	mux.HandleFunc(prefix+"/transaction", s.serveTransaction)
	mux.HandleFunc(prefix+"/cek-saldo", s.serveBalance)
	mux.HandleFunc(prefix+"/price-list", s.servePriceList)
	mux.HandleFunc(prefix+"/inquiry-pln", s.serveMeter)
}

func (digiflazz) refuseBody(s *Supplier, w http.ResponseWriter) {
	s.write(w, refusedFields(request{}, codePayload))
}

func (s *Supplier) serveTransaction(w http.ResponseWriter, r *http.Request) {
	var in request
	if !s.readBody(w, r, &in) {
		return
	}

	s.deliver(w, r, func() (verdict, error) { return s.decide(in) }, func(v verdict) any {
		if v.refused != "" {
			fields := refusedFields(in, v.refused)
			fields.LastSaldo = s.Balance()

			return fields
		}

		fields := s.fields(v.record)
		fields.LastSaldo = s.Balance()

		return fields
	})
}

// checkCaller checks who is asking, in the order that the codes suggest.
func (s *Supplier) checkCaller(username, sign, subject string) string {
	sum := md5.Sum([]byte(s.account.Username + s.account.Key.Reveal() + subject)) //nolint:gosec // see the import
	want := hex.EncodeToString(sum[:])

	switch {
	case username != s.account.Username:
		return codeUsername
	case subtle.ConstantTimeCompare([]byte(strings.ToLower(sign)), []byte(want)) != 1:
		return codeSignature
	default:
		return ""
	}
}

// decide handles one request at a time and stores its result in the book.
func (s *Supplier) decide(in request) (verdict, error) {
	s.mu.Lock()
	defer s.mu.Unlock()

	if code := s.checkCaller(in.Username, in.Sign, in.Reference); code != "" {
		return verdict{refused: code}, nil
	}

	if in.Reference == "" || in.SKU == "" || in.Customer == "" {
		return verdict{refused: codePayload}, nil
	}

	switch in.Commands {
	case "":
		return s.buy(in)
	case "inq-pasca":
		return s.inquire(in)
	case "pay-pasca":
		return s.pay(in)
	case "status-pasca":
		return s.status(in)
	default:
		return verdict{refused: codePayload}, nil
	}
}

// contradict lets code and word of an answer contradict each other, or has both words.
func (digiflazz) contradict(text string, both bool) string {
	said, other := statusSuccess, statusFailed
	if !strings.Contains(text, `"status":"`+said+`"`) {
		said, other = other, said
	}

	if both {
		return strings.Replace(text, `"status":`, `"status":"`+other+`","status":`, 1)
	}

	return strings.Replace(text, `"status":"`+said+`"`, `"status":"`+other+`"`, 1)
}

// The headers of a notice.
const (
	headerSignature = "X-Hub-Signature"
	headerDelivery  = "X-Digiflazz-Delivery"
	headerEvent     = "X-Digiflazz-Event"
	headerAgent     = "User-Agent"
)

func (digiflazz) notice(s *Supplier, r record, variant string) (notice, bool) {
	fields := s.plainFields(r)
	if variant == variantTruth {
		fields = s.fields(r)
	}

	body, err := json.Marshal(frame{fields})
	if err != nil {
		body = []byte("{}") // can't happen: the fields are plain
	}

	agent := "Digiflazz-Hookshot"
	if r.Kind == kindBill {
		agent = "Digiflazz-Pasca-Hookshot"
	}

	chance := dice(0, "delivery", r.Supplier, r.RefID, variant)
	delivery := fmt.Sprintf("%08x-%04x-4%03x-a%03x-%012x", chance.Uint32(), chance.IntN(1<<16), chance.IntN(1<<12), chance.IntN(1<<12), chance.Int64N(1<<48)) // the shape of a UUID

	return notice{body: body, header: map[string]string{
		headerEvent: "update", headerDelivery: delivery, headerAgent: agent, headerSignature: s.signature(body),
	}}, true
}

// forge breaks the signature of a notice.
func (digiflazz) forge(s *Supplier, r record, n notice) notice {
	right := n.header[headerSignature]

	switch dice(0, "forgery", r.RefID).IntN(4) { // the kinds below
	case 0:
		delete(n.header, headerSignature)
	case 1:
		n.header[headerSignature] = "sha1=" + strings.Repeat("0", len(right)-len("sha1="))
	case 2: // the signature of another body
		n.header[headerSignature] = s.signature([]byte(r.RefID))
	default:
		n.header[headerSignature] = strings.Replace(right, "sha1=", "sha256=", 1)
	}

	return n
}

func (s *Supplier) signature(body []byte) string {
	mac := hmac.New(sha1.New, []byte(s.account.WebhookSecret.Reveal()))
	mac.Write(body)

	return "sha1=" + hex.EncodeToString(mac.Sum(nil))
}
