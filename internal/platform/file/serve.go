package file

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// writeTime is how long one write to a reader may take. A download may take long, but
// it must not stall.
const writeTime = 30 * time.Second

// Serve answers a request for a file, whole or in ranges. A browser can't run the
// answer: it is an attachment with nosniff and a sandbox that allows nothing. The
// bytes of every store pass through here, so browsers never see the store's address
// or keys. Errors are ErrLink and those of the store; nothing is written then.
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

	defer func() { _ = f.Close() }() // read only, so nothing can be lost

	h := w.Header()
	h.Set("Content-Type", contentType(link.Key))
	h.Set("Content-Disposition", `attachment; filename="`+link.Name+`"`) // the pattern of names needs no escape
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", "default-src 'none'; sandbox; frame-ancestors 'none'")
	h.Set("Cache-Control", "private, no-store")
	h.Set("Referrer-Policy", "no-referrer")
	// A key is written only once, so it serves as the ETag, and an interrupted download
	// can be resumed.
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

// patient sets a new write deadline for each write. The server's own time limit is
// meant for short answers.
type patient struct {
	http.ResponseWriter

	control *http.ResponseController
}

func (p *patient) Write(b []byte) (int, error) {
	// A writer without deadlines, such as a test's recorder, is served too.
	_ = p.control.SetWriteDeadline(time.Now().Add(writeTime))

	return p.ResponseWriter.Write(b)
}
