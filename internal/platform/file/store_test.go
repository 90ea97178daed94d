package file_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"testing/iotest"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/dev/testkit/filetest"
	"loket/internal/platform/file"
	"loket/internal/platform/ids"
)

// noise returns random bytes.
func noise(size int) []byte {
	text := make([]byte, size)
	_, _ = rand.NewChaCha8([32]byte{1}).Read(text) // never fails

	return text
}

// read returns a file, read in pieces of all sizes and from all positions.
func read(t *testing.T, s file.Store, key file.Key) []byte {
	t.Helper()

	f, size, err := s.Open(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()

	text, err := io.ReadAll(f)
	if err != nil || int64(len(text)) != size {
		t.Fatalf("%d of %d bytes, %v", len(text), size, err)
	}

	return text
}

// A file comes back unchanged, whatever its size in relation to a part.
func TestFilesComeBackAsTheyWere(t *testing.T) {
	t.Parallel()
	filetest.EachStore(t, func(t *testing.T, s file.Store) {
		for _, size := range []int{0, 1, 100_000, filetest.Part - 1, filetest.Part, filetest.Part + 1, 2 * filetest.Part, 2*filetest.Part + 1, 3*filetest.Part + 7} {
			key, text := file.NewKey("orders", 1001, "xlsx"), noise(size)
			if size%2 == 1 {
				key = file.KeyOf("shops", 1001, ids.Token()+"-320", "webp") // a smaller form of a picture
			}

			w, err := s.Create(t.Context(), key)
			if err != nil {
				t.Fatal(err)
			}

			// In pieces of another size.
			for i, piece := 0, 1_000_007; i*piece < size; i++ {
				if _, err := w.Write(text[i*piece : min((i+1)*piece, size)]); err != nil {
					t.Fatal(err)
				}
			}

			info, err := w.Commit()
			sum := sha256.Sum256(text)

			if err != nil || info.Size != int64(size) || info.SHA256 != hex.EncodeToString(sum[:]) {
				t.Errorf("%d bytes: %+v, %v", size, info, err)
			}

			if err := w.Abort(); err != nil { // no effect after Commit
				t.Error(err)
			}

			if !bytes.Equal(read(t, s, key), text) {
				t.Errorf("%d bytes came back as others", size)
			}

			if size > 1_000_000 {
				continue // TestReader reads byte by byte
			}

			f, _, err := s.Open(t.Context(), key)
			if err != nil {
				t.Fatal(err)
			}

			if err := iotest.TestReader(f, text); err != nil {
				t.Errorf("%d bytes: %v", size, err)
			}

			if err := f.Close(); err != nil {
				t.Error(err)
			}
		}
	})
}

// Each finds the whole files of all kinds, and an error of its caller ends it.
func TestEachFindsWholeFiles(t *testing.T) {
	t.Parallel()
	filetest.EachStore(t, func(t *testing.T, s file.Store) {
		want := map[file.Key]bool{}

		for _, key := range []file.Key{file.NewKey("orders", 1001, "csv"), file.NewKey("orders", 1002, "csv"), file.NewKey("invoices", 1001, "pdf")} {
			w, err := s.Create(t.Context(), key)
			testkit.Must(t, err)

			_, err = w.Write([]byte("content"))
			testkit.Must(t, err)

			_, err = w.Commit()
			testkit.Must(t, err)

			want[key] = true
		}

		unfinished, err := s.Create(t.Context(), file.NewKey("orders", 1001, "csv"))
		testkit.Must(t, err)

		defer func() { testkit.Must(t, unfinished.Abort()) }()

		found := map[file.Key]bool{}

		testkit.Must(t, s.Each(t.Context(), func(key file.Key) error {
			found[key] = true

			return nil
		}))

		if !maps.Equal(found, want) {
			t.Errorf("found %v, want %v", found, want)
		}

		calls, refusal := 0, errors.New("enough")

		err = s.Each(t.Context(), func(file.Key) error {
			calls++

			return refusal
		})
		if !errors.Is(err, refusal) || calls != 1 {
			t.Errorf("%d calls, %v", calls, err)
		}
	})
}

func TestAFileIsThereWholeOrNotAtAll(t *testing.T) {
	t.Parallel()
	filetest.EachStore(t, checkWhole)
}

func checkWhole(t *testing.T, s file.Store) {
	key := file.NewKey("orders", 1001, "csv")

	w, err := s.Create(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}

	if _, err := w.Write(noise(3 * filetest.Part)); err != nil {
		t.Fatal(err)
	}

	if _, _, err := s.Open(t.Context(), key); !errors.Is(err, file.ErrNone) {
		t.Errorf("a half written file is seen: %v", err)
	}

	if err := w.Abort(); err != nil {
		t.Fatal(err)
	}

	if _, _, err := s.Open(t.Context(), key); !errors.Is(err, file.ErrNone) {
		t.Errorf("a dropped file is seen: %v", err)
	}

	put(t, s, key, "whole")
	has(t, s, key, 5, true)
	has(t, s, key, 4, false)
	has(t, s, file.NewKey("orders", 1001, "csv"), 5, false)

	// A new version that is dropped leaves the old one in place.
	again, err := s.Create(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}

	if _, err := again.Write(noise(3 * filetest.Part)); err != nil {
		t.Fatal(err)
	}

	if err := again.Abort(); err != nil || string(read(t, s, key)) != "whole" {
		t.Errorf("after a dropped second writing: %v", err)
	}

	put(t, s, key, "another")

	if string(read(t, s, key)) != "another" {
		t.Error("a second writing does not replace the first")
	}

	for range 2 { // deleting again is no error
		if err := s.Delete(t.Context(), key); err != nil {
			t.Error(err)
		}
	}

	has(t, s, key, 7, false)
}

func has(t *testing.T, s file.Store, key file.Key, size int64, want bool) {
	t.Helper()

	if got, err := s.Has(t.Context(), key, size); err != nil || got != want {
		t.Errorf("Has %d bytes: %t, %v", size, got, err)
	}
}

func TestSweepTakesOnlyWhatIsOver(t *testing.T) {
	t.Parallel()

	filetest.EachStore(t, func(t *testing.T, s file.Store) {
		whole := file.NewKey("orders", 1001, "csv")
		put(t, s, whole, "x")

		w, err := s.Create(t.Context(), file.NewKey("orders", 1001, "csv"))
		if err != nil {
			t.Fatal(err)
		}

		if _, err := w.Write(noise(3 * filetest.Part)); err != nil {
			t.Fatal(err)
		}

		past, future := time.Now().Add(-time.Hour), time.Now().Add(time.Hour)

		if err := s.Sweep(t.Context(), "orders", past, past); err != nil {
			t.Fatal(err)
		}

		if _, err := w.Commit(); err != nil {
			t.Errorf("a writing that goes on was swept: %v", err)
		}

		has(t, s, whole, 1, true)

		if err := s.Sweep(t.Context(), "orders", future, past); err != nil {
			t.Fatal(err)
		}

		has(t, s, whole, 1, true)

		if err := s.Sweep(t.Context(), "orders", past, future); err != nil {
			t.Fatal(err)
		}

		has(t, s, whole, 1, false)
	})
}

// A store is shared: the sweep of one kind leaves the files of others, whole and partial.
func TestSweepKeepsToItsKind(t *testing.T) {
	t.Parallel()
	filetest.EachStore(t, func(t *testing.T, s file.Store) {
		future := time.Now().Add(time.Hour)

		if err := s.Sweep(t.Context(), "bills", future, future); err != nil {
			t.Fatal(err) // of a kind without files
		}

		own, other := file.NewKey("orders", 1001, "csv"), file.NewKey("bills", 1001, "csv")
		put(t, s, own, "x")
		put(t, s, other, "x")

		w, err := s.Create(t.Context(), file.NewKey("bills", 1001, "csv"))
		if err != nil {
			t.Fatal(err)
		}

		if _, err := w.Write(noise(3 * filetest.Part)); err != nil {
			t.Fatal(err)
		}

		if err := s.Sweep(t.Context(), "orders", future, future); err != nil {
			t.Fatal(err)
		}

		has(t, s, own, 1, false)
		has(t, s, other, 1, true)

		if _, err := w.Commit(); err != nil {
			t.Errorf("a partial file of another kind was swept: %v", err)
		}
	})
}

// Dropped files and those of dead writers leave nothing, and files of others stay.
func TestAFolderIsLeftClean(t *testing.T) {
	t.Parallel()

	folder := t.TempDir()

	s, err := file.OpenFolder(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()

	w, err := s.Create(t.Context(), file.NewKey("orders", 1001, "csv"))
	if err != nil {
		t.Fatal(err)
	}

	if err := w.Abort(); err != nil {
		t.Fatal(err)
	}

	if _, err := s.Create(t.Context(), file.NewKey("orders", 1001, "csv")); err != nil { // its writer dies
		t.Fatal(err)
	}

	foreign := filepath.Join(folder, "orders", "1001", "notes.txt")
	if err := os.WriteFile(foreign, nil, 0o600); err != nil {
		t.Fatal(err)
	}

	if err := s.Sweep(t.Context(), "orders", time.Now().Add(time.Hour), time.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}

	left, err := filepath.Glob(filepath.Join(folder, "*", "*", "*"))
	if err != nil || len(left) != 1 || left[0] != foreign {
		t.Errorf("left: %v, %v", left, err)
	}
}

func TestKeysStayInTheStore(t *testing.T) {
	t.Parallel()
	filetest.EachStore(t, func(t *testing.T, s file.Store) {
		for _, key := range []file.Key{
			"", "/etc/passwd", "1001/AAAAAAAAAAAAAAAAAAAAAAAAAA.csv", "Orders/1001/AAAAAAAAAAAAAAAAAAAAAAAAAA.csv", "../1001/AAAAAAAAAAAAAAAAAAAAAAAAAA.csv", "../evil.csv", "orders/1001/../../evil.csv", "orders/1001/AAAAAAAAAAAAAAAAAAAAAAAAAA.exe", "orders/0/AAAAAAAAAAAAAAAAAAAAAAAAAA.csv",
			"orders/1001/AAAAAAAAAAAAAAAAAAAAAAAAAA.csv\x00", "orders/1001/aaaaaaaaaaaaaaaaaaaaaaaaaa.csv", "orders/1001/AAAAAAAAAAAAAAAAAAAAAAAAAA.csv.part", "orders/-1/AAAAAAAAAAAAAAAAAAAAAAAAAA.csv",
		} {
			if _, err := s.Create(t.Context(), key); err == nil {
				t.Errorf("%q was written", key)
			}

			if _, _, err := s.Open(t.Context(), key); err == nil || errors.Is(err, file.ErrNone) {
				t.Errorf("%q was looked for: %v", key, err)
			}

			if _, err := s.Has(t.Context(), key, 0); err == nil {
				t.Errorf("%q was looked at", key)
			}

			if err := s.Delete(t.Context(), key); err == nil {
				t.Errorf("%q was deleted", key)
			}
		}
	})
}
