package simulate

import (
	"net/http"
	"net/url"
	"strings"
	"time"

	"loket/internal/dev/simulate/clientside"
)

// paymentPath is the page where the shoppers of a simulated client pay.
const paymentPath = "/pay"

// PaymentURL is the address of the payment page of the simulated client, once the simulators are started.
func (s *Server) PaymentURL() string { return s.URL() + paymentPath }

// SetClient connects the payment page to the client whose page it is.
func (s *Server) SetClient(c *clientside.Client) { s.client.Store(c) }

// payment shows what a shopper is to pay, if the link is right.
func (h *site) payment(w http.ResponseWriter, r *http.Request) { h.pay(w, r, r.URL.Query(), "") }

func (h *site) pay(w http.ResponseWriter, r *http.Request, query url.Values, fault string) {
	client, p, ok := h.readPayment(w, r, query)
	if !ok {
		return
	}

	// A browser follows the answer to the form back to the shop.
	if u, err := url.Parse(p.Return); err == nil {
		w.Header().Set("Content-Security-Policy", strings.Replace(pagePolicy, "form-action 'self'", "form-action 'self' "+u.Scheme+"://"+u.Host, 1))
	}

	status := http.StatusOK
	if fault != "" {
		status = http.StatusBadGateway
	}

	h.show(w, status, "pay.html", map[string]any{
		"Client": client.Name, "Payment": p, "Query": query.Encode(), "Late": time.Now().After(p.Expires), "Fault": fault,
	})
}

// readPayment answers itself when there is nothing to pay.
func (h *site) readPayment(w http.ResponseWriter, r *http.Request, query url.Values) (*clientside.Client, clientside.Payment, bool) {
	client := h.client.Load()
	if client == nil {
		http.Error(w, "No client is connected to this page yet.", http.StatusServiceUnavailable)

		return nil, clientside.Payment{}, false
	}

	p, err := client.Read(r.Context(), query)
	if err != nil {
		h.show(w, http.StatusBadRequest, "pay.html", map[string]any{"Client": client.Name, "Fault": err.Error()})
	}

	return client, p, err == nil
}

// payOrCancel does what the shopper chose.
func (h *site) payOrCancel(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)

	if err := r.ParseForm(); err != nil {
		http.Error(w, "The form can't be read.", http.StatusBadRequest)

		return
	}

	query, err := url.ParseQuery(r.PostForm.Get("link"))
	if err != nil {
		http.Error(w, "The form can't be read.", http.StatusBadRequest)

		return
	}

	client, p, ok := h.readPayment(w, r, query)
	if !ok {
		return
	}

	back := p.Back("cancelled")

	if r.PostForm.Get("choice") == "pay" {
		if err := client.Confirm(r.Context(), p); err != nil {
			h.pay(w, r, query, err.Error())

			return
		}

		back = p.Back("paid")
	}

	http.Redirect(w, r, back, http.StatusSeeOther) //nolint:gosec // the address was signed by the shop
}
