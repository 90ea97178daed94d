// Package filetest provides tests with each kind of file store. The bucket is one of
// versitygw, an S3 server by others, behind a proxy that injects faults.
package filetest

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"sync"
	"testing"

	"github.com/minio/minio-go/v7"

	"loket/internal/dev/testkit"
	"loket/internal/platform/file"
	"loket/internal/platform/file/s3"
	"loket/internal/platform/secret"
)

// Part is the size of the parts of large files, the least that S3 accepts.
const Part = 5 << 20

// Bucket is a bucket behind the proxy, empty at first.
type Bucket struct {
	server  *server
	proxy   *httptest.Server
	stopped chan struct{}

	mu       sync.Mutex
	faults   Faults
	met      int            // requests that met the fault
	requests map[string]int // by operation
}

// NewBucket starts a server and a proxy. They end with the test.
func NewBucket(t *testing.T) *Bucket {
	t.Helper()

	b := &Bucket{server: startServer(t), stopped: make(chan struct{}), requests: map[string]int{}}
	transport := &http.Transport{DisableCompression: true}

	b.proxy = httptest.NewServer(b.proxied(&httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(&url.URL{Scheme: "http", Host: b.server.address})
			r.Out.Host = r.In.Host // it is signed
		},
		Transport:    transport,
		ErrorHandler: func(http.ResponseWriter, *http.Request, error) { panic(http.ErrAbortHandler) },
	}))

	t.Cleanup(func() {
		close(b.stopped)
		b.proxy.Close()
		transport.CloseIdleConnections()
	})

	return b
}

// Options are the settings of the bucket, with a key that has the rights of Rights.
func (b *Bucket) Options() s3.Options {
	return s3.Options{
		Endpoint: b.proxy.URL, Bucket: bucket, Prefix: prefix, Region: region, AccessKey: accessKey, SecretKey: secret.Text(b.server.secretKey),
	}
}

// SetRights replaces the rights of the key.
func (b *Bucket) SetRights(t *testing.T, rights ...string) {
	t.Helper()
	b.server.setRights(t, rights...)
}

// Objects are the names of the files.
func (b *Bucket) Objects(t *testing.T) []string {
	t.Helper()

	names := []string{}

	for object := range b.server.admin.ListObjectsIter(t.Context(), bucket, minio.ListObjectsOptions{Recursive: true}) {
		testkit.Must(t, object.Err)

		names = append(names, object.Key)
	}

	return names
}

// Uploads are the names of the files of unfinished multipart uploads.
func (b *Bucket) Uploads(t *testing.T) []string {
	t.Helper()

	const most = 1000

	list, err := b.server.admin.ListMultipartUploads(t.Context(), bucket, "", "", "", "", most)
	testkit.Must(t, err)

	names := []string{}
	for _, u := range list.Uploads {
		names = append(names, u.Key)
	}

	slices.Sort(names)

	return names
}

// BeginUpload leaves an upload in parts unfinished, as a writer that dies does.
func (b *Bucket) BeginUpload(t *testing.T, key file.Key) {
	t.Helper()

	_, err := b.server.admin.NewMultipartUpload(t.Context(), bucket, prefix+"/"+string(key), minio.PutObjectOptions{})
	testkit.Must(t, err)
}

// Open opens a bucket until the test ends.
func Open(t *testing.T, opt s3.Options) *s3.Bucket {
	t.Helper()

	b, err := s3.New(opt)
	testkit.Must(t, err)
	t.Cleanup(func() { testkit.Must(t, b.Close()) })

	return b
}

// EachStore runs a test on an empty store of each kind.
func EachStore(t *testing.T, body func(t *testing.T, store file.Store)) {
	t.Helper()

	t.Run("folder", func(t *testing.T) {
		t.Parallel()

		folder, err := file.OpenFolder(t.TempDir())
		testkit.Must(t, err)
		t.Cleanup(func() { testkit.Must(t, folder.Close()) })
		body(t, folder)
	})

	t.Run("s3", func(t *testing.T) {
		t.Parallel()
		body(t, Open(t, NewBucket(t).Options()))
	})
}
