package simulate

import (
	"encoding/json"
	"errors"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"

	"loket/internal/dev/simulate/bankside"
)

// bank shows what people can pay, and what they paid.
func (h *site) bank(w http.ResponseWriter, r *http.Request) { h.bankPage(w, r, http.StatusOK, "") }

// payer is a client with its numbers on the page.
type payer struct {
	Client  string
	Numbers []bankside.Number
}

func (h *site) bankPage(w http.ResponseWriter, r *http.Request, status int, fault string) {
	list, err := h.banks.Payable(r.Context())
	if err != nil {
		fault = "What can be paid could not be read: " + err.Error()
	}

	payers := []payer{}

	for _, n := range list.Numbers {
		if len(payers) == 0 || payers[len(payers)-1].Client != n.Client {
			payers = append(payers, payer{Client: n.Client})
		}

		last := &payers[len(payers)-1]
		last.Numbers = append(last.Numbers, n)
	}

	h.show(w, status, "bank.html", map[string]any{
		"Fault": fault, "Payers": payers, "Orders": list.Orders, "Accounts": h.banks.Accounts(), "Records": h.banks.Records(), "Faults": h.banks.Faults(),
	})
}

// moneyInput is a payment or transfer, as JSON from a script or as the page's form.
type moneyInput struct {
	AccountNo string `json:"accountNo"`
	BankCode  string `json:"bankCode"`
	Amount    int64  `json:"amount"`
}

// readMoney reads a body. The second result says that it was JSON.
func readMoney(w http.ResponseWriter, r *http.Request) (moneyInput, bool, error) {
	var in moneyInput

	r.Body = http.MaxBytesReader(w, r.Body, maxForm)

	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind != "application/x-www-form-urlencoded" {
		decoder := json.NewDecoder(r.Body)
		decoder.DisallowUnknownFields()

		return in, true, decoder.Decode(&in)
	}

	if err := r.ParseForm(); err != nil {
		return in, false, err
	}

	amount, err := strconv.ParseInt(strings.ReplaceAll(strings.TrimSpace(r.PostForm.Get("amount")), ".", ""), 10, 64)

	return moneyInput{strings.TrimSpace(r.PostForm.Get("accountNo")), r.PostForm.Get("bankCode"), amount}, false, err
}

var errAmount = errors.New("an amount in whole rupiah above zero is needed")

// paymentReply is the answer to a script.
type paymentReply struct {
	ID       string `json:"id"`
	Accepted bool   `json:"accepted"`
	Result   string `json:"result"`
}

// takeMoney serves a payment or transfer.
func (h *site) takeMoney(pay func(r *http.Request, in moneyInput) (bankside.Record, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		in, script, err := readMoney(w, r)
		if err != nil || in.Amount <= 0 {
			h.refuseMoney(w, r, script, http.StatusBadRequest, errAmount)

			return
		}

		made, err := pay(r, in)

		switch {
		case errors.Is(err, bankside.ErrUnknown):
			h.refuseMoney(w, r, script, http.StatusNotFound, err)
		case err != nil:
			h.refuseMoney(w, r, script, http.StatusBadGateway, err)
		case script && !made.Accepted:
			writeJSONStatus(w, http.StatusUnprocessableEntity, paymentReply{made.ID, made.Accepted, made.Result})
		case script:
			writeJSON(w, paymentReply{made.ID, made.Accepted, made.Result})
		default:
			http.Redirect(w, r, "/bank", http.StatusSeeOther)
		}
	}
}

func (h *site) refuseMoney(w http.ResponseWriter, r *http.Request, script bool, status int, err error) {
	if !script {
		h.bankPage(w, r, status, "Not done: "+err.Error()+".")

		return
	}

	writeJSONStatus(w, status, paymentReply{Result: err.Error()})
}

func (h *site) payNumber(r *http.Request, in moneyInput) (bankside.Record, error) {
	return h.banks.Pay(r.Context(), in.AccountNo, in.Amount)
}

func (h *site) transfer(r *http.Request, in moneyInput) (bankside.Record, error) {
	return h.banks.Transfer(r.Context(), in.BankCode, in.Amount)
}

// bankAgain sends the notice of a payment once more.
func (h *site) bankAgain(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)

	if _, err := h.banks.Again(r.Context(), r.PostFormValue("id")); err != nil {
		h.bankPage(w, r, http.StatusNotFound, "Not sent: "+err.Error()+".")

		return
	}

	http.Redirect(w, r, "/bank", http.StatusSeeOther)
}

// bankFaults changes the fault settings.
func (h *site) bankFaults(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)

	repeat, err := strconv.Atoi(r.PostFormValue("repeat"))
	delay, delayErr := time.ParseDuration(r.PostFormValue("delay"))

	if errors.Join(err, delayErr) != nil || h.banks.SetFaults(bankside.Faults{Repeat: repeat, Delay: delay, Forge: r.PostFormValue("forge") == "true"}) != nil {
		h.bankPage(w, r, http.StatusBadRequest, "Not changed: "+bankside.ErrFaults.Error()+".")

		return
	}

	http.Redirect(w, r, "/bank", http.StatusSeeOther)
}
