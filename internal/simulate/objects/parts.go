package objects

import (
	"crypto/md5" //nolint:gosec // S3 names versions of a file by it
	"encoding/hex"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"loket/internal/platform/ids"
)

const (
	maxParts    = 10_000
	maxComplete = 4 << 20 // of the list of parts
)

func (s *Store) begin(w http.ResponseWriter, r *request) error {
	u := &Upload{
		ID: ids.Token(), Name: r.name, Begun: s.opt.Clock.Now(), Type: r.Header.Get("Content-Type"), Meta: metaOf(r), parts: map[int]part{},
	}

	if err := os.Mkdir(s.uploadDir(u.ID), dirMode); err != nil {
		return fmt.Errorf("begin: %w", err)
	}

	s.mu.Lock()
	s.uploads[u.ID] = u
	s.mu.Unlock()

	writeXML(w, http.StatusOK, struct {
		XMLName  xml.Name `xml:"InitiateMultipartUploadResult"`
		Bucket   string
		Key      string
		UploadID string `xml:"UploadId"`
	}{Bucket: s.opt.Bucket, Key: r.name, UploadID: u.ID})

	return nil
}

func (s *Store) uploadDir(id string) string { return filepath.Join(s.opt.Dir, uploadsDir, id) }

// upload finds the upload that a request names, with its parts as they stand.
func (s *Store) upload(r *request) (Upload, error) {
	s.mu.Lock()
	defer s.mu.Unlock()

	u, ok := s.uploads[r.URL.Query().Get("uploadId")]
	if !ok || u.Name != r.name {
		return Upload{}, no(http.StatusNotFound, "NoSuchUpload", "There is no such upload.")
	}

	one := *u
	one.parts = maps.Clone(u.parts)

	return one, nil
}

func (s *Store) part(w http.ResponseWriter, r *request) error {
	u, err := s.upload(r)
	if err != nil {
		return err
	}

	number, err := strconv.Atoi(r.URL.Query().Get("partNumber"))
	if err != nil || number < 1 || number > maxParts {
		return no(http.StatusBadRequest, "InvalidArgument", "The number of a part is between 1 and 10000.")
	}

	p := part{file: filepath.Join(s.uploadDir(u.ID), ids.Token())}

	size, sum, err := s.receive(r, p.file)
	if err != nil {
		return err
	}

	p.size, p.md5 = size, sum.Sum(nil)

	s.mu.Lock()
	defer s.mu.Unlock()

	live, ok := s.uploads[u.ID]
	if !ok { // it ended meanwhile, and its folder with it
		return no(http.StatusNotFound, "NoSuchUpload", "There is no such upload.")
	}

	live.parts[number] = p // in the place of an earlier try, whose file goes with the folder

	w.Header().Set("ETag", strconv.Quote(hex.EncodeToString(p.md5)))
	w.WriteHeader(http.StatusOK)

	return nil
}

type completion struct {
	Part []struct {
		PartNumber int    `xml:"PartNumber"`
		ETag       string `xml:"ETag"`
	} `xml:"Part"`
}

func (s *Store) complete(w http.ResponseWriter, r *request) error {
	u, err := s.upload(r)
	if err != nil {
		return err
	}

	text, err := io.ReadAll(io.LimitReader(r.sig.payload(r.Request), maxComplete))
	if err != nil {
		return fmt.Errorf("list of parts: %w", err)
	}

	var asked completion
	if err := xml.Unmarshal(text, &asked); err != nil || len(asked.Part) == 0 {
		return no(http.StatusBadRequest, "MalformedXML", "The list of parts can't be read.")
	}

	parts, err := s.ordered(u, asked)
	if err != nil {
		return err
	}

	o, err := s.join(u, parts)
	if err != nil {
		return err
	}

	if err := errors.Join(s.keep(o), s.forget(u.ID)); err != nil {
		return err
	}

	writeXML(w, http.StatusOK, struct {
		XMLName xml.Name `xml:"CompleteMultipartUploadResult"`
		Bucket  string
		Key     string
		ETag    string
	}{Bucket: s.opt.Bucket, Key: r.name, ETag: strconv.Quote(o.ETag)})

	return nil
}

func (s *Store) ordered(u Upload, asked completion) ([]part, error) {
	parts := []part{}

	for i, one := range asked.Part {
		p, ok := u.parts[one.PartNumber]

		switch {
		case !ok || hex.EncodeToString(p.md5) != strings.Trim(one.ETag, `"`):
			return nil, no(http.StatusBadRequest, "InvalidPart", "A part is not there, or is another one.")
		case i > 0 && one.PartNumber <= asked.Part[i-1].PartNumber:
			return nil, no(http.StatusBadRequest, "InvalidPartOrder", "The parts are not in order.")
		case i < len(asked.Part)-1 && p.size < s.opt.MinPart:
			return nil, no(http.StatusBadRequest, "EntityTooSmall", "A part but the last is too small.")
		}

		parts = append(parts, p)
	}

	return parts, nil
}

// join makes one file of the parts. Its ETag is S3's: the checksum of the
// parts' checksums, and their number.
func (s *Store) join(u Upload, parts []part) (o Object, err error) {
	o = Object{Name: u.Name, Type: u.Type, Meta: u.Meta, File: s.newFile(), Modified: s.opt.Clock.Now()}

	out, err := os.OpenFile(o.File, os.O_CREATE|os.O_EXCL|os.O_WRONLY, fileMode)
	if err != nil {
		return Object{}, fmt.Errorf("join: %w", err)
	}
	defer func() { err = errors.Join(err, out.Close()) }()

	sum := md5.New() //nolint:gosec // see the import

	for _, p := range parts {
		sum.Write(p.md5)

		n, err := appendFile(out, p.file)
		if err != nil {
			return Object{}, err
		}

		o.Size += n
	}

	o.ETag = hex.EncodeToString(sum.Sum(nil)) + "-" + strconv.Itoa(len(parts))

	return o, nil
}

func appendFile(out io.Writer, name string) (int64, error) {
	in, err := os.Open(name) //nolint:gosec // in our own folder
	if err != nil {
		return 0, fmt.Errorf("join: %w", err)
	}
	defer in.Close()

	n, err := io.Copy(out, in)
	if err != nil {
		return n, fmt.Errorf("join: %w", err)
	}

	return n, nil
}

func (s *Store) abort(w http.ResponseWriter, r *request) error {
	u, err := s.upload(r)
	if err != nil {
		return err
	}

	if err := s.forget(u.ID); err != nil {
		return err
	}

	w.WriteHeader(http.StatusNoContent)

	return nil
}

func (s *Store) forget(id string) error {
	s.mu.Lock()
	delete(s.uploads, id)
	s.mu.Unlock()

	if err := os.RemoveAll(s.uploadDir(id)); err != nil {
		return fmt.Errorf("forget an upload: %w", err)
	}

	return nil
}

type listedUpload struct {
	Key       string
	UploadID  string `xml:"UploadId"`
	Initiated string
}

func (s *Store) listUploads(w http.ResponseWriter, r *request) {
	query := r.URL.Query()
	name := func(u Upload) string { return u.Name + "\x00" + u.ID }

	after := query.Get("key-marker")
	if id := query.Get("upload-id-marker"); after != "" && id != "" {
		after += "\x00" + id
	} else if after != "" {
		after += "\x01" // behind every upload of that name
	}

	page, more := selected(s.Uploads(), name, after, query.Get("prefix"), most(query, "max-uploads"))

	out := struct {
		XMLName            xml.Name `xml:"ListMultipartUploadsResult"`
		Bucket             string
		Prefix             string
		EncodingType       string
		IsTruncated        bool
		NextKeyMarker      string
		NextUploadIDMarker string `xml:"NextUploadIdMarker"`
		Upload             []listedUpload
	}{Bucket: s.opt.Bucket, Prefix: query.Get("prefix"), EncodingType: "url", IsTruncated: more}

	for _, u := range page {
		out.Upload = append(out.Upload, listedUpload{url.QueryEscape(u.Name), u.ID, stamp(u.Begun)})
	}

	if more {
		last := page[len(page)-1]
		out.NextKeyMarker, out.NextUploadIDMarker = url.QueryEscape(last.Name), last.ID
	}

	writeXML(w, http.StatusOK, out)
}
