package scan_test

import (
	"bytes"
	"errors"
	"testing"
	"time"

	"loket/internal/dev/testkit/scantest"
	"loket/internal/platform/scan"
)

// Only a scanner that read the whole file and said so lets it pass.
func TestScan(t *testing.T) {
	t.Parallel()

	server := scantest.Start(t)
	scanner := scan.Clamd{Address: server.Address, Timeout: 10 * time.Second}
	clean := bytes.Repeat([]byte("x"), 200_000) // several chunks

	if err := scanner.Scan(t.Context(), clean); err != nil || server.Files() != 1 {
		t.Errorf("a clean file: %v", err)
	}

	if err := scanner.Scan(t.Context(), append(clean, scantest.Mark...)); !errors.Is(err, scan.ErrInfected) {
		t.Errorf("malware: %v", err)
	}

	for _, mode := range []scantest.Mode{scantest.Refuses, scantest.HangsUp, scantest.Nonsense, scantest.Silent} {
		server.Set(mode)

		one := scanner
		if mode == scantest.Silent {
			one.Timeout = 50 * time.Millisecond
		}

		if err := one.Scan(t.Context(), clean); err == nil || errors.Is(err, scan.ErrInfected) {
			t.Errorf("mode %d: %v", mode, err)
		}
	}

	if err := (scan.Clamd{Address: "127.0.0.1:1"}).Scan(t.Context(), clean); err == nil {
		t.Error("a scanner that is not there let a file pass")
	}
}
