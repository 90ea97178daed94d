package s3_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/filetest"
	"loket/internal/platform/fault"
	"loket/internal/platform/file"
	"loket/internal/platform/file/s3"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) } // no request outlives its store

const (
	// shortStall is the stall limit in tests with a silent store.
	shortStall = time.Second
	patience   = testkit.Patience

	// Sizes of files that are written by one request, and in parts.
	small = 100
	large = 2*filetest.Part + 1
)

// noise returns random bytes.
func noise(size int) []byte {
	text := make([]byte, size)
	_, _ = rand.NewChaCha8([32]byte{1}).Read(text) // never fails

	return text
}

func write(ctx context.Context, b *s3.Bucket, key file.Key, text []byte) error {
	w, err := b.Create(ctx, key)
	if err != nil {
		return err
	}

	if _, err := w.Write(text); err != nil {
		return errors.Join(err, w.Abort())
	}

	_, err = w.Commit()

	return err
}

func read(ctx context.Context, b *s3.Bucket, key file.Key) ([]byte, error) {
	f, _, err := b.Open(ctx, key)
	if err != nil {
		return nil, err
	}

	text, err := io.ReadAll(f)

	return text, errors.Join(err, f.Close())
}

// leftNothing fails the test if the bucket holds files or unfinished uploads.
func leftNothing(t *testing.T, bucket *filetest.Bucket) {
	t.Helper()

	if files, uploads := bucket.Objects(t), bucket.Uploads(t); len(files)+len(uploads) != 0 {
		t.Errorf("left: %v, %v", files, uploads)
	}
}

// A single fault of any kind at any point of a file's life is survived: the content comes
// back, and nothing is left after deletion.
func TestOneFaultIsOutlived(t *testing.T) {
	t.Parallel()

	ops := map[string]int{ // with the size of a file that uses it
		filetest.OpPut: small, filetest.OpHead: small, filetest.OpGet: small, filetest.OpDelete: small, filetest.OpList: small,
		filetest.OpCreate: large, filetest.OpPart: large, filetest.OpComplete: large, filetest.OpUploads: large,
	}

	for name, fault := range faults() {
		for op, size := range ops {
			t.Run(name+" "+op, func(t *testing.T) {
				t.Parallel()

				bucket := filetest.NewBucket(t)
				opt := bucket.Options()
				opt.Stall = shortStall
				b := filetest.Open(t, opt)

				bucket.SetFaults(filetest.Faults{Fault: fault, Only: []string{op}, Times: 1})

				key, text := file.NewKey("orders", 1001, "csv"), noise(size)
				testkit.Must(t, write(t.Context(), b, key, text))

				got, err := read(t.Context(), b, key)
				if err != nil || !bytes.Equal(got, text) {
					t.Errorf("%d of %d bytes came back, %v", len(got), len(text), err)
				}

				testkit.Must(t, b.Delete(t.Context(), key))

				// An upload that was created but whose answer never came is swept.
				testkit.Must(t, b.Sweep(t.Context(), "orders", time.Now().Add(time.Hour), time.Now().Add(-time.Hour)))
				leftNothing(t, bucket)

				if bucket.Requests(op) < 2 {
					t.Errorf("%s was not tried again", op)
				}
			})
		}
	}
}

func faults() map[string]filetest.Fault {
	return map[string]filetest.Fault{
		"slow down": filetest.SlowDown, "server error": filetest.ServerError, "silence": filetest.Silence,
		"cut request": filetest.CutRequest, "lost answer": filetest.LostAnswer,
	}
}

// A write that fails for good reports it in time and leaves nothing.
func TestAFailedWritingLeavesNothing(t *testing.T) {
	t.Parallel()

	for _, op := range []string{filetest.OpPut, filetest.OpCreate, filetest.OpPart, filetest.OpComplete} {
		for name, kind := range faults() {
			if kind == filetest.LostAnswer {
				continue // the server has done it
			}

			t.Run(name+" "+op, func(t *testing.T) {
				t.Parallel()

				bucket := filetest.NewBucket(t)
				opt := bucket.Options()
				opt.Stall, opt.Retries = shortStall, 2

				bucket.SetFaults(filetest.Faults{Fault: kind, Only: []string{op}})

				size := large
				if op == filetest.OpPut {
					size = small
				}

				err := write(t.Context(), filetest.Open(t, opt), file.NewKey("orders", 1, "csv"), noise(size))
				if !fault.ErrUnavailable.Is(err) {
					t.Errorf("the error is %v", err)
				}

				leftNothing(t, bucket)
			})
		}
	}
}

// A write stops when its context is cancelled.
func TestACancelledWritingLeavesNothing(t *testing.T) {
	t.Parallel()

	bucket := filetest.NewBucket(t)
	bucket.SetFaults(filetest.Faults{Fault: filetest.Silence, Only: []string{filetest.OpPart}})

	b := filetest.Open(t, bucket.Options())
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)

	go func() { ended <- write(ctx, b, file.NewKey("orders", 1, "csv"), noise(large)) }()

	testkit.Eventually(t, patience, "a part is being sent", func() bool { return bucket.Requests(filetest.OpPart) > 0 })

	if uploads := bucket.Uploads(t); len(uploads) != 1 {
		t.Fatalf("%v", uploads)
	}

	cancel()

	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}

	leftNothing(t, bucket)
}

// A store that hangs at any byte delays nobody for longer than the stall limit.
func TestAHangingStoreHoldsNobody(t *testing.T) {
	t.Parallel()

	bucket := filetest.NewBucket(t)
	opt := bucket.Options()
	opt.Stall, opt.Retries = shortStall, 1
	key := file.NewKey("orders", 1001, "csv")
	testkit.Must(t, write(t.Context(), filetest.Open(t, bucket.Options()), key, noise(small)))

	bucket.SetFaults(filetest.Faults{Fault: filetest.Silence, Only: []string{filetest.OpGet}})

	ended := make(chan error, 1)

	go func() {
		_, err := read(t.Context(), filetest.Open(t, opt), key)
		ended <- err
	}()

	select {
	case err := <-ended:
		if !fault.ErrUnavailable.Is(err) {
			t.Errorf("%v", err)
		}
	case <-time.After(patience):
		t.Fatal("still hangs")
	}
}

// While a request hangs, the others of the same store are served.
func TestAHangingRequestHoldsNoOther(t *testing.T) {
	t.Parallel()

	bucket := filetest.NewBucket(t)
	opt := bucket.Options()
	opt.Stall = 2 * patience // the request hangs until the end of the test
	b := filetest.Open(t, opt)
	key := file.NewKey("orders", 1001, "csv")
	testkit.Must(t, write(t.Context(), b, key, noise(small)))

	bucket.SetFaults(filetest.Faults{Fault: filetest.Silence, Only: []string{filetest.OpGet}})

	hanging, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)

	go func() {
		_, err := read(hanging, b, key)
		ended <- err
	}()

	testkit.Eventually(t, patience, "the request hangs", func() bool { return bucket.Requests(filetest.OpGet) > 0 })

	soon, late := context.WithTimeout(t.Context(), patience)
	defer late()

	for range 20 {
		testkit.Must(t, write(soon, b, file.NewKey("orders", 1002, "csv"), noise(10)))
	}

	select {
	case err := <-ended:
		t.Errorf("the request ended: %v", err)
	default:
	}

	cancel()

	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// The connection opens but nothing answers, as behind a dead firewall.
func TestASilentAddressHoldsNobody(t *testing.T) {
	t.Parallel()

	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	testkit.Must(t, err)
	t.Cleanup(func() { testkit.Must(t, listener.Close()) })

	opt := filetest.NewBucket(t).Options()
	opt.Endpoint, opt.Stall, opt.Retries = "http://"+listener.Addr().String(), shortStall, 1

	began := time.Now()

	if _, err := filetest.Open(t, opt).Has(t.Context(), file.NewKey("orders", 1, "csv"), 1); !fault.ErrUnavailable.Is(err) {
		t.Errorf("%v", err)
	}

	if took := time.Since(began); took > patience {
		t.Errorf("took %s", took)
	}
}

// A broken download continues where it broke. One that keeps breaking fails and never
// returns other bytes.
func TestABrokenDownloadGoesOn(t *testing.T) {
	t.Parallel()

	bucket := filetest.NewBucket(t)
	b := filetest.Open(t, bucket.Options())
	key, text := file.NewKey("orders", 1001, "xlsx"), noise(3*filetest.Part+3)
	testkit.Must(t, write(t.Context(), b, key, text))

	bucket.SetFaults(filetest.Faults{Fault: filetest.CutAnswer, Only: []string{filetest.OpGet}, Times: 3})

	if got, err := read(t.Context(), b, key); err != nil || !bytes.Equal(got, text) || bucket.Requests(filetest.OpGet) != 4 {
		t.Errorf("%d bytes after %d requests, %v", len(got), bucket.Requests(filetest.OpGet), err)
	}

	bucket.SetFaults(filetest.Faults{Fault: filetest.CutAnswer, Only: []string{filetest.OpGet}})

	got, err := read(t.Context(), b, key)
	if !errors.Is(err, io.ErrUnexpectedEOF) || !fault.ErrUnavailable.Is(err) || len(got) == 0 || len(got) == len(text) || !bytes.HasPrefix(text, got) {
		t.Errorf("%d bytes, %v", len(got), err)
	}
}

// A reader never gets parts of two versions of a file.
func TestAFileThatIsReplacedIsNotMixed(t *testing.T) {
	t.Parallel()

	bucket := filetest.NewBucket(t)
	b := filetest.Open(t, bucket.Options())
	key := file.NewKey("orders", 1001, "xlsx")
	testkit.Must(t, write(t.Context(), b, key, bytes.Repeat([]byte{'a'}, 1<<20)))
	bucket.SetFaults(filetest.Faults{Fault: filetest.CutAnswer, Only: []string{filetest.OpGet}, Times: 1})

	f, _, err := b.Open(t.Context(), key)
	testkit.Must(t, err)

	if _, err := io.ReadFull(f, make([]byte, 10)); err != nil {
		t.Fatal(err)
	}

	testkit.Must(t, write(t.Context(), b, key, bytes.Repeat([]byte{'b'}, 1<<20)))

	if rest, err := io.ReadAll(f); err == nil || bytes.Contains(rest, []byte{'b'}) {
		t.Errorf("%d bytes, %v", len(rest), err)
	}

	testkit.Must(t, f.Close())
}

// A file of many parts takes the memory of one when it is written, and of a connection when it is read.
func TestMemoryIsFlat(t *testing.T) {
	const size, room = 128 << 20, 16 << 20

	b := filetest.Open(t, filetest.NewBucket(t).Options())
	key, piece := file.NewKey("orders", 1001, "csv"), noise(1<<20)
	in, out := sha256.New(), sha256.New()
	before := heap()

	w, err := b.Create(t.Context(), key)
	testkit.Must(t, err)

	for range size / len(piece) {
		_, err := io.MultiWriter(w, in).Write(piece)
		testkit.Must(t, err)
	}

	info, sent := file.Info{}, make(chan error, 1)

	go func() {
		var err error

		info, err = w.Commit()
		sent <- err
	}()

	for waits := true; waits; {
		select {
		case err := <-sent:
			testkit.Must(t, err)

			waits = false
		default:
			if now := heap(); now > before+room {
				t.Errorf("while it is sent: %d bytes over %d", now-before, before)
				testkit.Must(t, <-sent)

				waits = false
			}
		}
	}

	f, _, err := b.Open(t.Context(), key)
	testkit.Must(t, err)

	for n := 0; ; n++ {
		got, err := io.CopyN(out, f, 1<<20)

		if n%16 == 0 && heap() > before+room {
			t.Fatalf("after %d MiB read: %d bytes over %d", n, heap()-before, before)
		}

		if errors.Is(err, io.EOF) && got == 0 {
			break
		}

		testkit.Must(t, err)
	}

	testkit.Must(t, f.Close())

	if sum := hex.EncodeToString(in.Sum(nil)); !bytes.Equal(in.Sum(nil), out.Sum(nil)) || info.SHA256 != sum || info.Size != size {
		t.Errorf("%+v", info)
	}
}

func heap() uint64 {
	var m runtime.MemStats

	runtime.GC()
	runtime.ReadMemStats(&m)

	return m.HeapAlloc
}

// Other objects in the bucket stay, and lists of several pages are read completely.
func TestSweepKeepsToItsFolder(t *testing.T) {
	t.Parallel()

	bucket := filetest.NewBucket(t)
	opt := bucket.Options()
	ours := filetest.Open(t, opt)
	opt.Prefix += "/of-another"
	theirs := filetest.Open(t, opt)

	for range 3 {
		testkit.Must(t, write(t.Context(), ours, file.NewKey("orders", 1001, "csv"), noise(small)))
		testkit.Must(t, write(t.Context(), theirs, file.NewKey("orders", 1001, "csv"), noise(small)))
		bucket.BeginUpload(t, file.NewKey("orders", 1001, "csv"))
		bucket.BeginUpload(t, "of-another/"+file.NewKey("orders", 1001, "csv"))
	}

	future := time.Now().Add(time.Hour)
	testkit.Must(t, ours.Sweep(t.Context(), "orders", future, future))

	for _, left := range [][]string{bucket.Objects(t), bucket.Uploads(t)} {
		if len(left) != 3 || slices.ContainsFunc(left, func(name string) bool { return !strings.Contains(name, "/of-another/") }) {
			t.Errorf("left: %v", left)
		}
	}

	testkit.Must(t, theirs.Sweep(t.Context(), "orders", future, future))
	leftNothing(t, bucket)
}

func TestSweepReadsEveryPageOfFiles(t *testing.T) {
	t.Parallel()

	bucket := filetest.NewBucket(t)
	opt := bucket.Options()
	opt.Listed = 2
	b := filetest.Open(t, opt)

	for range 5 {
		testkit.Must(t, write(t.Context(), b, file.NewKey("orders", 1001, "csv"), noise(small)))
	}

	testkit.Must(t, b.Sweep(t.Context(), "orders", time.Time{}, time.Now().Add(time.Hour)))
	leftNothing(t, bucket)

	if pages := bucket.Requests(filetest.OpList); pages != 3 {
		t.Errorf("%d pages", pages)
	}
}

// The pages of unfinished uploads are simulated, because versitygw does not continue a
// list after an aborted upload.
func TestSweepReadsEveryPageOfUploads(t *testing.T) {
	t.Parallel()

	upload := func(key file.Key, id string) string {
		return "<Upload><Key>files/" + string(key) + "</Key><UploadId>" + id + "</UploadId><Initiated>2026-11-01T00:00:00.000Z</Initiated></Upload>"
	}
	first, second := file.NewKey("orders", 1001, "csv"), file.NewKey("orders", 1001, "csv")
	aborted := []string{}

	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		query := r.URL.Query()

		switch {
		case r.Method == http.MethodDelete:
			aborted = append(aborted, query.Get("uploadId"))

			w.WriteHeader(http.StatusNoContent)
		case !query.Has("uploads"):
			_, _ = io.WriteString(w, "<ListBucketResult></ListBucketResult>")
		case query.Get("key-marker") == "":
			_, _ = io.WriteString(w, "<ListMultipartUploadsResult>"+upload(first, "1")+
				"<IsTruncated>true</IsTruncated><NextKeyMarker>a</NextKeyMarker><NextUploadIdMarker>1</NextUploadIdMarker></ListMultipartUploadsResult>")
		case query.Get("key-marker") == "a" && query.Get("upload-id-marker") == "1":
			_, _ = io.WriteString(w, "<ListMultipartUploadsResult>"+upload(second, "2")+"</ListMultipartUploadsResult>")
		default:
			w.WriteHeader(http.StatusBadRequest)
		}
	}))
	t.Cleanup(server.Close)

	b := filetest.Open(t, s3.Options{Endpoint: server.URL, Bucket: "loket-files", Prefix: "files", AccessKey: "key", SecretKey: "secret"})
	testkit.Must(t, b.Sweep(t.Context(), "orders", time.Now(), time.Now()))

	if !slices.Equal(aborted, []string{"1", "2"}) {
		t.Errorf("aborted: %v", aborted)
	}
}
