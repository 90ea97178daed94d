package identity_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"loket/internal/identity"
	"loket/internal/platform/clock"
	"loket/internal/testkit"
)

// At most Workers hashes run, at most Queue callers wait, the rest is refused
// at once, and whoever gives up leaves the queue.
func TestHasherIsBounded(t *testing.T) {
	t.Parallel()

	const workers, queue, callers = 2, 8, 40

	// Dear enough that all callers arrive while the first ones hash.
	h, err := identity.NewHasher(identity.HashOptions{Memory: 8 * 1024, Time: 16, Workers: workers, Queue: queue}, pepper)
	must(t, err)

	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()

	var (
		mu                    sync.Mutex
		hashed, refused, left int
		done                  sync.WaitGroup
	)

	for range callers {
		done.Go(func() {
			_, err := h.Password(ctx, password)

			mu.Lock()
			defer mu.Unlock()

			switch {
			case err == nil:
				hashed++
			case identity.ErrThrottled.Is(err):
				refused++
			case errors.Is(err, context.Canceled):
				left++
			default:
				t.Errorf("got %v", err)
			}
		})
	}

	testkit.Eventually(t, 30*time.Second, "the rest is refused", func() bool {
		if s := h.Stats(); s.Running > workers || s.Waiting > queue+callers {
			t.Errorf("stats %+v", s)
		}

		mu.Lock()
		defer mu.Unlock()

		return refused > 0
	})
	cancel()
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

	h, err := identity.NewHasher(identity.HashOptions{Memory: 64 * 1024, Time: 16, Workers: 1, Queue: 8}, pepper)
	must(t, err)

	var busy sync.WaitGroup

	busy.Go(func() {
		_, err := h.Password(t.Context(), password)
		if err != nil {
			t.Error(err)
		}
	})
	testkit.Eventually(t, 30*time.Second, "a hash runs", func() bool { return h.Stats().Running == 1 })

	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()

	_, err = h.Password(ctx, password)
	if e := want(t, identity.ErrThrottled, err); e.RetryAfter <= 0 {
		t.Errorf("no word when to come again: %+v", e)
	}

	busy.Wait()
}

func TestHasherReadsItsOwnHashesAlone(t *testing.T) {
	t.Parallel()

	h, err := identity.NewHasher(cheap(), pepper)
	must(t, err)

	hash, err := h.Password(t.Context(), password)
	must(t, err)

	if match, renewed, err := h.CheckPassword(t.Context(), hash, password); !match || renewed != "" || err != nil {
		t.Fatalf("got %t, %q, %v", match, renewed, err)
	}

	if match, _, err := h.CheckPassword(t.Context(), hash, password+"x"); match || err != nil {
		t.Fatalf("got %t, %v", match, err)
	}

	// No account: the dummy never matches, whatever the password.
	if match, _, err := h.CheckPassword(t.Context(), "", ""); match || err != nil {
		t.Fatalf("got %t, %v", match, err)
	}

	for _, broken := range []string{
		"x", "$2a$10$abc", strings.Replace(hash, "m=64", "m=999999999", 1), strings.Replace(hash, "t=1", "t=0", 1),
		strings.Replace(hash, "p=1", "p=0", 1), strings.Replace(hash, "v=19", "v=18", 1), strings.Replace(hash, "argon2id", "argon2i", 1),
		hash[:len(hash)-9], hash + "$",
	} {
		if match, _, err := h.CheckPassword(t.Context(), broken, password); match || err == nil {
			t.Errorf("%s: got %t, %v", broken, match, err)
		}
	}
}

func TestNewRefusesWeakSettings(t *testing.T) {
	t.Parallel()

	for name, change := range map[string]func(*identity.Options){
		"no key":         func(o *identity.Options) { o.SigningKeys = nil },
		"short key":      func(o *identity.Options) { o.SigningKeys[0] = "short" },
		"short old key":  func(o *identity.Options) { o.SigningKeys = append(o.SigningKeys, "short") },
		"short pepper":   func(o *identity.Options) { o.PINPepper = "short" },
		"negative limit": func(o *identity.Options) { o.AccountTries = -1 },
		"huge hash":      func(o *identity.Options) { o.Hash.Memory = 1 << 30 },
	} {
		opt := options()
		change(&opt)

		_, err := identity.New(nil, clock.System{}, opt)
		if err == nil || contains(err.Error(), opt.PINPepper.Reveal(), signingKey.Reveal()) && name != "short pepper" {
			t.Errorf("%s: got %v", name, err)
		}
	}
}
