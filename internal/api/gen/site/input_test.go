package site_test

import (
	"io/fs"
	"os"
	"testing"
	"testing/fstest"

	"loket/internal/api/audience"
	"loket/internal/api/gen/site"
	"loket/internal/api/routes"
	"loket/internal/developer/changes"
)

func folder(t *testing.T) fs.FS {
	t.Helper()

	return os.DirFS("../../../../docs")
}

// overlay is a folder in which one file is another.
type overlay struct {
	fs.FS

	name, content string
}

func (o overlay) Open(name string) (fs.File, error) {
	if name == o.name {
		return fstest.MapFS{name: {Data: []byte(o.content)}}.Open(name)
	}

	return o.FS.Open(name)
}

func input(t *testing.T, docs fs.FS) site.Input {
	t.Helper()

	documents, err := routes.Documents()
	if err != nil {
		t.Fatal(err)
	}

	list, err := changes.List()
	if err != nil {
		t.Fatal(err)
	}

	faults, err := site.ErrorsOf(documents[audience.Client], routes.Faults())
	if err != nil {
		t.Fatal(err)
	}

	return site.Input{Docs: docs, Document: documents[audience.Client], Changes: list, Errors: faults}
}

func build(t *testing.T) map[string][]byte {
	t.Helper()

	files, err := site.Build(input(t, folder(t)))
	if err != nil {
		t.Fatal(err)
	}

	return files
}
