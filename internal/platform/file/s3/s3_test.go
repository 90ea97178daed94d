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
	"runtime"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"loket/internal/platform/fault"
	"loket/internal/platform/file"
	"loket/internal/platform/file/filetest"
	"loket/internal/platform/file/s3"
	"loket/internal/simulate/objects"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) } // no request outlives its store

const (
	// impatient is the stall of tests in which a store hangs.
	impatient = 200 * time.Millisecond
	patience  = 20 * time.Second
	always    = 100 // percent
)

// noise is text that no store can guess.
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

func must(t *testing.T, err error) {
	t.Helper()

	if err != nil {
		t.Fatal(err)
	}
}

// leftNothing says that a failed writing left neither a file nor parts.
func leftNothing(t *testing.T, store *objects.Store) {
	t.Helper()

	if files, uploads := store.Objects(), store.Uploads(); len(files)+len(uploads) != 0 {
		t.Errorf("left: %+v, %+v", files, uploads)
	}
}

// One fault of any kind at any point of a file's life is outlived: what was
// written comes back, and nothing is left when it is deleted.
func TestOneFaultIsOutlived(t *testing.T) {
	t.Parallel()

	ops := []string{
		objects.OpPut, objects.OpBegin, objects.OpPart, objects.OpComplete, objects.OpHead, objects.OpGet, objects.OpDelete, objects.OpUploads, objects.OpList,
	}

	for name, settings := range map[string]objects.FaultSettings{
		"serverError": {ServerError: always}, "cutIn": {CutIn: always}, "cutOut": {CutOut: always}, "hanging": {Hanging: always},
	} {
		for _, op := range ops {
			t.Run(name+" "+op, func(t *testing.T) {
				t.Parallel()

				store, opt := filetest.Bucket(t, nil)
				opt.Stall = impatient
				b := filetest.Open(t, opt)

				settings := settings
				settings.Only, settings.Times = []string{op}, 1
				store.SetFaultSettings(settings)

				small, large := file.NewKey(1001, "csv"), file.NewKey(1001, "xlsx")

				for key, text := range map[file.Key][]byte{small: noise(100), large: noise(4*filetest.Part + 1)} {
					must(t, write(t.Context(), b, key, text))

					got, err := read(t.Context(), b, key)
					if err != nil || !bytes.Equal(got, text) {
						t.Errorf("%d of %d bytes came back, %v", len(got), len(text), err)
					}

					must(t, b.Delete(t.Context(), key))
				}

				// An upload that was begun, and whose answer never came, is swept.
				must(t, b.Sweep(t.Context(), time.Now().Add(time.Hour), time.Now().Add(-time.Hour)))
				leftNothing(t, store)

				if store.Requests(op) < 2 {
					t.Errorf("%s was not tried again", op)
				}
			})
		}
	}
}

// A writing that fails for good says so in time and leaves nothing.
func TestAFailedWritingLeavesNothing(t *testing.T) {
	t.Parallel()

	for _, op := range []string{objects.OpPut, objects.OpBegin, objects.OpPart, objects.OpComplete} {
		for name, settings := range map[string]objects.FaultSettings{"serverError": {ServerError: always}, "cutIn": {CutIn: always}, "hanging": {Hanging: always}} {
			t.Run(name+" "+op, func(t *testing.T) {
				t.Parallel()

				store, opt := filetest.Bucket(t, nil)
				opt.Stall, opt.Retries = impatient, 2

				settings := settings
				settings.Only = []string{op}
				store.SetFaultSettings(settings)

				size := 4 * filetest.Part
				if op == objects.OpPut {
					size = 10
				}

				err := write(t.Context(), filetest.Open(t, opt), file.NewKey(1, "csv"), noise(size))
				if !fault.ErrUnavailable.Is(err) {
					t.Errorf("the error is %v", err)
				}

				leftNothing(t, store)
			})
		}
	}
}

// What is written stops with the work that writes it.
func TestACancelledWritingLeavesNothing(t *testing.T) {
	t.Parallel()

	store, opt := filetest.Bucket(t, nil)
	ctx, cancel := context.WithCancel(t.Context())

	w, err := filetest.Open(t, opt).Create(ctx, file.NewKey(1, "csv"))
	must(t, err)

	_, err = w.Write(noise(3 * filetest.Part))
	must(t, err)

	if len(store.Uploads()) != 1 {
		t.Fatalf("%+v", store.Uploads())
	}

	cancel()

	if _, err := w.Commit(); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}

	leftNothing(t, store)
}

// A store that stands still at any byte holds nobody longer than the stall, and
// nobody else meanwhile.
func TestAHangingStoreHoldsNobody(t *testing.T) {
	t.Parallel()

	store, opt := filetest.Bucket(t, nil)
	opt.Stall, opt.Retries = 2*time.Second, 1
	b := filetest.Open(t, opt)
	key := file.NewKey(1001, "csv")
	must(t, write(t.Context(), b, key, noise(1000)))

	store.SetFaultSettings(objects.FaultSettings{Hanging: always, Only: []string{objects.OpGet}})

	ended := make(chan error, 1)

	go func() {
		_, err := read(t.Context(), b, key)
		ended <- err
	}()

	for range 20 { // others are served
		must(t, write(t.Context(), b, file.NewKey(1002, "csv"), noise(10)))
	}

	select {
	case err := <-ended:
		if !fault.ErrUnavailable.Is(err) {
			t.Errorf("%v", err)
		}
	case <-time.After(patience):
		t.Fatal("still hangs")
	}
}

// A connection that was opened and is never answered, as behind a dead
// firewall.
func TestASilentAddressHoldsNobody(t *testing.T) {
	t.Parallel()

	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	must(t, err)
	t.Cleanup(func() { must(t, listener.Close()) })

	_, opt := filetest.Bucket(t, nil)
	opt.Endpoint, opt.Stall, opt.Retries = "http://"+listener.Addr().String(), impatient, 1

	began := time.Now()

	if _, err := filetest.Open(t, opt).Has(t.Context(), file.NewKey(1, "csv"), 1); !fault.ErrUnavailable.Is(err) {
		t.Errorf("%v", err)
	}

	if took := time.Since(began); took > patience {
		t.Errorf("took %s", took)
	}
}

// A download that breaks off goes on where it broke; one that breaks for ever
// ends, and never with other bytes.
func TestABrokenDownloadGoesOn(t *testing.T) {
	t.Parallel()

	store, opt := filetest.Bucket(t, nil)
	b := filetest.Open(t, opt)
	key, text := file.NewKey(1001, "xlsx"), noise(7*filetest.Part+3)
	must(t, write(t.Context(), b, key, text))

	store.SetFaultSettings(objects.FaultSettings{CutOut: always, Only: []string{objects.OpGet}, Times: 3})

	if got, err := read(t.Context(), b, key); err != nil || !bytes.Equal(got, text) || store.Requests(objects.OpGet) != 4 {
		t.Errorf("%d bytes after %d requests, %v", len(got), store.Requests(objects.OpGet), err)
	}

	store.SetFaultSettings(objects.FaultSettings{CutOut: always, Only: []string{objects.OpGet}})

	got, err := read(t.Context(), b, key)
	if !errors.Is(err, io.ErrUnexpectedEOF) || !fault.ErrUnavailable.Is(err) || len(got) == 0 || len(got) == len(text) || !bytes.HasPrefix(text, got) {
		t.Errorf("%d bytes, %v", len(got), err)
	}
}

// Two versions of a file are never mixed.
func TestAFileThatIsReplacedIsNotMixed(t *testing.T) {
	t.Parallel()

	store, opt := filetest.Bucket(t, nil)
	b := filetest.Open(t, opt)
	key := file.NewKey(1001, "xlsx")
	must(t, write(t.Context(), b, key, bytes.Repeat([]byte{'a'}, 1<<20)))
	store.SetFaultSettings(objects.FaultSettings{CutOut: always, Only: []string{objects.OpGet}, Times: 1})

	f, _, err := b.Open(t.Context(), key)
	must(t, err)

	if _, err := io.ReadFull(f, make([]byte, 10)); err != nil {
		t.Fatal(err)
	}

	must(t, write(t.Context(), b, key, bytes.Repeat([]byte{'b'}, 1<<20)))

	if rest, err := io.ReadAll(f); err == nil || bytes.Contains(rest, []byte{'b'}) {
		t.Errorf("%d bytes, %v", len(rest), err)
	}

	must(t, f.Close())
}

// A file of many parts, of the size that real stores want, takes the memory of
// two, both ways.
func TestMemoryIsFlat(t *testing.T) {
	const size, room = 128 << 20, 24 << 20

	_, opt := filetest.Bucket(t, nil, func(o *objects.Options) { o.MinPart = 0 })
	opt.Part = 0
	b := filetest.Open(t, opt)
	key, piece := file.NewKey(1001, "csv"), noise(1<<20)
	in, out := sha256.New(), sha256.New()
	before := heap()

	w, err := b.Create(t.Context(), key)
	must(t, err)

	for n := range size / len(piece) {
		_, err := io.MultiWriter(w, in).Write(piece)
		must(t, err)
		must(t, w.Flush())

		if n%16 == 0 && heap() > before+room {
			t.Fatalf("after %d MiB written: %d bytes over %d", n, heap()-before, before)
		}
	}

	info, err := w.Commit()
	must(t, err)

	f, _, err := b.Open(t.Context(), key)
	must(t, err)

	for n := 0; ; n++ {
		got, err := io.CopyN(out, f, 1<<20)

		if n%16 == 0 && heap() > before+room {
			t.Fatalf("after %d MiB read: %d bytes over %d", n, heap()-before, before)
		}

		if errors.Is(err, io.EOF) && got == 0 {
			break
		}

		must(t, err)
	}

	must(t, f.Close())

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

// Nobody else's things in the bucket are touched, and lists of several pages
// are read whole.
func TestSweepKeepsToItsFolder(t *testing.T) {
	t.Parallel()

	store, opt := filetest.Bucket(t, nil)
	opt.Listed = 2
	ours := filetest.Open(t, opt)
	opt.Prefix = "deployment/files/of-another"
	theirs := filetest.Open(t, opt)
	writers := []file.Writer{}

	for range 5 {
		for _, b := range []*s3.Bucket{ours, theirs} {
			must(t, write(t.Context(), b, file.NewKey(1001, "csv"), noise(10)))

			w, err := b.Create(t.Context(), file.NewKey(1001, "csv"))
			must(t, err)

			_, err = w.Write(noise(3 * filetest.Part))
			must(t, err)

			writers = append(writers, w)
		}
	}

	future := time.Now().Add(time.Hour)
	must(t, ours.Sweep(t.Context(), future, future))

	if files, uploads := store.Objects(), store.Uploads(); len(files) != 5 || len(uploads) != 5 || !strings.Contains(files[0].Name, "another") {
		t.Errorf("left: %d files, %d uploads", len(files), len(uploads))
	}

	for _, w := range writers { // one that was swept meanwhile is dropped without an error
		must(t, w.Abort())
	}

	must(t, theirs.Sweep(t.Context(), future, future))
	leftNothing(t, store)
}
