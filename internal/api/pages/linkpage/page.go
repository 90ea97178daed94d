// Package linkpage serves the pages behind e-mailed links: a plain page with
// one button. Opening a link changes nothing, so the prefetch of a mail scanner confirms
// nothing. The button's POST confirms, once.
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
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"loket/internal/api"
	"loket/internal/identity"
	"loket/internal/identity/emaillink"
	"loket/internal/platform/fault"
	"loket/internal/platform/ids"
	"loket/internal/platform/language"
)

//go:embed page.html
var layout string

//go:embed page.css
var style string

// Services are the domains that the pages call; nil in the generator of the document.
type Services struct {
	Identity *identity.Service
}

const (
	tag      = "links"
	htmlType = "text/html; charset=utf-8"

	confirmPath = emaillink.Path + "{purpose}/{token}"
	donePath    = emaillink.Path + "{purpose}/done"
	// forgotPage is the dashboard's own page for the result (docs/product/access.md#forgotten-password).
	forgotPage = "/external/forgot-password-confirmation"
	isOK       = "isOk"
	pageField  = "page"

	maxForm = 1 << 10
)

// Register adds the pages.
func Register(a *api.API, s Services) {
	p := newPages(a, s)
	purpose := &huma.Param{Name: "purpose", In: "path", Required: true, Schema: &huma.Schema{Type: huma.TypeString, Enum: enum()}}
	token := &huma.Param{Name: "token", In: "path", Required: true, Schema: &huma.Schema{Type: huma.TypeString}}
	spoken := &huma.Param{
		Name: emaillink.LanguageParameter, In: "query", Schema: &huma.Schema{Type: huma.TypeString, Enum: []any{string(language.English), string(language.Indonesian)}},
	}
	result := &huma.Param{Name: isOK, In: "query", Schema: &huma.Schema{Type: huma.TypeBoolean}}

	route := func(id, method, path, summary string, parameters ...*huma.Param) api.RawRoute {
		return api.RawRoute{
			ID: id, Method: method, Path: path, Summary: summary, Tag: tag, Access: api.Public(), Client: api.NoClient,
			MaxBody: maxForm, Produces: "text/html", Faults: []fault.Definition{fault.ErrNotFound}, Parameters: parameters,
		}
	}

	a.Raw(route("show-link", http.MethodGet, confirmPath, "Page of an e-mailed link; changes nothing", purpose, token, spoken), http.HandlerFunc(p.show))
	a.Raw(route("confirm-link", http.MethodPost, confirmPath, "Confirm an e-mailed link, once; redirects to the result", purpose, token, spoken),
		http.HandlerFunc(p.confirm))
	a.Raw(route("show-link-result", http.MethodGet, donePath, "Result of an e-mailed link", purpose, spoken, result), http.HandlerFunc(p.result))
}

func enum() []any {
	list := emaillink.Purposes()
	out := make([]any, 0, len(list))

	for _, p := range list {
		out = append(out, string(p))
	}

	return out
}

type pages struct {
	api      *api.API
	services Services
	page     *template.Template
	policy   string
}

func newPages(a *api.API, s Services) *pages {
	sum := sha256.Sum256([]byte(style))

	return &pages{
		api: a, services: s, page: template.Must(template.New("link").Parse(layout)),
		policy: "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) +
			"'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
	}
}

// view is the data of the page's template.
type view struct {
	pageTexts

	Language language.Language
	Style    template.CSS
	Confirm  bool   // shows the button, else the link to continue
	Page     string // the page's id, which its button sends
	Way      string // target of the link to continue
}

// languageOf is the language of the mail with the link, else the browser's.
func languageOf(r *http.Request) language.Language {
	if l := language.Language(r.URL.Query().Get(emaillink.LanguageParameter)); l.Known() {
		return l
	}

	return language.FromHeader(r.Header.Get("Accept-Language"))
}

func (p *pages) purpose(w http.ResponseWriter, r *http.Request) (emaillink.Purpose, bool) {
	// The URL contains the token, so no other site may learn it.
	w.Header().Set("Referrer-Policy", "no-referrer")

	purpose := emaillink.Purpose(r.PathValue("purpose"))
	if !slices.Contains(emaillink.Purposes(), purpose) {
		l := languageOf(r)
		p.write(w, r, http.StatusNotFound, view{pageTexts: resultTexts(l, purpose, false), Language: l, Way: nextPath(purpose, false)})

		return "", false
	}

	return purpose, true
}

// show shows the button. An invalid link, whatever the reason, leads to the result that its
// button would give.
func (p *pages) show(w http.ResponseWriter, r *http.Request) {
	purpose, ok := p.purpose(w, r)
	if !ok {
		return
	}

	err := p.services.Identity.LinkServes(r.Context(), purpose, r.PathValue("token"))
	if emaillink.ErrInvalid.Is(err) {
		redirectToResult(w, r, purpose, false)

		return
	}

	if err != nil {
		_ = p.api.Translate(r.Context(), err) // the button will check the link again
	}

	l := languageOf(r)
	p.write(w, r, http.StatusOK, view{pageTexts: questionTexts(l, purpose), Language: l, Confirm: true, Page: ids.Token()})
}

// confirm answers with a redirect, so that reloading the result repeats nothing. All invalid
// links get the same answer.
func (p *pages) confirm(w http.ResponseWriter, r *http.Request) {
	purpose, ok := p.purpose(w, r)
	if !ok {
		return
	}

	page := pageID(r)

	err := p.services.Identity.ConfirmLink(r.Context(), identity.Confirmation{
		Purpose: purpose, Token: r.PathValue("token"), Page: page, Address: api.Address(r.Context()),
	})
	if err != nil && !emaillink.ErrInvalid.Is(err) {
		p.fail(w, r, page, err)

		return
	}

	redirectToResult(w, r, purpose, err == nil)
}

// fail shows an error of the server and asks to try again. The button keeps the page's id: if
// the first press did confirm the link, the second gets the answer of the first.
func (p *pages) fail(w http.ResponseWriter, r *http.Request, page string, err error) {
	if page == "" {
		page = ids.Token()
	}

	l := languageOf(r)
	p.write(w, r, p.api.Translate(r.Context(), err).GetStatus(), view{pageTexts: failureTexts(l), Language: l, Confirm: true, Page: page})
}

// redirectToResult redirects to the result.
func redirectToResult(w http.ResponseWriter, r *http.Request, purpose emaillink.Purpose, ok bool) {
	result := isOK + "=" + strconv.FormatBool(ok)
	to := emaillink.Path + string(purpose) + "/done?" + emaillink.LanguageParameter + "=" + string(languageOf(r)) + "&" + result

	if purpose == emaillink.Password {
		to = forgotPage + "?" + result // the dashboard has its own language
	}

	http.Redirect(w, r, to, http.StatusSeeOther) //nolint:gosec // the purpose and the language are ours
}

// pageID reads the id of the page with the pressed button; "" when it is missing or invalid.
func pageID(r *http.Request) string {
	id := r.PostFormValue(pageField)
	if len(id) != len(ids.Token()) || strings.ContainsFunc(id, func(c rune) bool { return (c < 'A' || c > 'Z') && (c < '2' || c > '7') }) {
		return ""
	}

	return id
}

func (p *pages) result(w http.ResponseWriter, r *http.Request) {
	if purpose, ok := p.purpose(w, r); ok {
		l := languageOf(r)
		ok := r.URL.Query().Get(isOK) == "true"
		p.write(w, r, http.StatusOK, view{pageTexts: resultTexts(l, purpose, ok), Language: l, Way: nextPath(purpose, ok)})
	}
}

var errPage = errors.New("link page")

func (p *pages) write(w http.ResponseWriter, r *http.Request, status int, v view) {
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

	w.WriteHeader(status)
	_, _ = w.Write(out.Bytes()) // the reader may be gone
}
