package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"loket/internal/supplier/texth2h"
)

// TestReplyOfTextSupplier: the operator sees the class, the rule and the parts, and a rule set that fails its tests is refused with what failed.
func TestReplyOfTextSupplier(t *testing.T) {
	t.Parallel()

	settings, err := texth2h.Example("otomax")
	if err != nil {
		t.Fatal(err)
	}

	write := func() string {
		file := filepath.Join(t.TempDir(), "suppliers.json")

		content, err := json.Marshal([]map[string]any{{"code": "h2h-a", "kind": "text", "baseUrl": "https://h2h.example.com", "text": settings}})
		if err == nil {
			err = os.WriteFile(file, content, 0o600)
		}

		if err != nil {
			t.Fatal(err)
		}

		return file
	}

	ask := func(reply string) (int, string) {
		return loket(t, "admin", "supplier", "reply", "h2h-a", reply, "--suppliers", write(), "--ref", "LK1", "--sku", "S10", "--dest", "0812")
	}

	code, text := ask("status=20&message=R#LK1 S10.0812 SUKSES. SN: 04172653. Saldo 1.000 - 10.250 = 900")
	if code != 0 || !strings.Contains(text, "class\tsuccess\nrule\tsuccess\n") || !strings.Contains(text, "part sn\t04172653\n") {
		t.Errorf("%d %s", code, text)
	}

	if code, text = ask("status=20&message=R#LK2 S10.0812 SUKSES. SN: 04172653. Saldo 1.000"); code != 0 ||
		!strings.Contains(text, "class\tunknown\n") || !strings.Contains(text, "another reference: LK2") {
		t.Errorf("%d %s", code, text)
	}

	settings.Tests[0].Outcome = "failed_created"

	if code, text = ask("ok"); code == 0 || !strings.Contains(text, `test 1 "delivered": gives success, not failed_created`) || strings.Contains(text, "rahasia") {
		t.Errorf("a rule set that fails its tests: %d %s", code, text)
	}
}
