package file

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// writeTime is how long a reader may take for one piece of a file before it
// is let go: a download may be long, a stalled one may not.
const writeTime = 30 * time.Second

// Serve answers a request for a file with the whole or the ranges that it asks
// for. Nothing of an answer can run in a browser: it is an attachment whose
// type is not guessed, in a sandbox that allows nothing. Whatever store the
// file lies in, its bytes come through here: a browser never meets the store,
// its address or its keys. Errors are ErrLink and those of the store; nothing
// is written then.
func Serve(w http.ResponseWriter, r *http.Request, store Store, links *Links) error {
	link, err := links.Read(strings.TrimPrefix(r.URL.Path, Base), r.URL.Query())
	if err != nil {
		return err
	}

	f, size, err := store.Open(r.Context(), link.Key)
	if errors.Is(err, ErrNone) {
		return ErrLink.Wrap(fmt.Errorf("%s: %w", link.Key, err))
	}

	if err != nil {
		return err
	}

	defer func() { _ = f.Close() }() // what was only read loses nothing

	h := w.Header()
	h.Set("Content-Type", contentType(link.Key))
	h.Set("Content-Disposition", `attachment; filename="`+link.Name+`"`) // the pattern of names needs no escape
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", "default-src 'none'; sandbox; frame-ancestors 'none'")
	h.Set("Cache-Control", "private, no-store")
	h.Set("Referrer-Policy", "no-referrer")
	// A key is written once: it is its own version, so a broken download goes on
	// where it stopped.
	h.Set("ETag", fmt.Sprintf("%q", fmt.Sprintf("%s-%d", strings.TrimPrefix(string(link.Key), "/"), size)))

	http.ServeContent(&patient{ResponseWriter: w, control: http.NewResponseController(w)}, r, "", time.Time{}, f)

	return nil
}

func contentType(k Key) string {
	if strings.HasSuffix(string(k), ".xlsx") {
		return "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	}

	return "text/csv; charset=utf-8"
}

// patient gives every piece its own time on the wire; the server's limit is
// for whole answers that are short.
type patient struct {
	http.ResponseWriter

	control *http.ResponseController
}

func (p *patient) Write(b []byte) (int, error) {
	// A connection without deadlines (a test's recorder) is served all the same.
	_ = p.control.SetWriteDeadline(time.Now().Add(writeTime))

	return p.ResponseWriter.Write(b)
}
