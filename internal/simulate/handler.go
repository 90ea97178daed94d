package simulate

import (
	"bytes"
	"embed"
	"encoding/json"
	"html/template"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"loket/internal/simulate/mailbox"
	"loket/internal/simulate/objects"
	"loket/internal/simulate/upstream"
)

//go:embed pages
var pages embed.FS

// pagePolicy lets a page show itself and post to itself, nothing else.
const pagePolicy = "default-src 'none'; style-src 'self'; form-action 'self'; frame-src 'self'; frame-ancestors 'none'"

// mailPolicy shows a mail as mail readers do: no scripts, no requests.
const mailPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; " +
	"sandbox allow-popups allow-popups-to-escape-sandbox; frame-ancestors 'self'"

const maxForm = 64 << 10

// site is the pages over one started world.
type site struct {
	world *upstream.World
	box   *mailbox.Box
	files *objects.Store // nil where there is none
	pages *template.Template
}

func (s *Server) handler() http.Handler {
	here := &site{
		world: s.world,
		box:   s.box,
		files: s.objects,
		pages: template.Must(template.ParseFS(pages, "pages/*.html")),
	}

	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", here.index)
	mux.HandleFunc("GET /style.css", here.style)
	mux.HandleFunc("GET /supplier", here.supplier)
	mux.HandleFunc("POST /supplier", here.turn)
	mux.HandleFunc("GET /supplier/book", here.book)
	mux.HandleFunc("GET /mail", here.mail)
	mux.HandleFunc("GET /mailbox", here.mailbox)
	mux.HandleFunc("GET /mailbox/{number}", here.mailText)
	mux.HandleFunc("GET /objects", here.objects)
	mux.HandleFunc("POST /objects", here.turnObjects)
	mux.Handle("/suppliers/", s.world.Handler())

	// A page on the internet must not change fault settings here through its visitor's browser.
	return http.NewCrossOriginProtection().Handler(withObjects(mux, s.objects))
}

// withObjects lets the store of files answer what is signed for such a store,
// whatever bucket it names, and what names its bucket by the host or the path.
func withObjects(others *http.ServeMux, store *objects.Store) http.Handler {
	if store == nil {
		return others
	}

	bucket := store.Handler()
	others.Handle("/"+store.Bucket()+"/", bucket)

	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.Host, store.Bucket()+".") || strings.HasPrefix(r.Header.Get("Authorization"), "AWS4-HMAC-SHA256 ") {
			bucket.ServeHTTP(w, r)
		} else {
			others.ServeHTTP(w, r)
		}
	})
}

func (h *site) show(w http.ResponseWriter, status int, name string, data any) {
	var page bytes.Buffer
	if err := h.pages.ExecuteTemplate(&page, name, data); err != nil {
		http.Error(w, "Internal Server Error", http.StatusInternalServerError)

		return
	}

	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", pagePolicy)
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = page.WriteTo(w) // the reader has left
}

func writeJSON(w http.ResponseWriter, data any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")

	if err := json.NewEncoder(w).Encode(data); err != nil {
		return // the reader has left
	}
}

func (h *site) index(w http.ResponseWriter, _ *http.Request) {
	h.show(w, http.StatusOK, "index.html", map[string]any{
		"Suppliers": h.cards(), "Mails": len(h.box.Mails()), "Files": h.files,
	})
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

	for _, name := range h.world.Names() {
		one, ok := h.world.Supplier(name)
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

	entries := h.world.Entries("")

	h.show(w, status, "supplier.html", map[string]any{
		"Suppliers": h.cards(), "Fault": fault, "Total": len(entries), "Entries": entries[:min(len(entries), shown)],
	})
}

// turn takes the form of the supplier page, or the same fields from a script:
// the fields that are there are changed, the others stay.
func (h *site) turn(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if err := r.ParseForm(); err != nil {
		h.supplierPage(w, http.StatusBadRequest, unreadable)

		return
	}

	one, ok := h.world.Supplier(r.PostForm.Get("supplier"))
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

const unreadable = "The form can't be read."

// faulty has fault settings.
type faulty interface {
	ResetFaultSettings()
	ChangeFaultSettings(form url.Values) error
}

func applyForm(one faulty, form url.Values) error {
	if form.Get("reset") != "" {
		one.ResetFaultSettings()

		return nil
	}

	return one.ChangeFaultSettings(form)
}

func (h *site) objects(w http.ResponseWriter, _ *http.Request) { h.objectsPage(w, http.StatusOK, "") }

func (h *site) objectsPage(w http.ResponseWriter, status int, fault string) {
	if h.files == nil {
		http.Error(w, "There is no store of files.", http.StatusNotFound)

		return
	}

	settings := h.files.FaultSettings()

	h.show(w, status, "objects.html", map[string]any{
		"Bucket": h.files.Bucket(), "FaultSettings": settings, "Shares": settings.Shares(), "Operations": objects.Operations(), "Fault": fault,
		"Objects": h.files.Objects(), "Uploads": h.files.Uploads(),
	})
}

// turnObjects takes the form of the page of files, as turn does for suppliers.
func (h *site) turnObjects(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)

	switch err := r.ParseForm(); {
	case h.files == nil:
		http.NotFound(w, r)
	case err != nil:
		h.objectsPage(w, http.StatusBadRequest, unreadable)
	default:
		if err := applyForm(h.files, r.PostForm); err != nil {
			h.objectsPage(w, http.StatusBadRequest, err.Error())

			return
		}

		http.Redirect(w, r, "/objects", http.StatusSeeOther)
	}
}

func (h *site) book(w http.ResponseWriter, r *http.Request) {
	writeJSON(w, h.world.Entries(r.URL.Query().Get("ref")))
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
