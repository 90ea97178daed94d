// Package asset serves the built files of an app, compressed as the build left them.
package asset

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"

	"loket/internal/api"
)

const (
	// Index is the HTML document of an app, which is not an asset: pages are written from it.
	Index = "index.html"
	// Folder holds the files whose names contain a hash of their content.
	Folder = "assets/"
)

// Files are the assets of an app by their names.
type Files struct{ list map[string]asset }

// asset is one file of the build and its precompressed forms.
type asset struct {
	files   fs.FS
	name    string
	kind    string
	tag     string
	hashed  bool
	encoded map[string]string // encoding -> file name
}

// encodings in order of preference, with the suffix of their files.
func encodings() [][2]string { return [][2]string{{"br", ".br"}, {"gzip", ".gz"}} }

// Read finds the assets of a build. The build's manifest and hidden files are none.
func Read(files fs.FS) (*Files, error) {
	assets := map[string]asset{}

	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}

		if strings.HasPrefix(entry.Name(), ".") && name != "." {
			if entry.IsDir() {
				return fs.SkipDir // the build's manifest is not served
			}

			return nil
		}

		if entry.IsDir() || name == Index || strings.HasSuffix(name, ".br") || strings.HasSuffix(name, ".gz") {
			return nil
		}

		a, err := newAsset(files, name)
		if err != nil {
			return err
		}

		assets[name] = a

		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read the built files: %w", err)
	}

	return &Files{assets}, nil
}

// Serve answers with the asset of a name. It reports false, without an answer, if there is none.
func (f *Files) Serve(w http.ResponseWriter, r *http.Request, name string) bool {
	a, ok := f.list[name]
	if ok {
		a.serve(w, r)
	}

	return ok
}

func newAsset(files fs.FS, name string) (asset, error) {
	a := asset{files: files, name: name, hashed: strings.HasPrefix(name, Folder), encoded: map[string]string{}}

	a.kind = mime.TypeByExtension(path.Ext(name))
	if a.kind == "" {
		a.kind = "application/octet-stream"
	}

	f, err := files.Open(name)
	if err != nil {
		return a, fmt.Errorf("open %s: %w", name, err)
	}
	defer f.Close()

	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return a, fmt.Errorf("read %s: %w", name, err)
	}

	const tagBytes = 12

	a.tag = hex.EncodeToString(sum.Sum(nil)[:tagBytes])

	for _, e := range encodings() {
		if _, err := fs.Stat(files, name+e[1]); err == nil {
			a.encoded[e[0]] = name + e[1]
		}
	}

	return a, nil
}

func (a asset) serve(w http.ResponseWriter, r *http.Request) {
	name, encoding := a.choose(r.Header.Get("Accept-Encoding"))
	tag := `"` + a.tag + `"`

	if encoding != "" {
		tag = `"` + a.tag + "-" + encoding + `"`
	}

	h := w.Header()
	h.Set("Content-Type", a.kind)
	h.Set("ETag", tag)

	if len(a.encoded) > 0 {
		h.Add("Vary", "Accept-Encoding")
	}

	if a.hashed {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	} else {
		h.Set("Cache-Control", "public, no-cache")
	}

	if r.Header.Get("If-None-Match") == tag {
		w.WriteHeader(http.StatusNotModified)

		return
	}

	a.send(w, r, name, encoding)
}

func (a asset) send(w http.ResponseWriter, r *http.Request, name, encoding string) {
	f, err := a.files.Open(name)
	if err != nil {
		http.Error(w, "Not found", http.StatusNotFound)

		return
	}
	defer f.Close()

	if stat, err := f.Stat(); err == nil {
		w.Header().Set("Content-Length", strconv.FormatInt(stat.Size(), 10))
	}

	if encoding != "" {
		w.Header().Set("Content-Encoding", encoding)
	}

	if r.Method == http.MethodHead {
		return
	}

	_, _ = io.Copy(w, f) // the reader may be gone
}

// choose picks the best form that the browser accepts.
func (a asset) choose(accept string) (name, encoding string) {
	for _, e := range encodings() {
		if file, ok := a.encoded[e[0]]; ok && api.Accepts(accept, e[0]) {
			return file, e[0]
		}
	}

	return a.name, ""
}
