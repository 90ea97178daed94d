package file

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

// Limits of a download. A reader that is slower is cut off and may continue where it
// stopped, since a file is also served in ranges.
const (
	writeGrace   = 30 * time.Second // of the whole download, in addition to the time at the least rate
	leastRate    = 32 << 10         // bytes a second
	downloadTime = time.Hour        // in any case
)

// Serve answers a request for a stored file, whole or in ranges. A browser can't run the
// answer: it has nosniff and a sandbox that allows nothing, and is an attachment. The
// bytes of every store pass through here, so browsers never see the store's address
// or keys. The link is one that Links.Request returned. Errors are ErrLink and those of the store; nothing is
// written then.
func Serve(w http.ResponseWriter, r *http.Request, store Store, link Link) error {
	f, size, err := store.Open(r.Context(), link.Key)
	if errors.Is(err, ErrNone) {
		return ErrLink.Wrap(fmt.Errorf("%s: %w", link.Key, err))
	}

	if err != nil {
		return err
	}

	defer func() { _ = f.Close() }() // read only, so nothing can be lost

	h := w.Header()
	setHeaders(h, link)
	// A key is written only once, so it serves as the ETag, and an interrupted download
	// can be resumed.
	h.Set("ETag", fmt.Sprintf("%q", fmt.Sprintf("%s-%d", strings.TrimPrefix(string(link.Key), "/"), size)))

	http.ServeContent(&deadlineWriter{ResponseWriter: w, control: http.NewResponseController(w), began: time.Now()}, r, "", time.Time{}, f)

	return nil
}

// setHeaders sets the headers of a download. Only a page is shown in the browser; it runs no script and loads nothing.
func setHeaders(h http.Header, link Link) {
	disposition, policy := "attachment", "default-src 'none'; sandbox; frame-ancestors 'none'"
	if link.Key.extension() == pageExtension {
		disposition, policy = "inline", "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'"
	}

	h.Set("Content-Type", contentType(link.Key))
	h.Set("Content-Disposition", disposition+`; filename="`+link.Name+`"`) // the pattern of names needs no escape
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", policy)
	h.Set("Cache-Control", "private, no-store")
	h.Set("Referrer-Policy", "no-referrer")
}

// Stream answers a request for a file that is made while it is read. fill writes it. An error before the first byte is
// returned and nothing is written; after it the connection is cut, so that the reader sees that the file is not whole.
func Stream(w http.ResponseWriter, link Link, fill func(out io.Writer) error) error {
	out := &firstWriteHook{
		Writer: &deadlineWriter{ResponseWriter: w, control: http.NewResponseController(w), began: time.Now()},
		start:  func() { setHeaders(w.Header(), link) },
	}

	err := fill(out)
	if err != nil && out.start == nil {
		panic(http.ErrAbortHandler)
	}

	return err
}

// firstWriteHook calls start before the first write.
type firstWriteHook struct {
	io.Writer

	start func()
}

func (s *firstWriteHook) Write(p []byte) (int, error) {
	if s.start != nil {
		s.start()
		s.start = nil
	}

	return s.Writer.Write(p)
}

const pageExtension = "html"

func contentType(k Key) string {
	switch k.extension() {
	case "xlsx":
		return "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	case pageExtension:
		return "text/html; charset=utf-8"
	case "pdf":
		return "application/pdf"
	case "jpg":
		return "image/jpeg"
	case "png":
		return "image/png"
	case "webp":
		return "image/webp"
	default:
		return "text/csv; charset=utf-8"
	}
}

// deadlineWriter sets a new write deadline for each write, by the bytes that were written before. The
// server's own time limit is meant for short answers.
type deadlineWriter struct {
	http.ResponseWriter

	control *http.ResponseController
	began   time.Time
	written int64
}

func (p *deadlineWriter) Write(b []byte) (int, error) {
	// A writer without deadlines, such as a test's recorder, is served too.
	_ = p.control.SetWriteDeadline(p.began.Add(timeFor(p.written + int64(len(b)))))

	n, err := p.ResponseWriter.Write(b)
	p.written += int64(n)

	return n, err
}

// timeFor is how long a download may take until so many bytes are written.
func timeFor(written int64) time.Duration {
	return min(writeGrace+time.Duration(written)*time.Second/leastRate, downloadTime)
}
