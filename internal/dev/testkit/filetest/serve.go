package filetest

import (
	"net/http"

	"loket/internal/platform/file"
)

// Serve answers a request for a stored file by its link, as api does.
func Serve(w http.ResponseWriter, r *http.Request, s file.Store, l *file.Links) error {
	link, err := l.Request(r)
	if err != nil {
		return err
	}

	return file.Serve(w, r, s, link)
}
