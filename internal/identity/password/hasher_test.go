package password_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"loket/internal/dev/testkit"
	"loket/internal/identity/password"
	"loket/internal/platform/argon"
	"loket/internal/platform/fault"
	"loket/internal/platform/secret"
)

const (
	chosen = secret.Text("Loket-Test-2026")
	pepper = secret.Text("pepper-pepper-pepper-pepper-pepp")
)

// At most Workers hashes run, at most Queue callers wait, the rest is refused
// at once, and whoever gives up leaves the queue.
func TestHasherIsBounded(t *testing.T) {
	t.Parallel()

	const workers, queue, callers = 2, 8, 40

	end := make(chan struct{}) // the first ones hash until then
	derive := func(k argon.Key) []byte {
		<-end

		return k.Derive()
	}

	h, err := password.NewHasher(password.Options{Memory: 64, Time: 1, Workers: workers, Queue: queue, Derive: derive}, pepper)
	if err != nil {
		t.Fatal(err)
	}

	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()

	var (
		mu                    sync.Mutex
		hashed, refused, left int
		done                  sync.WaitGroup
	)

	for range callers {
		done.Go(func() {
			_, err := h.Hash(ctx, chosen)

			mu.Lock()
			defer mu.Unlock()

			switch {
			case err == nil:
				hashed++
			case fault.ErrThrottled.Is(err):
				refused++
			case errors.Is(err, context.Canceled):
				left++
			default:
				t.Errorf("got %v", err)
			}
		})
	}

	testkit.Eventually(t, testkit.Patience, "the rest is refused", func() bool {
		if s := h.Stats(); s.Running > workers || s.Waiting > queue+callers {
			t.Errorf("stats %+v", s)
		}

		mu.Lock()
		defer mu.Unlock()

		return refused > 0
	})
	cancel()
	close(end)
	done.Wait()

	if hashed+refused+left != callers || refused > callers-workers-queue {
		t.Fatalf("hashed %d, refused %d, gave up %d", hashed, refused, left)
	}

	if s := h.Stats(); s.Running != 0 || s.Waiting != 0 || s.Total != int64(hashed) {
		t.Fatalf("stats %+v with %d hashed", s, hashed)
	}
}

// Whoever waited to the end of their time is told to come again, as those are
// who found the queue full.
func TestWaitingTooLongIsThrottled(t *testing.T) {
	t.Parallel()

	begun, end := make(chan struct{}), make(chan struct{})
	derive := func(k argon.Key) []byte {
		close(begun)
		<-end

		return k.Derive()
	}

	h, err := password.NewHasher(password.Options{Memory: 64, Time: 1, Workers: 1, Queue: 8, Derive: derive}, pepper)
	if err != nil {
		t.Fatal(err)
	}

	var busy sync.WaitGroup

	busy.Go(func() {
		_, err := h.Hash(t.Context(), chosen)
		if err != nil {
			t.Error(err)
		}
	})
	<-begun

	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()

	_, err = h.Hash(ctx, chosen)
	if !fault.ErrThrottled.Is(err) || fault.From(err).RetryAfter <= 0 {
		t.Errorf("got %v, want fault.ErrThrottled with a time", err)
	}

	close(end)
	busy.Wait()
}

func TestHasherReadsItsOwnHashesAlone(t *testing.T) {
	t.Parallel()

	h, err := password.NewHasher(password.Options{Memory: 64, Time: 1}, pepper)
	if err != nil {
		t.Fatal(err)
	}

	hash, err := h.Hash(t.Context(), chosen)
	if err != nil {
		t.Fatal(err)
	}

	if match, renewed, err := h.Matches(t.Context(), hash, chosen); !match || renewed != "" || err != nil {
		t.Fatalf("got %t, %q, %v", match, renewed, err)
	}

	if match, _, err := h.Matches(t.Context(), hash, chosen+"x"); match || err != nil {
		t.Fatalf("got %t, %v", match, err)
	}

	// No account: the dummy never matches, whatever the password.
	if match, _, err := h.Matches(t.Context(), "", ""); match || err != nil {
		t.Fatalf("got %t, %v", match, err)
	}

	for _, broken := range []string{
		"x", "$2a$10$abc", strings.Replace(hash, "m=64", "m=999999999", 1), strings.Replace(hash, "t=1", "t=0", 1),
		strings.Replace(hash, "p=1", "p=0", 1), strings.Replace(hash, "v=19", "v=18", 1), strings.Replace(hash, "argon2id", "argon2i", 1),
		hash[:len(hash)-9], hash + "$",
	} {
		if match, _, err := h.Matches(t.Context(), broken, chosen); match || err == nil {
			t.Errorf("%s: got %t, %v", broken, match, err)
		}
	}
}
