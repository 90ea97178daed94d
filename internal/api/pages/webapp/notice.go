package webapp

import (
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"html"
	"io"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"loket/internal/api"
	"loket/internal/platform/language"
	"loket/internal/platform/limiter"
)

const noticeStyle = `body{box-sizing:border-box;margin:0;min-height:100vh;display:grid;place-content:center;padding:1.5rem;text-align:center;` +
	`font:16px/1.5 system-ui,sans-serif;color:#1f2328;background:#fff}a{color:#0c45e1}` +
	`@media(prefers-color-scheme:dark){body{color:#e6e8eb;background:#16181d}a{color:#8fb0ff}}`

func noticePage(spoken language.Language, body string) []byte {
	return []byte(`<!doctype html><html lang="` + string(spoken) + `"><head><meta charset="utf-8">` +
		`<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>Loket</title>` +
		`<style>` + noticeStyle + `</style></head><body><main>` + body + `</main></body></html>` + "\n")
}

var (
	unbuilt = noticePage(language.English, `<h1>This page is not built</h1>`+
		`<p>This program was compiled without it. Run <code>make build</code> (Node is needed) and start it again.</p>`)
	noticeHash = styleHash()
)

func styleHash() string {
	sum := sha256.Sum256([]byte(noticeStyle))

	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// framedNotice leads to the address that was asked for, in a window of its own. The English texts are those of
// docs/product/shell.md#frames.
func framedNotice(spoken language.Language, address string) []byte {
	text, link := "Please inform team with the reference of the application from where you clicked this link.", "Click here to access WebApp safely."
	if spoken == language.Indonesian {
		text, link = "Beri tahu tim kami di aplikasi mana Anda menekan tautan ini.", "Klik di sini untuk membuka WebApp dengan aman."
	}

	return noticePage(spoken, `<h1>Loket</h1><p>`+text+`</p><p><a href="`+html.EscapeString(address)+`" target="_blank" rel="noopener noreferrer">`+link+`</a></p>`)
}

// serveFramed answers a frame with a static page that may be framed: it has no scripts and no
// forms, only a link that opens the app in its own window outside the sandbox.
func serveFramed(w http.ResponseWriter, r *http.Request, base string) {
	h := w.Header()
	h.Add("Vary", "Accept-Language")
	h.Del("X-Frame-Options")
	h.Del("Cross-Origin-Opener-Policy") // browsers refuse it beside a sandbox
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src "+noticeHash+"; base-uri 'none'; form-action 'none'; "+
		"sandbox allow-popups allow-popups-to-escape-sandbox")

	write(w, framedNotice(language.FromHeader(r.Header.Get("Accept-Language")), addressOf(r, base)))
}

// addressOf is the address within the app that was asked for. It begins with the app's path and with no further slash, so it leads nowhere else.
func addressOf(r *http.Request, base string) string {
	address := r.URL.RequestURI()
	if !strings.HasPrefix(address, base) || strings.HasPrefix(address, "//") {
		return base
	}

	return address
}

// ReportPath receives the browsers' reports of policy violations.
const ReportPath = "/csp-reports"

// Limits of reports. Anybody may send them, so they must not fill the log.
const (
	maxReport      = 8 << 10
	addressReports = 20 // of one address (of IPv6 a /64 network) in a reportWindow
	allReports     = 200
	reportWindow   = time.Minute
)

// Reports logs violations of the policy that browsers report: which directive, and the kind
// of what was blocked. It logs words of its own lists alone, since the senders choose the
// text of a report.
func (p *Page) Reports(logger *slog.Logger) http.Handler {
	rate := limiter.NewRate[netip.Addr](addressReports, allReports, reportWindow)

	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer w.WriteHeader(http.StatusNoContent) // whatever was sent

		if !rate.Allow(api.Source(r.Context()), time.Now()) {
			return
		}

		var report struct {
			Body struct {
				Directive string `json:"effective-directive"`
				Violated  string `json:"violated-directive"`
				Blocked   string `json:"blocked-uri"`
			} `json:"csp-report"`
		}

		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxReport))
		if err == nil {
			err = json.Unmarshal(body, &report)
		}

		if err == nil {
			p.violated()
			logger.LogAttrs(r.Context(), slog.LevelWarn, "content security policy violated",
				slog.String("directive", reportDirective(cmp.Or(report.Body.Directive, report.Body.Violated))),
				slog.String("blocked", blockedOrigin(report.Body.Blocked)))
		}
	})
}

const otherWord = "other"

// reportDirective is the name of a directive of our policy. Older browsers send it with its values.
func reportDirective(text string) string {
	name, _, _ := strings.Cut(text, " ")

	switch name {
	case "default-src", "script-src", "script-src-elem", "script-src-attr", "style-src", "style-src-elem", "style-src-attr", "img-src",
		"font-src", "connect-src", "manifest-src", "media-src", "frame-src", "worker-src", "form-action", "base-uri", "object-src", "frame-ancestors":
		return name
	default:
		return otherWord
	}
}

// blockedOrigin is the kind of what a policy blocked: a word of the standard, or the scheme of an
// address.
func blockedOrigin(text string) string {
	kind, _, _ := strings.Cut(text, ":")

	switch kind {
	case "inline", "eval", "wasm-eval", "self", "data", "blob", "http", "https":
		return kind
	default:
		return otherWord
	}
}
