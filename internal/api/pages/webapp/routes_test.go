package webapp_test

import (
	"compress/gzip"
	"io"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"loket/internal/api/pages/webapp"
)

const builtRoutes = `[
{"path": "/deposit", "files": ["assets/frame-1.js", "assets/deposit-1.css"]},
{"path": "/deposit/top-up/bank-transfer/$trxId", "files": ["assets/transfer-1.js"]},
{"path": "/product", "query": "product", "files": ["assets/product-1.js", "assets/drawer-1.js"]},
{"path": "/product", "files": ["assets/product-1.js"]},
{"path": "/orders/{-$type}", "files": ["assets/orders-1.js"]},
{"path": "/orders/report", "files": ["assets/report-1.js"]},
{"path": "/settlement/$id/periods/$periodId", "files": ["assets/period-1.js"]}
]`

func withRoutes() fstest.MapFS {
	files := built()
	files[".vite/routes.json"] = &fstest.MapFile{Data: []byte(builtRoutes)}

	return files
}

// The page names the files of the asked route, and of no other.
func TestDocumentNamesFilesOfItsRoute(t *testing.T) {
	t.Parallel()

	p := newPage(t, withRoutes(), webapp.Config{})

	for path, want := range map[string]string{
		"/external/deposit":                                   "modulepreload frame-1.js stylesheet deposit-1.css",
		"/external/deposit/":                                  "modulepreload frame-1.js stylesheet deposit-1.css",
		"/external/deposit/top-up/bank-transfer/TRX-1":        "modulepreload transfer-1.js",
		"/external/deposit/top-up/bank-transfer":              "",
		"/external/deposit/top-up/bank-transfer/TRX-1/more":   "",
		"/external/orders":                                    "modulepreload orders-1.js",
		"/external/orders/export":                             "modulepreload orders-1.js",
		"/external/orders/export/more":                        "",
		"/external/product":                                   "modulepreload product-1.js",
		"/external/product?product=TSEL10":                    "modulepreload product-1.js modulepreload drawer-1.js",
		"/external/product?page=2":                            "modulepreload product-1.js",
		"/external/orders/report":                             "modulepreload report-1.js",
		"/external/settlement/1/periods/2":                    "modulepreload period-1.js",
		"/external/settlement/1/other/2":                      "",
		"/external/":                                          "",
		"/external/login":                                     "",
		`/external/"><script>alert(1)</script>/periods/../ok`: "",
	} {
		w := get(t, p, strings.ReplaceAll(path, `"><`, "%22%3E%3C"), "Sec-Fetch-Dest", "document")

		links := regexp.MustCompile(`<link rel="(\w+)" crossorigin href="/external/assets/([\w.-]+)" nonce="[A-Z0-9]{20,}">`).FindAllStringSubmatch(w.Body.String(), -1)

		got := []string{}
		for _, link := range links {
			got = append(got, link[1], link[2])
		}

		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}

		_, rest, _ := strings.Cut(w.Body.String(), `<template id="loket-scripts">`)
		if held, after, _ := strings.Cut(rest, "</template>"); strings.Contains(held, "stylesheet") || strings.Contains(after, "modulepreload") {
			t.Errorf("%s: the template holds scripts alone, and all of them: %s", path, w.Body)
		}

		if strings.Contains(w.Body.String(), "__LOKET_") {
			t.Errorf("%s: a mark is left in %s", path, w.Body)
		}
	}
}

func TestRoutesMustBeReadable(t *testing.T) {
	t.Parallel()

	files := built()
	files[".vite/routes.json"] = &fstest.MapFile{Data: []byte(`{"path"`)}

	if _, err := webapp.New(files, webapp.Options{Base: webapp.Dashboard}); err == nil {
		t.Error("a broken list of routes is taken")
	}
}

func TestDocumentIsCompressed(t *testing.T) {
	t.Parallel()

	p := newPage(t, withRoutes(), webapp.Config{})
	plain := get(t, p, "/external/deposit")
	small := get(t, p, "/external/deposit", "Accept-Encoding", "gzip, br")

	if plain.Header().Get("Content-Encoding") != "" || small.Header().Get("Content-Encoding") != "gzip" {
		t.Fatalf("encodings %q and %q", plain.Header().Get("Content-Encoding"), small.Header().Get("Content-Encoding"))
	}

	reader, err := gzip.NewReader(small.Body)
	if err != nil {
		t.Fatal(err)
	}

	text, err := io.ReadAll(reader)
	if err != nil {
		t.Fatal(err)
	}

	nonces := regexp.MustCompile(`nonce="[A-Z0-9]+"|content="[A-Z0-9]+"`)
	if got, want := nonces.ReplaceAllString(string(text), ""), nonces.ReplaceAllString(plain.Body.String(), ""); got != want {
		t.Errorf("compressed it is %s, want %s", got, want)
	}

	for _, w := range []string{plain.Result().Header.Get("Vary"), strings.Join(small.Header().Values("Vary"), ", ")} {
		if !strings.Contains(w, "Sec-Fetch-Dest") {
			t.Errorf("it varies by %q", w)
		}
	}
}
