package upstream

import (
	"crypto/sha1" //nolint:gosec // the simulated protocol signs with SHA-1
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

// otomax is the text protocol of OtomaX: calls by GET, sentences as answers, reports by GET. The key of the account is its pin and its password; the
// webhook secret is the last part of the address of reports.
type otomax struct{}

// plainText is an answer that is sent as it is.
type plainText string

func (otomax) register(mux *http.ServeMux, s *Supplier) {
	mux.HandleFunc("GET /suppliers/"+s.account.Name+"/otomax/trx", s.serveSentence)
	mux.HandleFunc("GET /suppliers/"+s.account.Name+"/otomax/balance", s.serveSentenceBalance)
}

func (otomax) refuseBody(s *Supplier, w http.ResponseWriter) {
	s.write(w, sentence(otomaxFailed, "Format salah"))
}

// The codes of OtomaX.
const (
	otomaxPending = "1"
	otomaxSuccess = "20"
	otomaxFailed  = "40"
)

func sentence(code, text string) plainText {
	return plainText("status=" + code + "&message=" + text)
}

func (s *Supplier) otomaxSign(parts ...string) string {
	key := s.account.Key.Reveal()
	sum := sha1.Sum([]byte(strings.Join(append(append([]string{"OtomaX"}, parts...), key, key), "|"))) //nolint:gosec // see the import

	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// maySay reports whether the supplier answers and the caller's signature is right; it has answered otherwise.
func (s *Supplier) maySay(w http.ResponseWriter, q url.Values, parts ...string) bool {
	if s.FaultSettings().Down {
		http.Error(w, "Service Unavailable", http.StatusServiceUnavailable)

		return false
	}

	if q.Get("memberID") != s.account.Username || subtle.ConstantTimeCompare([]byte(q.Get("sign")), []byte(s.otomaxSign(parts...))) != 1 {
		s.write(w, sentence(otomaxFailed, "Sign salah"))

		return false
	}

	return true
}

// serveSentence is a purchase; a repeated one is a status query.
func (s *Supplier) serveSentence(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	in := request{Reference: q.Get("refID"), SKU: q.Get("product"), Customer: q.Get("dest")}

	if !s.maySay(w, q, s.account.Username, in.SKU, in.Customer, in.Reference) {
		return
	}

	if in.Reference == "" || in.SKU == "" || in.Customer == "" {
		s.protocol.refuseBody(s, w)

		return
	}

	s.deliver(w, r, func() (verdict, error) {
		s.mu.Lock()
		defer s.mu.Unlock()

		return s.buy(in)
	}, func(v verdict) any {
		if v.refused != "" {
			return sentence(otomaxFailed, s.refusalSentence(in, v.refused))
		}

		return sentence(s.otomaxState(v.record))
	})
}

func (s *Supplier) serveSentenceBalance(w http.ResponseWriter, r *http.Request) {
	if s.maySay(w, r.URL.Query(), "CheckBalance", s.account.Username) {
		s.suppliers.wait(r.Context(), s.FaultSettings().Delay)
		s.write(w, plainText("message=Saldo anda "+s.Balance().Dotted()))
	}
}

// refusalSentence says that nothing was created.
func (s *Supplier) refusalSentence(in request, code string) string {
	switch code {
	case codeNoBalance:
		return "Maaf, saldo anda tidak mencukupi. Saldo " + s.Balance().Dotted()
	case codeNoProduct:
		return "Maaf produk non aktif"
	case codeTaken:
		return in.SKU + "." + in.Customer + " sudah pernah, ref sama"
	default:
		return "Maaf, stok " + in.SKU + " kosong"
	}
}

// otomaxState is the code and the sentence of a purchase as it stands.
func (s *Supplier) otomaxState(r record) (code, text string) {
	balance := s.account.Balance
	head := fmt.Sprintf("T#%s R#%s %s.%s ", handleOf(r.RefID), r.RefID, r.SKUCode, r.CustomerNo)

	switch {
	case r.Status == statusSuccess:
		return otomaxSuccess, fmt.Sprintf("%sSUKSES. SN/Ref: %s. Sisa saldo %s - %s = %s", head,
			strings.ReplaceAll(r.SN, ".", ","), balance.Dotted(), r.Price.Dotted(), (balance - r.Price).Dotted())
	case r.Status == statusFailed && r.RC == codeRefunded:
		return otomaxFailed, head + "REFUND. Saldo dikembalikan " + r.Price.Dotted()
	case r.Status == statusFailed:
		return otomaxFailed, head + "GAGAL. Nomor tujuan salah. Saldo " + balance.Dotted()
	default:
		return otomaxPending, head + "akan diproses. Saldo " + balance.Dotted()
	}
}

// contradict lets code and sentence contradict each other, or has words of both.
func (otomax) contradict(text string, both bool) string {
	if both {
		return strings.Replace(strings.Replace(text, " GAGAL.", " GAGAL. SUKSES.", 1), " SUKSES. SN", " SUKSES. GAGAL. SN", 1)
	}

	if strings.HasPrefix(text, "status="+otomaxSuccess) {
		return strings.Replace(text, "status="+otomaxSuccess, "status="+otomaxFailed, 1)
	}

	return strings.Replace(text, "status="+otomaxFailed, "status="+otomaxSuccess, 1)
}

// notice is a report. Two in three are escaped as they should be.
func (otomax) notice(s *Supplier, r record, variant string) (notice, bool) {
	if r.Status == StatusNone {
		return notice{}, false
	}

	code, text := s.otomaxState(r)

	escaped := url.QueryEscape(text)
	if dice(0, "escapes", r.RefID, variant).IntN(3) == 0 {
		escaped = strings.NewReplacer(" ", "+", "#", "%23").Replace(text)
	}

	return notice{query: "refid=" + r.RefID + "&status=" + code + "&message=" + escaped, key: s.account.WebhookSecret.Reveal()}, true
}

// forge sends a report to an address that somebody guessed.
func (otomax) forge(_ *Supplier, _ record, n notice) notice {
	n.key = strings.Repeat("0", len(n.key))

	return n
}
