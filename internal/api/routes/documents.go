package routes

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"

	"loket/internal/api"
	"loket/internal/api/audience"
	"loket/internal/platform/fault"
)

// Documents returns the OpenAPI document of each audience, by name, without a program that answers the calls.
func Documents() (map[string][]byte, error) {
	a := api.New(api.Options{Version: api.Version})
	Register(a, Services{})

	if err := a.Check(); err != nil {
		return nil, fmt.Errorf("routes: %w", err)
	}

	whole, err := a.DocumentJSON()
	if err != nil {
		return nil, fmt.Errorf("document: %w", err)
	}

	documents, err := audience.Split(whole)
	if err != nil {
		return nil, fmt.Errorf("split the document: %w", err)
	}

	return documents, nil
}

// registerDocuments adds the OpenAPI documents: the whole one, and one for each audience. Anybody may request them, so each is written
// once.
func registerDocuments(a *api.API) {
	whole := sync.OnceValues(a.DocumentJSON)
	split := sync.OnceValues(func() (map[string][]byte, error) {
		text, err := whole()
		if err != nil {
			return nil, err
		}

		return audience.Split(text)
	})

	a.Raw(api.RawRoute{
		ID: "openapi", Method: http.MethodGet, Path: "/openapi.json", Summary: "This document", Tag: tag,
		Cost: api.Download, Access: api.Public(), Client: api.NoClient, Produces: jsonType,
	}, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, err := whole()
		writeDocument(a, w, r, text, err)
	}))

	all := audience.Names()
	names := make([]any, 0, len(all))

	for _, name := range all {
		names = append(names, name+".json")
	}

	a.Raw(api.RawRoute{
		ID: "openapi-of", Method: http.MethodGet, Path: "/openapi/{document}", Summary: "The part of this document that one kind of program needs", Tag: tag,
		Cost: api.Download, Access: api.Public(), Client: api.NoClient, Produces: jsonType, Faults: []fault.Definition{fault.ErrNotFound},
		Parameters: []*huma.Param{{Name: "document", In: "path", Required: true, Schema: &huma.Schema{Type: huma.TypeString, Enum: names}}},
	}, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		documents, err := split()

		name, _ := strings.CutSuffix(r.PathValue("document"), ".json")

		text, known := documents[name]
		if err == nil && !known {
			err = fault.ErrNotFound.New()
		}

		writeDocument(a, w, r, text, err)
	}))
}

func writeDocument(a *api.API, w http.ResponseWriter, r *http.Request, text []byte, err error) {
	if err != nil {
		a.WriteError(w, r, err)

		return
	}

	sum := sha256.Sum256(text)
	tag := `W/"` + hex.EncodeToString(sum[:8]) + `"` // weak: one for both encodings

	h := w.Header()
	h.Set("Content-Type", jsonType)
	h.Set("ETag", tag)
	h.Set("Cache-Control", "public, no-cache")

	if r.Header.Get("If-None-Match") == tag {
		w.WriteHeader(http.StatusNotModified)

		return
	}

	api.WriteCompressed(w, r, text)
}
