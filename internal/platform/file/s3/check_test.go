package s3_test

import (
	"context"
	"fmt"
	"net"
	"strings"
	"testing"

	"loket/internal/platform/fault"
	"loket/internal/platform/file"
	"loket/internal/platform/file/filetest"
	"loket/internal/platform/file/s3"
	"loket/internal/simulate/objects"
)

func TestCheckLeavesNothing(t *testing.T) {
	t.Parallel()

	store, opt := filetest.Bucket(t, nil)
	must(t, filetest.Open(t, opt).Check(t.Context()))
	leftNothing(t, store)
}

// Each thing that can be wrong is told by the setting that mends it.
func TestCheckSaysWhatIsWrong(t *testing.T) {
	t.Parallel()

	deny := func(op string) func(*s3.Options, *objects.Store) {
		return func(_ *s3.Options, store *objects.Store) { store.SetFaultSettings(objects.FaultSettings{Deny: []string{op}}) }
	}

	for want, spoil := range map[string]func(*s3.Options, *objects.Store){
		"is not reached (s3-endpoint)":         func(o *s3.Options, _ *objects.Store) { o.Endpoint = "http://127.0.0.1:1" },
		"there is no bucket":                   func(o *s3.Options, _ *objects.Store) { o.Bucket = "another-bucket" },
		"access key (s3-access-key)":           func(o *s3.Options, _ *objects.Store) { o.AccessKey = "another" },
		"secret key (s3-secret-key)":           func(o *s3.Options, _ *objects.Store) { o.SecretKey = "another" },
		`(s3-region): it says "ap-southeast-3`: func(o *s3.Options, _ *objects.Store) { o.Region = "eu-north-1" },
		"may not write":                        deny(objects.OpPut),
		"may not read":                         deny(objects.OpGet),
		"may not delete":                       deny(objects.OpDelete),
		"may not list in":                      deny(objects.OpList),
		"may not begin an upload in parts":     deny(objects.OpBegin),
		"may not list unfinished uploads":      deny(objects.OpUploads),
		"may not abort an upload in parts":     deny(objects.OpAbort),
		"does not let us write: 503":           func(_ *s3.Options, store *objects.Store) { store.SetFaultSettings(objects.FaultSettings{Down: true}) },
	} {
		t.Run(want, func(t *testing.T) {
			t.Parallel()

			store, opt := filetest.Bucket(t, nil)
			opt.Retries = 1
			spoil(&opt, store)

			err := filetest.Open(t, opt).Check(t.Context())
			if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), opt.SecretKey.Reveal()) {
				t.Errorf("%v", err)
			}
		})
	}
}

// A refusal is a fault of the deployment, not a store that is down: whoever
// asks again gets the same.
func TestAWrongKeyIsNotUnavailable(t *testing.T) {
	t.Parallel()

	store, opt := filetest.Bucket(t, nil)
	right := filetest.Open(t, opt)
	opt.SecretKey = "another"
	wrong := filetest.Open(t, opt)
	key := file.NewKey(1001, "csv")
	must(t, write(t.Context(), right, key, noise(10)))

	_, readErr := read(t.Context(), wrong, key)
	for what, err := range map[string]error{"write": write(t.Context(), wrong, key, noise(10)), "read": readErr, "delete": wrong.Delete(t.Context(), key)} {
		if err == nil || fault.ErrUnavailable.Is(err) {
			t.Errorf("%s: %v", what, err)
		}
	}

	if len(store.Objects()) != 1 || store.Requests(objects.OpPut) != 2 {
		t.Errorf("%d files after %d writings", len(store.Objects()), store.Requests(objects.OpPut))
	}
}

// The name of the bucket may stand in the host, as AWS wants it.
func TestBothStyles(t *testing.T) {
	t.Parallel()

	for style, host := range map[s3.Style]string{s3.StylePath: "localhost", s3.StyleHost: "loket-files.localhost", s3.StyleAuto: "localhost"} {
		_, opt := filetest.Bucket(t, nil)
		address := strings.TrimPrefix(opt.Endpoint, "http://")
		_, port, err := net.SplitHostPort(address)
		must(t, err)

		asked := ""
		opt.Endpoint, opt.Style = "http://localhost:"+port, style
		opt.Dial = func(ctx context.Context, network, to string) (net.Conn, error) {
			asked = to

			return new(net.Dialer).DialContext(ctx, network, address)
		}

		must(t, filetest.Open(t, opt).Check(t.Context()))

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
