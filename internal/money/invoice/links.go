package invoice

import (
	"context"
	"io"
	"time"

	"loket/internal/platform/file"
)

// linkLife is how long a link to a file about an invoice serves.
const linkLife = time.Hour

// URLs are the signed links to the files of an invoice; empty for a file that there is not.
type URLs struct {
	Page   string // HTML
	Lines  string // CSV
	Proof  string
	Formal string
}

const (
	pageExtension = "html"
	csvExtension  = "csv"
)

// URLs makes links to the files of an invoice.
func (s *Service) URLs(i *Invoice) (u URLs, err error) {
	until := s.deps.Clock.Now().Add(linkLife)

	for _, one := range []struct {
		to   *string
		key  file.Key
		name string
	}{
		{&u.Page, file.KeyOf(fileKind, i.ClientID, i.token, pageExtension), i.No},
		{&u.Lines, file.KeyOf(fileKind, i.ClientID, i.token, csvExtension), i.No},
		{&u.Proof, i.Proof.Key, i.No + "-proof"},
		{&u.Formal, i.Formal.Key, i.No + "-formal"},
	} {
		if one.key == "" {
			continue
		}

		_, _, extension := one.key.Parts()

		if *one.to, err = s.deps.Links.URL(file.Link{Key: one.key, Name: one.name + "." + extension, Until: until}); err != nil {
			return URLs{}, err
		}
	}

	return u, nil
}

// NoteURL makes a link to the page of a credit note.
func (s *Service) NoteURL(i *Invoice, n CreditNote) (string, error) {
	return s.deps.Links.URL(file.Link{
		Key: file.KeyOf(fileKind, i.ClientID, n.token, pageExtension), Name: n.No + ".html", Until: s.deps.Clock.Now().Add(linkLife),
	})
}

// IsDocument reports whether the file of a key is written by WriteDocument. All other files are in the store.
func IsDocument(k file.Key) bool {
	kind, _, extension := k.Parts()

	return kind == fileKind && (extension == pageExtension || extension == csvExtension)
}

// WriteDocument writes the page or the lines of an invoice, or the page of a credit note, for a key from a verified link.
// Errors: file.ErrLink for a document that there is not; then nothing was written.
func (s *Service) WriteDocument(ctx context.Context, out io.Writer, k file.Key) error {
	_, token, extension := k.Parts()

	i, note, err := s.documentOf(ctx, token)
	if err != nil {
		return err
	}

	if extension == csvExtension {
		return s.writeLines(ctx, out, &i)
	}

	return s.writePage(ctx, out, &i, note)
}
