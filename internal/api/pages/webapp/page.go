// Package webapp serves an app of people who sign in, the dashboard or the app of staff: its built files, and its HTML document, which is
// written for each answer with a new nonce and the deployment's configuration.
package webapp

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"loket/internal/api"
	"loket/internal/api/pages/asset"
	"loket/internal/orders/export"
)

// Dashboard is the path of the dashboard.
const Dashboard = "/external/"

// Staff is the path of the app of staff, at an address of its own.
const Staff = "/"

// BaseURLs are the origins of the four API groups. An empty one is the page's own origin.
type BaseURLs struct {
	Main       string `json:"main"`
	Payment    string `json:"payment"`
	Settlement string `json:"settlement"`
	Connect    string `json:"connect"`
}

// Flags switch parts of an app on.
type Flags struct {
	Settlement bool `json:"settlement"`
	Pricing    bool `json:"pricing"`
	Analytics  bool `json:"analytics"`
}

// Support is where the help button leads to.
type Support struct {
	Chat     string `json:"chat"`
	Email    string `json:"email"`
	Helpdesk string `json:"helpdesk"`
}

// ErrorReporting says where the page reports its errors.
type ErrorReporting struct {
	DSN string `json:"dsn"`
}

// Config is the runtime configuration of the page. It is public and contains no secrets.
type Config struct {
	BaseURLs       BaseURLs       `json:"baseUrls"`
	Flags          Flags          `json:"flags"`
	Support        Support        `json:"support"`
	SettlementForm string         `json:"settlementForm"` // application form for a settlement; empty is none
	ShopURL        string         `json:"shopUrl"`        // where shops are served; empty is the page's own origin
	ErrorReporting ErrorReporting `json:"errorReporting"`
	Release        string         `json:"release"`
}

// Options say which app a page is of.
type Options struct {
	Base     string // the path that all its pages are under: Dashboard, Staff
	Config   Config
	Violated func() // called for each report of a violated content security policy
}

// Page serves an app.
type Page struct {
	base     string
	assets   *asset.Files
	index    []byte // nil when the app was not built
	config   []byte
	connect  string // further origins of connect-src
	frame    string // further origin of frame-src: that of shops, whose preview the page frames
	routes   []route
	violated func()
}

const (
	nonceMark  = "__LOKET_NONCE__"
	configMark = "__LOKET_CONFIG__"
	scriptMark = "__LOKET_SCRIPTS__" // in a template: links to code, which the start script puts into the head after its first calls
	headEnd    = "</head>"
)

// New reads a built app.
func New(files fs.FS, opt Options) (*Page, error) {
	p, conf := &Page{base: opt.Base, violated: opt.Violated}, opt.Config

	var err error

	if p.index, err = fs.ReadFile(files, asset.Index); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("read the app: %w", err)
	}

	// json.Marshal escapes < and >, so no value can end the script element.
	if p.config, err = json.Marshal(conf); err != nil {
		return nil, fmt.Errorf("configuration of the page: %w", err)
	}

	if p.connect, err = origins(conf.BaseURLs.Main, conf.BaseURLs.Payment, conf.BaseURLs.Settlement, conf.BaseURLs.Connect, conf.ErrorReporting.DSN); err != nil {
		return nil, err
	}

	if p.frame, err = origins(conf.ShopURL); err != nil {
		return nil, err
	}

	if p.assets, err = asset.Read(files); err != nil {
		return nil, err
	}

	if p.routes, err = readRoutes(files, p.base); err != nil {
		return nil, err
	}

	return p, nil
}

// origins lists the origins of addresses for a policy, each once and after a space.
func origins(addresses ...string) (string, error) {
	list := ""

	for _, text := range addresses {
		if text == "" {
			continue
		}

		u, err := url.Parse(text)
		if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
			return "", errors.New("a base URL of the page is not an http or https address")
		}

		if origin := " " + u.Scheme + "://" + u.Host; !strings.Contains(list+" ", origin+" ") {
			list += origin
		}
	}

	return list, nil
}

// ServeHTTP serves everything under the base: an asset if there is one of that name, else the
// document, whose router handles the path.
func (p *Page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, p.base)

	if p.assets.Serve(w, r, name) {
		return
	}

	if strings.HasPrefix(name, asset.Folder) {
		// An asset of another release. A page that expects a script must not get the
		// document.
		http.Error(w, "Not found", http.StatusNotFound)

		return
	}

	p.document(w, r)
}

// Home redirects / to the dashboard.
func Home(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, Dashboard, http.StatusFound)
}

func (p *Page) document(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Add("Vary", "Sec-Fetch-Dest")

	switch r.Header.Get("Sec-Fetch-Dest") {
	case "iframe", "frame", "embed", "object", "fencedframe":
		serveFramed(w, r, p.base)

		return
	}

	if p.index == nil {
		h.Set("Content-Security-Policy", "default-src 'none'; style-src "+noticeHash+"; frame-ancestors 'none'")
		write(w, unbuilt)

		return
	}

	nonce := rand.Text()
	h.Set("Content-Security-Policy", p.policy(nonce))

	asked := routeOf(p.routes, strings.TrimPrefix(r.URL.Path, strings.TrimSuffix(p.base, "/")), r.URL.Query())
	body := bytes.Replace(p.index, []byte(headEnd), slices.Concat(asked.styles, []byte(headEnd)), 1)
	body = bytes.Replace(body, []byte(scriptMark), asked.scripts, 1)
	body = bytes.ReplaceAll(body, []byte(nonceMark), []byte(nonce))
	body = bytes.ReplaceAll(body, []byte(configMark), p.config)

	// Nothing in it is of the caller, so its length tells nothing about the nonce.
	api.WriteCompressed(w, r, body)
}

// policy lets the page load only its own files. Inline styles need the nonce, which the UI
// kit adds to its styles. The style of receipts is allowed by its hash, since their frame
// inherits this policy.
func (p *Page) policy(nonce string) string {
	return "default-src 'none'; script-src 'self' 'nonce-" + nonce + "'; style-src 'self' 'nonce-" + nonce + "' " + export.ReceiptStyleHash() + "; " +
		"img-src 'self' data: blob:; font-src 'self'; connect-src 'self'" + p.connect + "; frame-src 'self'" + p.frame + "; manifest-src 'self'; " +
		"form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; report-uri " + ReportPath
}

func write(w http.ResponseWriter, body []byte) {
	_, _ = w.Write(body) //nolint:gosec // escaped where it is made; the reader may be gone
}
