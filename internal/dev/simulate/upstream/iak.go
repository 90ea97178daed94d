package upstream

import (
	"crypto/md5" //nolint:gosec // the simulated protocol signs with MD5
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"

	"loket/internal/platform/money"
)

// iak is the protocol of IAK: prepaid products by version 2, and bills.
type iak struct{}

func (iak) register(mux *http.ServeMux, s *Supplier) {
	goods := "POST /suppliers/" + s.account.Name + "/prepaid/api"
	mux.HandleFunc(goods+"/top-up", s.serveTopUp)
	mux.HandleFunc(goods+"/check-status", s.serveGoodsStatus)
	mux.HandleFunc(goods+"/check-balance", s.serveDeposit)
	mux.HandleFunc(goods+"/pricelist", s.serveGoodsList)
	mux.HandleFunc(goods+"/inquiry-pln", s.serveMeterName)
	mux.HandleFunc("POST /suppliers/"+s.account.Name+"/postpaid/api/v1/bill/check", s.serveBills)
}

// The codes of IAK that the simulator uses by name.
const (
	iakSuccess   = "00"
	iakPending   = "39"
	iakNotFound  = "06"
	iakFailed    = "07"
	iakDuplicate = "11"
	iakSignature = "204"
	iakMalformed = "107"
)

// The fields of most answers.
const (
	fieldMessage   = "message"
	fieldStatus    = "status"
	fieldReference = "ref_id"
)

// iakRefusals are the codes of refusals, by those of the book. Others are IAK's already, as those of test numbers.
var iakRefusals = map[string]string{
	codePayload: iakMalformed, codeNoProduct: "20", codeNoBalance: "17", codeNotFound: "04", codeDestination: "14", codeNoBill: "01",
	codeOutOfStock: "106", codeNotThousand: "93",
}

func iakRefusal(code string) string {
	if own, ok := iakRefusals[code]; ok {
		return own
	}

	return code
}

// iakRequest is the body of every call: prepaid products and bills have different names.
type iakRequest struct {
	Username  string `json:"username"`
	Sign      string `json:"sign"`
	Reference string `json:"ref_id"`

	SKU      string `json:"product_code"`
	Customer string `json:"customer_id"`

	Commands     string `json:"commands"`
	BillSKU      string `json:"code"`
	BillCustomer string `json:"hp"`
	Handle       string `json:"tr_id"`
	Month        string `json:"month"`
	Year         string `json:"year"`
	Identity     string `json:"nomor_identitas"`
	Desc         struct {
		Amount money.Rupiah `json:"amount"`
	} `json:"desc"`
}

func (in iakRequest) purchase() request {
	return request{SKU: in.SKU, Customer: in.Customer, Reference: in.Reference}
}

func (in iakRequest) bill() request {
	return request{SKU: in.BillSKU, Customer: in.BillCustomer, Reference: in.Reference, Amount: in.Desc.Amount}
}

// maySign reports whether the caller signed a subject rightly.
func (s *Supplier) maySign(in iakRequest, subject string) bool {
	return in.Username == s.account.Username &&
		subtle.ConstantTimeCompare([]byte(strings.ToLower(in.Sign)), []byte(s.iakSign(subject))) == 1
}

func (s *Supplier) iakSign(subject string) string {
	sum := md5.Sum([]byte(s.account.Username + s.account.Key.Reveal() + subject)) //nolint:gosec // see the import

	return hex.EncodeToString(sum[:])
}

func (iak) refuseBody(s *Supplier, w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusBadRequest)

	if err := json.NewEncoder(w).Encode(frame{map[string]any{fieldMessage: "INVALID JSON FORMAT", "error_details": map[string]string{"body": "can't be read"}}}); err != nil {
		s.logger.Debug("answer was not written", "supplier", s.account.Name, "error", err)
	}
}

// contradict lets code and status contradict each other, or has both. An answer without a status, that to a payment, is one about another
// payment instead: nothing else in it could be seen to be wrong.
func (iak) contradict(text string, both bool) string {
	for _, quote := range []string{`"`, ``} {
		said, other := `"status":`+quote+"1"+quote, `"status":`+quote+"2"+quote
		if !strings.Contains(text, said) {
			said, other = other, said
		}

		switch {
		case !strings.Contains(text, said):
		case both:
			return strings.Replace(text, said, other+","+said, 1)
		default:
			return strings.Replace(text, said, other, 1)
		}
	}

	if strings.Contains(text, `"tr_id":"`) {
		return strings.Replace(text, `"tr_id":"`, `"tr_id":"9`, 1)
	}

	return strings.Replace(text, `"tr_id":`, `"tr_id":9`, 1)
}

// notice is a callback: of prepaid products alone, when they have ended. All values are texts, and its signature covers the reference alone.
func (iak) notice(s *Supplier, r record, variant string) (notice, bool) {
	if r.Kind != kindPrepaid || r.Status == StatusNone || r.Status == statusPending {
		return notice{}, false
	}

	status, code := s.iakState(r)
	names := [2]string{"product_code", "customer_id"}

	if dice(0, "names", r.RefID, variant).IntN(3) == 0 { // one in three as version 1 names them
		names = [2]string{"code", "hp"}
	}

	fields := map[string]string{
		fieldReference: r.RefID, fieldStatus: status, names[0]: r.SKUCode, names[1]: r.CustomerNo, "price": strconv.FormatInt(int64(r.Price), 10),
		fieldMessage: iakMessage(code), "balance": strconv.FormatInt(int64(s.account.Balance), 10), "tr_id": handleOf(r.RefID), "rc": code,
		"sign": s.iakSign(r.RefID), "sn": s.iakSerial(r),
	}

	if r.SN == "" {
		delete(fields, "sn")
	}

	body, err := json.Marshal(frame{fields})
	if err != nil {
		body = []byte("{}") // can't happen: the fields are plain
	}

	return notice{body: body, header: map[string]string{headerAgent: "IAK-Callback"}}, true
}

// forge breaks the signature of a callback.
func (iak) forge(s *Supplier, r record, n notice) notice {
	right, wrong := `"sign":"`+s.iakSign(r.RefID)+`"`, `"sign":""`

	switch dice(0, "forgery", r.RefID).IntN(3) { // the kinds below
	case 0:
		wrong = `"signature":"` + s.iakSign(r.RefID) + `"`
	case 1: // the signature of another reference
		wrong = `"sign":"` + s.iakSign("X"+r.RefID) + `"`
	}

	n.body = []byte(strings.Replace(string(n.body), right, wrong, 1))

	return n
}

// iakState is the status and the code of a prepaid purchase.
func (s *Supplier) iakState(r record) (status, code string) {
	switch r.Status {
	case statusSuccess:
		return "1", iakSuccess
	case statusFailed:
		if r.Code != "" {
			return "2", r.Code
		}

		return "2", iakFailed
	default:
		return "0", iakPending
	}
}

func iakMessage(code string) string {
	switch code {
	case iakSuccess:
		return "SUCCESS"
	case iakPending:
		return "PROCESS"
	case iakNotFound:
		return "TRANSACTION NOT FOUND"
	case iakSignature:
		return "WRONG SIGNATURE"
	default:
		return "FAILED"
	}
}

// handleOf is the supplier's own number of a purchase or inquiry.
func handleOf(ref string) string {
	const least, span = 100_000_000, 900_000_000

	return strconv.Itoa(least + dice(0, "handle", ref).IntN(span))
}

// number is an amount as a number or, at some references, as text.
func number(ref string, amount money.Rupiah) any {
	if dice(0, "text", ref).IntN(2) == 0 { // half
		return amount
	}

	return strconv.FormatInt(int64(amount), 10)
}

// numeral is a status or a handle as a number or, at some references, as text.
func numeral(ref, digits string) any {
	if dice(0, "text", ref).IntN(2) == 0 { // half
		return json.Number(digits)
	}

	return digits
}
