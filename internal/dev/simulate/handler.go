package simulate

import (
	"bytes"
	"embed"
	"encoding/json"
	"html/template"
	"net/http"
	"net/url"
	"strconv"
	"sync/atomic"

	"loket/internal/dev/simulate/bankside"
	"loket/internal/dev/simulate/clientside"
	"loket/internal/dev/simulate/mailbox"
	"loket/internal/dev/simulate/upstream"
	"loket/internal/platform/money"
)

//go:embed pages
var pages embed.FS

// pagePolicy lets a page show itself and post to itself, nothing else.
const pagePolicy = "default-src 'none'; style-src 'self'; form-action 'self'; frame-src 'self'; frame-ancestors 'none'"

// mailPolicy shows a mail as mail readers do: no scripts, no requests.
const mailPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; " +
	"sandbox allow-popups allow-popups-to-escape-sandbox; frame-ancestors 'self'"

const maxForm = 64 << 10

// uniquePart is the size of the part of an amount that is unique.
const uniquePart = 1000

// site serves the pages of the started simulators.
type site struct {
	suppliers *upstream.Suppliers
	box       *mailbox.Box
	banks     *bankside.Bank
	client    *atomic.Pointer[clientside.Client]
	receivers *clientside.Receivers
	appCode   func() string
	pages     *template.Template
}

func (s *Server) handler() http.Handler {
	here := &site{
		suppliers: s.suppliers,
		box:       s.box,
		banks:     s.bank,
		client:    &s.client,
		receivers: clientside.NewReceivers(s.opts.Clock.Now),
		appCode:   s.opts.AppCode,
		pages: template.Must(template.New("").Funcs(template.FuncMap{
			"rupiah": func(n int64) string { return money.Rupiah(n).String() },
			"base":   func(n int64) int64 { return n / uniquePart * uniquePart },
		}).ParseFS(pages, "pages/*.html")),
	}

	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", here.index)
	mux.HandleFunc("GET /style.css", here.style)
	mux.HandleFunc("GET /codes", here.codes)
	mux.HandleFunc("GET /supplier", here.supplier)
	mux.HandleFunc("POST /supplier", here.changeSupplier)
	mux.HandleFunc("GET /supplier/book", here.book)
	mux.HandleFunc("GET /mail", here.mail)
	mux.HandleFunc("GET /mailbox", here.mailbox)
	mux.HandleFunc("GET /mailbox/{number}", here.mailText)
	mux.HandleFunc("GET /bank", here.bank)
	mux.HandleFunc("POST /bank/va-payments", here.takeMoney(here.payNumber))
	mux.HandleFunc("POST /bank/transfers", here.takeMoney(here.transfer))
	mux.HandleFunc("POST /bank/again", here.bankAgain)
	mux.HandleFunc("POST /bank/faults", here.bankFaults)
	mux.HandleFunc("GET "+paymentPath, here.payment)
	mux.HandleFunc("POST "+paymentPath, here.payOrCancel)
	mux.HandleFunc("GET /hooks/{name}", here.hookPage)
	mux.HandleFunc("POST /hooks/{name}", here.hook)
	mux.HandleFunc("POST /hooks/{name}/settings", here.changeHook)
	mux.Handle("/suppliers/", s.suppliers.Handler())

	// A web page must not change fault settings through its visitor's browser.
	return http.NewCrossOriginProtection().Handler(mux)
}

func (h *site) show(w http.ResponseWriter, status int, name string, data any) {
	var page bytes.Buffer
	if err := h.pages.ExecuteTemplate(&page, name, data); err != nil {
		http.Error(w, "Internal Server Error", http.StatusInternalServerError)

		return
	}

	w.Header().Set("Content-Type", "text/html; charset=utf-8")

	if w.Header().Get("Content-Security-Policy") == "" { // a page may have its own
		w.Header().Set("Content-Security-Policy", pagePolicy)
	}

	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = page.WriteTo(w) // the reader has left
}

func writeJSON(w http.ResponseWriter, data any) { writeJSONStatus(w, http.StatusOK, data) }

func writeJSONStatus(w http.ResponseWriter, status int, data any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)

	if err := json.NewEncoder(w).Encode(data); err != nil {
		return // the reader has left
	}
}

func (h *site) index(w http.ResponseWriter, _ *http.Request) {
	h.show(w, http.StatusOK, "index.html", map[string]any{
		"Suppliers": h.cards(), "Mails": len(h.box.Mails()), "Code": h.code(), "Receivers": h.receivers.Names(),
	})
}

// code is the code of now of the authenticator apps of the demo's staff; empty without any.
func (h *site) code() string {
	if h.appCode == nil {
		return ""
	}

	return h.appCode()
}

func (h *site) codes(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, map[string]string{"code": h.code()})
}

func (h *site) style(w http.ResponseWriter, r *http.Request) {
	http.ServeFileFS(w, r, pages, "pages/style.css")
}

// card is one supplier on a page.
type card struct {
	Name          string
	Balance       string
	FaultSettings upstream.FaultSettings
	Shares        []upstream.NamedShare
}

func (h *site) cards() []card {
	cards := []card{}

	for _, name := range h.suppliers.Names() {
		one, ok := h.suppliers.Supplier(name)
		if !ok {
			continue
		}

		settings := one.FaultSettings()
		cards = append(cards, card{
			Name: name, Balance: one.Balance().String(), FaultSettings: settings, Shares: settings.Chaos.Named(),
		})
	}

	return cards
}

func (h *site) supplier(w http.ResponseWriter, _ *http.Request) {
	h.supplierPage(w, http.StatusOK, "")
}

func (h *site) supplierPage(w http.ResponseWriter, status int, fault string) {
	const shown = 30

	entries := h.suppliers.Entries("")

	h.show(w, status, "supplier.html", map[string]any{
		"Suppliers": h.cards(), "Fault": fault, "Total": len(entries), "Entries": entries[:min(len(entries), shown)],
	})
}

// changeSupplier takes the form of the supplier page, or the same fields from a
// script. Fields that are missing stay as they are.
func (h *site) changeSupplier(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if err := r.ParseForm(); err != nil {
		h.supplierPage(w, http.StatusBadRequest, "The form can't be read.")

		return
	}

	one, ok := h.suppliers.Supplier(r.PostForm.Get("supplier"))
	if !ok {
		h.supplierPage(w, http.StatusNotFound, "There is no such supplier.")

		return
	}

	if err := applyForm(one, r.PostForm); err != nil {
		h.supplierPage(w, http.StatusBadRequest, err.Error())

		return
	}

	http.Redirect(w, r, "/supplier", http.StatusSeeOther)
}

func applyForm(one *upstream.Supplier, form url.Values) error {
	if form.Get("reset") != "" {
		one.ResetFaultSettings()

		return nil
	}

	if destination := form.Get("endPending"); destination != "" {
		one.EndPending(destination)

		return nil
	}

	return one.ChangeFaultSettings(form)
}

func (h *site) book(w http.ResponseWriter, r *http.Request) {
	writeJSON(w, h.suppliers.Entries(r.URL.Query().Get("ref")))
}

func (h *site) mail(w http.ResponseWriter, _ *http.Request) { writeJSON(w, h.box.Mails()) }

func (h *site) mailbox(w http.ResponseWriter, _ *http.Request) {
	h.show(w, http.StatusOK, "mailbox.html", map[string]any{"Mails": h.box.Mails()})
}

// mailText shows the HTML of one mail by its place in the list, alone in a frame.
func (h *site) mailText(w http.ResponseWriter, r *http.Request) {
	mails := h.box.Mails()

	number, err := strconv.Atoi(r.PathValue("number"))
	if err != nil || number < 0 || number >= len(mails) {
		http.NotFound(w, r)

		return
	}

	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", mailPolicy)
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write([]byte(`<base target="_blank">` + mails[number].HTML)) // shown in a sandbox
}
