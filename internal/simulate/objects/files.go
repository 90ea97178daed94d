package objects

import (
	"crypto/md5" //nolint:gosec // S3 names versions of a file by it
	"encoding/hex"
	"encoding/xml"
	"errors"
	"fmt"
	"hash"
	"io"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	metaPrefix = "X-Amz-Meta-"
	maxListed  = 1000
	xmlTime    = "2006-01-02T15:04:05.000Z"
)

// receive writes a body to a file; nothing is left of one that breaks off.
func (s *Store) receive(r *request, file string) (size int64, sum hash.Hash, err error) {
	f, err := os.OpenFile(file, os.O_CREATE|os.O_EXCL|os.O_WRONLY, fileMode) //nolint:gosec // in our own folder
	if err != nil {
		return 0, nil, fmt.Errorf("write: %w", err)
	}

	sum = md5.New() //nolint:gosec // see the import
	size, err = io.Copy(io.MultiWriter(f, sum), r.sig.payload(r.Request))

	if err := errors.Join(err, f.Close()); err != nil {
		return 0, nil, errors.Join(err, os.Remove(file))
	}

	return size, sum, nil
}

func metaOf(r *request) map[string]string {
	meta := map[string]string{}

	for name, values := range r.Header {
		if strings.HasPrefix(name, metaPrefix) {
			meta[strings.ToLower(name)] = values[0]
		}
	}

	return meta
}

func (s *Store) put(w http.ResponseWriter, r *request) error {
	o := Object{Name: r.name, File: s.newFile(), Type: r.Header.Get("Content-Type"), Meta: metaOf(r), Modified: s.opt.Clock.Now()}

	size, sum, err := s.receive(r, o.File)
	if err != nil {
		return err
	}

	o.Size, o.ETag = size, hex.EncodeToString(sum.Sum(nil))

	if err := s.keep(o); err != nil {
		return err
	}

	w.Header().Set("ETag", strconv.Quote(o.ETag))
	w.WriteHeader(http.StatusOK)

	return nil
}

func (s *Store) get(w http.ResponseWriter, r *request) error {
	if r.name == "" { // the bucket itself
		w.WriteHeader(http.StatusOK)

		return nil
	}

	o, there := s.object(r.name)
	if !there {
		return no(http.StatusNotFound, "NoSuchKey", "There is no such file.")
	}

	f, err := os.Open(o.File)
	if errors.Is(err, os.ErrNotExist) { // it went this moment
		return no(http.StatusNotFound, "NoSuchKey", "There is no such file.")
	}

	if err != nil {
		return fmt.Errorf("read: %w", err)
	}

	defer f.Close()

	for name, value := range o.Meta {
		w.Header().Set(name, value)
	}

	w.Header().Set("ETag", strconv.Quote(o.ETag))
	w.Header().Set("Content-Type", o.Type)
	http.ServeContent(w, r.Request, "", o.Modified, f)

	return nil
}

// selected are the files of a page of the list: those after a name, with a
// prefix, at most so many, and whether more follow.
func selected[T any](all []T, name func(T) string, after, prefix string, most int) ([]T, bool) {
	list := slices.DeleteFunc(slices.Clone(all), func(one T) bool {
		return name(one) <= after || !strings.HasPrefix(name(one), prefix)
	})

	if len(list) > most {
		return list[:most], true
	}

	return list, false
}

func most(query url.Values, name string) int {
	n, err := strconv.Atoi(query.Get(name))
	if err != nil || n < 0 || n > maxListed {
		return maxListed
	}

	return n
}

type listedFile struct {
	Key          string
	LastModified string
	ETag         string
	Size         int64
	StorageClass string
}

func (s *Store) list(w http.ResponseWriter, r *request) {
	query := r.URL.Query()

	if query.Has("location") {
		writeXML(w, http.StatusOK, struct {
			XMLName xml.Name `xml:"LocationConstraint"`
			Region  string   `xml:",chardata"`
		}{Region: s.opt.Region})

		return
	}

	after := query.Get("continuation-token")
	if after == "" {
		after = query.Get("start-after")
	}

	page, more := selected(s.Objects(), func(o Object) string { return o.Name }, after, query.Get("prefix"), most(query, "max-keys"))

	out := struct {
		XMLName               xml.Name `xml:"ListBucketResult"`
		Name                  string
		Prefix                string
		EncodingType          string
		KeyCount              int
		MaxKeys               int
		IsTruncated           bool
		NextContinuationToken string `xml:",omitempty"`
		Contents              []listedFile
	}{Name: s.opt.Bucket, Prefix: query.Get("prefix"), EncodingType: "url", KeyCount: len(page), MaxKeys: most(query, "max-keys"), IsTruncated: more}

	for _, o := range page {
		out.Contents = append(out.Contents, listedFile{url.QueryEscape(o.Name), stamp(o.Modified), strconv.Quote(o.ETag), o.Size, "STANDARD"})
	}

	if more {
		out.NextContinuationToken = page[len(page)-1].Name
	}

	writeXML(w, http.StatusOK, out)
}

func stamp(t time.Time) string { return t.UTC().Format(xmlTime) }

func lengthOf(h http.Header) int64 {
	n, err := strconv.ParseInt(h.Get("Content-Length"), 10, 64)
	if err != nil {
		return 0
	}

	return n
}
