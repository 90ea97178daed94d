package objects_test

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"loket/internal/simulate/objects"
)

const bucket = "bucket"

func open(t *testing.T, dir string) (*objects.Store, *httptest.Server) {
	t.Helper()

	store, err := objects.Open(objects.Options{Dir: dir, Bucket: bucket, AccessKey: "access", SecretKey: "secret"})
	if err != nil {
		t.Fatal(err)
	}

	server := httptest.NewServer(store.Handler())
	t.Cleanup(server.Close)

	return store, server
}

func client(t *testing.T, server *httptest.Server, change ...func(*minio.Options)) *minio.Client {
	t.Helper()

	opt := &minio.Options{Creds: credentials.NewStaticV4("access", "secret", ""), Region: "us-east-1", MaxRetries: 1}
	for _, f := range change {
		f(opt)
	}

	c, err := minio.New(strings.TrimPrefix(server.URL, "http://"), opt)
	if err != nil {
		t.Fatal(err)
	}

	return c
}

// Each form in which a customer may sign a body is read: signed whole, signed
// piece by piece, with a signed or an unsigned trailer, and not at all.
func TestEveryFormOfABody(t *testing.T) {
	t.Parallel()

	store, server := open(t, t.TempDir())
	trailing := func(o *minio.Options) { o.TrailingHeaders = true }

	for form, c := range map[string]struct {
		client *minio.Client
		opt    minio.PutObjectOptions
	}{
		"STREAMING-AWS4-HMAC-SHA256-PAYLOAD":         {client(t, server), minio.PutObjectOptions{}},
		"STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER": {client(t, server, trailing), minio.PutObjectOptions{Checksum: minio.ChecksumCRC32C}},
		"UNSIGNED-PAYLOAD":                           {client(t, server), minio.PutObjectOptions{DisableContentSha256: true}},
		"STREAMING-UNSIGNED-PAYLOAD-TRAILER": {
			client(t, server, trailing), minio.PutObjectOptions{DisableContentSha256: true, Checksum: minio.ChecksumCRC32C},
		},
	} {
		for _, size := range []int{1, 64 << 10, 200_000} {
			text := bytes.Repeat([]byte("x"), size)
			if _, err := c.client.PutObject(t.Context(), bucket, form, bytes.NewReader(text), int64(size), c.opt); err != nil {
				t.Errorf("%s, %d bytes: %v", form, size, err)

				continue
			}

			o, err := c.client.GetObject(t.Context(), bucket, form, minio.GetObjectOptions{})
			if err != nil {
				t.Fatal(err)
			}

			if got, err := io.ReadAll(o); err != nil || !bytes.Equal(got, text) {
				t.Errorf("%s: %d of %d bytes came back, %v", form, len(got), size, err)
			}
		}
	}

	if n := len(store.Objects()); n != 4 {
		t.Errorf("%d files", n)
	}
}

// spoiler changes requests on their way.
type spoiler func(*http.Request)

// RoundTrip implements http.RoundTripper.
func (s spoiler) RoundTrip(r *http.Request) (*http.Response, error) {
	s(r)

	return http.DefaultTransport.RoundTrip(r)
}

func swapBody(r *http.Request) {
	if r.Body == nil {
		return
	}

	text, err := io.ReadAll(r.Body)
	if err != nil {
		panic(err)
	}

	r.Body = io.NopCloser(bytes.NewReader(bytes.Replace(text, []byte("true"), []byte("fake"), 1)))
}

// Whatever is changed on its way is refused, and nothing is kept.
func TestWhatIsNotWhatWasSignedIsRefused(t *testing.T) {
	t.Parallel()

	store, server := open(t, t.TempDir())

	for name, c := range map[string]struct {
		spoil func(*http.Request)
		opt   minio.PutObjectOptions
		code  string
	}{
		"a chunk":    {swapBody, minio.PutObjectOptions{}, "SignatureDoesNotMatch"},
		"the path":   {func(r *http.Request) { r.URL.Path += "x" }, minio.PutObjectOptions{}, "SignatureDoesNotMatch"},
		"the query":  {func(r *http.Request) { r.URL.RawQuery = "a=b" }, minio.PutObjectOptions{}, "SignatureDoesNotMatch"},
		"a header":   {func(r *http.Request) { r.Header.Set("X-Amz-Meta-A", "c") }, minio.PutObjectOptions{UserMetadata: map[string]string{"a": "b"}}, "SignatureDoesNotMatch"},
		"the method": {func(r *http.Request) { r.Method = http.MethodDelete }, minio.PutObjectOptions{}, "SignatureDoesNotMatch"},
		"no signing": {func(r *http.Request) { r.Header.Del("Authorization") }, minio.PutObjectOptions{}, "AccessDenied"},
		"another key": {func(r *http.Request) {
			r.Header.Set("Authorization", strings.Replace(r.Header.Get("Authorization"), "access", "other", 1))
		}, minio.PutObjectOptions{}, "InvalidAccessKeyId"},
		"long ago": {func(r *http.Request) { r.Header.Set("X-Amz-Date", "20200101T000000Z") }, minio.PutObjectOptions{}, "RequestTimeTooSkewed"},
	} {
		tampering := client(t, server, func(o *minio.Options) { o.Transport = spoiler(c.spoil) })

		_, err := tampering.PutObject(t.Context(), bucket, "a", strings.NewReader("true"), 4, c.opt)
		if got := minio.ToErrorResponse(err).Code; got != c.code {
			t.Errorf("%s: %s, %v", name, got, err)
		}
	}

	whole := &minio.Core{Client: client(t, server, func(o *minio.Options) { o.Transport = spoiler(swapBody) })}
	sum := "b5bea41b6c623f7c09f1bf24dcae58ebab3c0cdd90ad966bc43a45b44867e12b" // of "true"

	_, err := whole.PutObject(t.Context(), bucket, "a", strings.NewReader("true"), 4, "", sum, minio.PutObjectOptions{DisableContentSha256: true})
	if got := minio.ToErrorResponse(err).Code; got != "XAmzContentSHA256Mismatch" {
		t.Errorf("the whole: %s, %v", got, err)
	}

	if n := len(store.Objects()); n != 0 {
		t.Errorf("%d files were kept", n)
	}
}

func TestAnotherStartGoesOn(t *testing.T) {
	t.Parallel()

	dir := t.TempDir()
	_, server := open(t, dir)

	if _, err := client(t, server).PutObject(t.Context(), bucket, "a b/ü+", strings.NewReader("text"), 4, minio.PutObjectOptions{}); err != nil {
		t.Fatal(err)
	}

	again, second := open(t, dir)

	list := []string{}
	for o := range client(t, second).ListObjects(t.Context(), bucket, minio.ListObjectsOptions{Recursive: true}) {
		list = append(list, o.Key)
	}

	if len(list) != 1 || list[0] != "a b/ü+" || len(again.Objects()) != 1 || again.Objects()[0].Size != 4 {
		t.Errorf("%v, %+v", list, again.Objects())
	}
}

func TestFaultSettingsByForm(t *testing.T) {
	t.Parallel()

	store, server := open(t, t.TempDir())
	if err := store.ChangeFaultSettings(url.Values{"serverError": {"100"}, "only": {"put part"}, "times": {"1"}, "delay": {"1ms"}}); err != nil {
		t.Fatal(err)
	}

	put := func() error {
		_, err := client(t, server).PutObject(t.Context(), bucket, "a", strings.NewReader("text"), 4, minio.PutObjectOptions{})

		return err
	}

	if err := put(); minio.ToErrorResponse(err).Code != "InternalError" {
		t.Errorf("%v", err)
	}

	if err := put(); err != nil {
		t.Errorf("the second time: %v", err)
	}

	for _, form := range []url.Values{{"only": {"everything"}}, {"cutIn": {"101"}}, {"times": {"-1"}}, {"delay": {"soon"}}} {
		if err := store.ChangeFaultSettings(form); err == nil {
			t.Errorf("%v was accepted", form)
		}
	}

	if k := store.FaultSettings(); k.ServerError != 100 || len(k.Only) != 2 {
		t.Errorf("%+v", k)
	}

	store.ResetFaultSettings()

	if k := store.FaultSettings(); k.ServerError != 0 || len(k.Only) != 0 {
		t.Errorf("%+v", k)
	}
}
