package files

import (
	"io"
	"net/http"
	"strings"
	"time"

	"loket/internal/api"
	"loket/internal/money/invoice"
	"loket/internal/platform/file"
	"loket/internal/platform/limiter"
	"loket/internal/shop/storefront"
)

// Places for files that are read by their links, of a client and of a node. A screen of a shop has a few dozen pictures, which a browser asks
// for at once, so that the places are counted for the client whose file it is and not for its reader.
const (
	filePlaces       = 256
	clientFilePlaces = 64
	fileWait         = 5 * time.Second
)

// newFilePlaces are the places for readers of files, by the id of the client.
func newFilePlaces() *limiter.Turns[string] {
	return limiter.NewTurns[string](limiter.TurnsOptions{
		Places: filePlaces, Share: clientFilePlaces, Queue: filePlaces, KeyQueue: clientFilePlaces, Wait: fileWait, Retry: fileWait,
	})
}

// endedLink is the page behind an expired link of an old mail.
const endedLink = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
	`<title>This link has ended</title></head><body><h1>This link has ended or is not valid</h1>` +
	`<p>Sign in and open the page that listed the file: files that still exist are listed there with new links.</p>` +
	`<p lang="id">Tautan ini sudah berakhir atau tidak berlaku. Masuk lalu buka halaman asal berkas: berkas yang masih ada tercantum di sana dengan tautan baru.</p>` +
	`</body></html>` + "\n"

func (s Services) download(a *api.API, places *limiter.Turns[string]) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		err := s.serveFile(w, r, places)

		switch {
		case err == nil:
		case file.ErrLink.Is(err) && strings.Contains(r.Header.Get("Accept"), "text/html"):
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			w.WriteHeader(http.StatusNotFound)
			_, _ = w.Write([]byte(endedLink)) // the reader may be gone
		default:
			a.WriteError(w, r, err)
		}
	})
}

// serveFile answers with a stored file, or with a document that is written now.
func (s Services) serveFile(w http.ResponseWriter, r *http.Request, places *limiter.Turns[string]) error {
	link, err := s.Links.Request(r)
	if err != nil {
		return err
	}

	leave, err := places.Enter(r.Context(), limiter.Caller[string]{Key: link.Key.Owner()})
	if err != nil {
		return err
	}
	defer leave()

	if invoice.IsDocument(link.Key) {
		ctx := r.Context()

		return file.Stream(w, link, func(out io.Writer) error { return s.Invoices.WriteDocument(ctx, out, link.Key) })
	}

	if storefront.IsImage(link.Key) {
		// The preview of the shop shows it in a sandboxed frame, which has no origin of its own.
		w.Header().Set("Cross-Origin-Resource-Policy", "cross-origin")
	}

	return file.Serve(w, r, s.Files, link)
}
