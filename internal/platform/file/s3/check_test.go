package s3_test

import (
	"context"
	"fmt"
	"net"
	"slices"
	"strings"
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/filetest"
	"loket/internal/platform/fault"
	"loket/internal/platform/file"
	"loket/internal/platform/file/s3"
)

func TestCheckLeavesNothing(t *testing.T) {
	t.Parallel()

	bucket := filetest.NewBucket(t)
	testkit.Must(t, filetest.Open(t, bucket.Options()).Check(t.Context()))
	leftNothing(t, bucket)
}

// Each fault names the setting that mends it.
func TestCheckSaysWhatIsWrong(t *testing.T) {
	t.Parallel()

	without := func(right string) func(*testing.T, *s3.Options, *filetest.Bucket) {
		return func(t *testing.T, _ *s3.Options, bucket *filetest.Bucket) {
			t.Helper()
			bucket.SetRights(t, slices.DeleteFunc(filetest.Rights(), func(r string) bool { return r == right })...)
		}
	}
	faulty := func(fault filetest.Fault) func(*testing.T, *s3.Options, *filetest.Bucket) {
		return func(_ *testing.T, _ *s3.Options, bucket *filetest.Bucket) {
			bucket.SetFaults(filetest.Faults{Fault: fault})
		}
	}
	options := func(change func(*s3.Options)) func(*testing.T, *s3.Options, *filetest.Bucket) {
		return func(_ *testing.T, o *s3.Options, _ *filetest.Bucket) { change(o) }
	}

	for want, spoil := range map[string]func(*testing.T, *s3.Options, *filetest.Bucket){
		"is not reached (s3-endpoint)":         options(func(o *s3.Options) { o.Endpoint = "http://127.0.0.1:1" }),
		"there is no bucket":                   options(func(o *s3.Options) { o.Bucket = "another-bucket" }),
		"access key (s3-access-key)":           options(func(o *s3.Options) { o.AccessKey = "another" }),
		"secret key (s3-secret-key)":           options(func(o *s3.Options) { o.SecretKey = "another" }),
		"may not write":                        without("s3:PutObject"),
		"may not read":                         without("s3:GetObject"),
		"may not delete":                       without("s3:DeleteObject"),
		"may not list in":                      without("s3:ListBucket"),
		"may not list unfinished uploads":      without("s3:ListBucketMultipartUploads"),
		"may not abort an upload in parts":     without("s3:AbortMultipartUpload"),
		`(s3-region): it says "ap-southeast-3`: faulty(filetest.OtherRegion),
		"does not let us write: 503":           faulty(filetest.SlowDown),
	} {
		t.Run(want, func(t *testing.T) {
			t.Parallel()

			bucket := filetest.NewBucket(t)
			opt := bucket.Options()
			opt.Retries = 1
			spoil(t, &opt, bucket)

			err := filetest.Open(t, opt).Check(t.Context())
			if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), opt.SecretKey.Reveal()) {
				t.Errorf("%v", err)
			}
		})
	}
}

// A refused key is a fault of the deployment, not an outage of the store: a retry gets
// the same answer.
func TestAWrongKeyIsNotUnavailable(t *testing.T) {
	t.Parallel()

	bucket := filetest.NewBucket(t)
	opt := bucket.Options()
	right := filetest.Open(t, opt)
	opt.SecretKey = "another"
	wrong := filetest.Open(t, opt)
	key := file.NewKey("orders", 1001, "csv")
	testkit.Must(t, write(t.Context(), right, key, noise(10)))

	_, readErr := read(t.Context(), wrong, key)
	for what, err := range map[string]error{"write": write(t.Context(), wrong, key, noise(10)), "read": readErr, "delete": wrong.Delete(t.Context(), key)} {
		if err == nil || fault.ErrUnavailable.Is(err) {
			t.Errorf("%s: %v", what, err)
		}
	}

	if files := bucket.Objects(t); len(files) != 1 || bucket.Requests(filetest.OpPut) != 2 {
		t.Errorf("%v after %d writings", files, bucket.Requests(filetest.OpPut))
	}
}

// The bucket may be in the host name, as AWS requires.
func TestBothStyles(t *testing.T) {
	t.Parallel()

	for style, host := range map[s3.Style]string{s3.StylePath: "localhost", s3.StyleHost: "loket-files.localhost", s3.StyleAuto: "localhost"} {
		opt := filetest.NewBucket(t).Options()
		address := strings.TrimPrefix(opt.Endpoint, "http://")
		_, port, err := net.SplitHostPort(address)
		testkit.Must(t, err)

		asked := ""
		opt.Endpoint, opt.Style = "http://localhost:"+port, style
		opt.Dial = func(ctx context.Context, network, to string) (net.Conn, error) {
			asked = to

			return new(net.Dialer).DialContext(ctx, network, address)
		}

		testkit.Must(t, filetest.Open(t, opt).Check(t.Context()))

		if asked != host+":"+port {
			t.Errorf("%s: asked %s", style, asked)
		}
	}
}

func TestOptionsAreChecked(t *testing.T) {
	t.Parallel()

	fine := s3.Options{Endpoint: "https://s3.example.com:9000/", Bucket: "loket-files", AccessKey: "a", SecretKey: "very secret"}
	if found := fine.Check(); len(found) != 0 {
		t.Fatalf("%+v", found)
	}

	if text := fmt.Sprintf("%v %+v %#v", fine, fine, fine); strings.Contains(text, "very secret") {
		t.Errorf("printed: %s", text)
	}

	for option, all := range map[string][]func(*s3.Options){
		"endpoint": {
			func(o *s3.Options) { o.Endpoint = "" },
			func(o *s3.Options) { o.Endpoint = "s3.example.com" },
			func(o *s3.Options) { o.Endpoint = "http://s3.example.com" },
			func(o *s3.Options) { o.Endpoint = "https://key:secret@s3.example.com" },
			func(o *s3.Options) { o.Endpoint = "https://s3.example.com/bucket" },
			func(o *s3.Options) { o.Endpoint = "ftp://s3.example.com" },
		},
		"bucket":     {func(o *s3.Options) { o.Bucket = "Not a bucket" }, func(o *s3.Options) { o.Bucket = "x" }, func(o *s3.Options) { o.Bucket = "a/b" }},
		"prefix":     {func(o *s3.Options) { o.Prefix = "/a" }, func(o *s3.Options) { o.Prefix = "a/../b" }, func(o *s3.Options) { o.Prefix = "a//b" }},
		"style":      {func(o *s3.Options) { o.Style = "dns" }},
		"access-key": {func(o *s3.Options) { o.AccessKey = "" }},
		"secret-key": {func(o *s3.Options) { o.SecretKey = "" }},
	} {
		for _, spoil := range all {
			bad := fine
			spoil(&bad)

			if found := bad.Check(); len(found) != 1 || found[0].Option != option {
				t.Errorf("%s: %+v of %+v", option, found, bad)
			}

			if _, err := s3.New(bad); err == nil {
				t.Errorf("%s: a store was made", option)
			}
		}
	}
}
