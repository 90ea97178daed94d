// Package docs serves the pages of /docs, which the build has made.
package docs

import (
	"embed"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"strings"

	"loket/internal/api"
	"loket/internal/api/pages/asset"
	"loket/internal/platform/fault"
)

// Before the first build the folder holds only the placeholder .keep.
//
//go:embed all:dist
var built embed.FS

// Base is the path under which the pages are.
const Base = "/docs/"

const (
	home = "home.html"
	// policy lets a page read its own style, script and index, and nothing else. Nobody may frame it.
	policy = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

// Register adds the pages.
func Register(a *api.API) error {
	files, err := fs.Sub(built, "dist")
	if err != nil {
		return fmt.Errorf("pages of docs: %w", err)
	}

	handler, err := newHandler(a, files)
	if err != nil {
		return err
	}

	route := api.RawRoute{
		Method: http.MethodGet, Path: Base, Summary: "Docs for developers", Access: api.Public(), Client: api.NoClient, AnyText: true,
	}
	a.Raw(route, handler)

	route.Path = strings.TrimSuffix(Base, "/")
	a.Raw(route, http.RedirectHandler(Base, http.StatusMovedPermanently))

	return nil
}

func newHandler(a *api.API, files fs.FS) (http.HandlerFunc, error) {
	assets, err := asset.Read(files)
	if err != nil {
		return nil, fmt.Errorf("pages of docs: %w", err)
	}

	_, err = fs.Stat(files, home)
	missing := err != nil

	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", policy)

		if missing {
			http.Error(w, "The docs are not built. Run make build.", http.StatusServiceUnavailable)

			return
		}

		name := strings.TrimPrefix(r.URL.Path, Base)

		switch {
		case name == "":
			name = home
		case path.Ext(name) == "":
			name += ".html"
		}

		if !assets.Serve(w, r, name) {
			a.WriteError(w, r, fault.ErrNotFound.New())
		}
	}, nil
}
