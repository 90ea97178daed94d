// Package linkpage serves the pages behind e-mailed links: a plain page with
// one button. Opening a link changes nothing, so that a mail scanner's prefetch
// confirms nothing; the button's POST does, once.
package linkpage

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"errors"
	"html/template"
	"net/http"
	"slices"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"loket/internal/fault"
	"loket/internal/httpapi"
	"loket/internal/identity"
	"loket/internal/mail"
)

//go:embed page.html
var layout string

//go:embed page.css
var style string

// Services are what the pages ask; nil in the generator of the document.
type Services struct {
	Identity *identity.Service
}

const (
	tag      = "links"
	htmlType = "text/html; charset=utf-8"

	confirmPath = identity.LinkPath + "{purpose}/{token}"
	donePath    = identity.LinkPath + "{purpose}/done"
	// forgotPage is the dashboard's own page for the result (specification 1,
	// section 2).
	forgotPage = "/external/forgot-password-confirmation"
	isOK       = "isOk"

	maxForm = 1 << 10
)

// Register adds the pages.
func Register(a *httpapi.API, s Services) {
	p := newPages(a, s)
	purpose := &huma.Param{Name: "purpose", In: "path", Required: true, Schema: &huma.Schema{Type: huma.TypeString, Enum: enum()}}
	token := &huma.Param{Name: "token", In: "path", Required: true, Schema: &huma.Schema{Type: huma.TypeString}}
	result := &huma.Param{Name: isOK, In: "query", Schema: &huma.Schema{Type: huma.TypeBoolean}}

	route := func(id, method, path, summary string, parameters ...*huma.Param) httpapi.RawRoute {
		return httpapi.RawRoute{
			ID: id, Method: method, Path: path, Summary: summary, Tag: tag, Access: httpapi.Public(), Tenant: httpapi.TenantNone,
			MaxBody: maxForm, Produces: "text/html", Faults: []fault.Definition{fault.ErrNotFound}, Parameters: parameters,
		}
	}

	a.Raw(route("show-link", http.MethodGet, confirmPath, "Page of an e-mailed link; changes nothing", purpose, token), http.HandlerFunc(p.show))
	a.Raw(route("confirm-link", http.MethodPost, confirmPath, "Confirm an e-mailed link, once; redirects to the result", purpose, token),
		http.HandlerFunc(p.confirm))
	a.Raw(route("show-link-result", http.MethodGet, donePath, "Result of an e-mailed link", purpose, result), http.HandlerFunc(p.done))
}

func enum() []any {
	list := identity.Purposes()
	out := make([]any, 0, len(list))

	for _, p := range list {
		out = append(out, string(p))
	}

	return out
}

type pages struct {
	api      *httpapi.API
	services Services
	page     *template.Template
	policy   string
}

func newPages(a *httpapi.API, s Services) *pages {
	sum := sha256.Sum256([]byte(style))

	return &pages{
		api: a, services: s, page: template.Must(template.New("link").Parse(layout)),
		policy: "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) +
			"'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
	}
}

// view is what the page shows.
type view struct {
	text

	Language mail.Language
	Style    template.CSS
	Confirm  bool // the button, else the way back
}

func (p *pages) purpose(w http.ResponseWriter, r *http.Request) (identity.Purpose, bool) {
	// The address holds the token: it must not go on to anybody.
	w.Header().Set("Referrer-Policy", "no-referrer")

	purpose := identity.Purpose(r.PathValue("purpose"))
	if !slices.Contains(identity.Purposes(), purpose) {
		p.api.WriteError(w, r, fault.ErrNotFound.New())

		return "", false
	}

	return purpose, true
}

func (p *pages) show(w http.ResponseWriter, r *http.Request) {
	if purpose, ok := p.purpose(w, r); ok {
		l := mail.ReadLanguage(r.Header.Get("Accept-Language"))
		p.write(w, r, view{text: asking(l, purpose), Language: l, Confirm: true})
	}
}

// confirm answers with a redirect in any case, so that reloading the result
// repeats nothing. Every way in which a link can be wrong looks the same.
func (p *pages) confirm(w http.ResponseWriter, r *http.Request) {
	purpose, ok := p.purpose(w, r)
	if !ok {
		return
	}

	err := p.services.Identity.ConfirmLink(r.Context(), purpose, r.PathValue("token"), httpapi.Address(r.Context()))
	if err != nil && !identity.ErrLink.Is(err) {
		_ = p.api.Translate(r.Context(), err) // logs and reports what is our fault
	}

	to := identity.LinkPath + string(purpose) + "/done"
	if purpose == identity.PasswordLink {
		to = forgotPage
	}

	http.Redirect(w, r, to+"?"+isOK+"="+strconv.FormatBool(err == nil), http.StatusSeeOther) //nolint:gosec // the purpose is one of ours
}

func (p *pages) done(w http.ResponseWriter, r *http.Request) {
	if purpose, ok := p.purpose(w, r); ok {
		l := mail.ReadLanguage(r.Header.Get("Accept-Language"))
		p.write(w, r, view{text: told(l, purpose, r.URL.Query().Get(isOK) == "true"), Language: l})
	}
}

var errPage = errors.New("link page")

func (p *pages) write(w http.ResponseWriter, r *http.Request, v view) {
	v.Style = template.CSS(style) //nolint:gosec // our own file

	var out bytes.Buffer
	if err := p.page.Execute(&out, v); err != nil {
		p.api.WriteError(w, r, errors.Join(errPage, err))

		return
	}

	h := w.Header()
	h.Set("Content-Type", htmlType)
	h.Set("Content-Security-Policy", p.policy)
	h.Set("Content-Language", string(v.Language))
	h.Set("Vary", "Accept-Language")
	h.Set("X-Robots-Tag", "noindex, nofollow")

	_, _ = w.Write(out.Bytes()) // the reader may be gone
}
