package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"loket/internal/config"
)

// A name that is nearly that of a setting is a fault, with the setting that was meant. Others may be of an orchestrator.
func TestMisspeltVariables(t *testing.T) {
	t.Parallel()

	known := []string{"LOKET_DATA", "LOKET_LISTEN", "LOKET_STAFF_LISTEN", "LOKET_TOKEN_KEY", "LOKET_TOKEN_KEY_FILE"}

	for entry, want := range map[string]string{
		"LOKET_TOKEN_KYE=very secret": "LOKET_TOKEN_KEY", "LOKET_TOKEN_KEYS=x": "LOKET_TOKEN_KEY", "LOKET_TOKENKEY_FILE=x": "LOKET_TOKEN_KEY_FILE",
		"LOKET_STAF_LISTEN=x": "LOKET_STAFF_LISTEN", "LOKET_DATE=x": "LOKET_DATA",
		"LOKET_DATA=x": "", "LOKET_PORT=tcp://10.0.0.1:80": "", "LOKET_SERVICE_HOST=x": "", "LOKET_TEST_POSTGRES=x": "", "LOKET_DB=x": "", "OTHER_DATE=x": "", "LOKET_=x": "",
	} {
		err := config.CheckEnvironment([]string{"PATH=/bin", entry}, known)

		if (err == nil) != (want == "") || err != nil && (!strings.HasSuffix(err.Error(), "did you mean "+want+"?") || strings.Contains(err.Error(), "very secret")) {
			t.Errorf("%s: %v, want %q", entry, err, want)
		}
	}

	path := filepath.Join(t.TempDir(), "loket.env")
	if err := os.WriteFile(path, []byte("LOKET_TOKEN_KYE=x\nLOKET_PORT=x\n"), 0o600); err != nil {
		t.Fatal(err)
	}

	err := config.LoadFile(path, known)
	if err == nil || !strings.Contains(err.Error(), "LOKET_TOKEN_KYE is no setting; did you mean LOKET_TOKEN_KEY?\n") || !strings.HasSuffix(err.Error(), "LOKET_PORT is no setting") {
		t.Errorf("a file with two faults: %v", err)
	}
}

// A file of a secret that can't be used is the only fault: nobody is told that the secret is missing.
func TestUnusableFileOfASecretIsOneFault(t *testing.T) {
	t.Parallel()

	readable, empty := filepath.Join(t.TempDir(), "readable"), filepath.Join(t.TempDir(), "empty")

	for path, content := range map[string]string{readable: strings.Repeat("k", 40), empty: "\n"} {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}

	if err := os.Chmod(readable, 0o640); err != nil {
		t.Fatal(err)
	}

	for path, want := range map[string]string{readable: "chmod 600", empty: "is empty"} {
		c := fine()
		c.TokenKey, c.PINPepper = "", ""
		c.TokenKeyFile, c.PINPepperFile, c.FactorKeyFile, c.SMTPPasswordFile, c.S3SecretKeyFile = path, path, path, path, path
		c.OldFactorKey = "a key that was used before this one did"
		c.SMTPHost, c.SMTPPort, c.SMTPTLS, c.SMTPUser, c.MailFrom = "smtp.example.com", 587, "tls", "loket", "loket@example.com"
		c.S3Endpoint, c.S3Bucket, c.S3AccessKey = "https://s3.example.com", "loket-files", "access"

		resolved := c.Resolve()

		const files = 5
		if resolved == nil || strings.Count(resolved.Error(), want) != files {
			t.Errorf("%s: want %q for each of %d files: %v", path, want, files, resolved)
		}

		if err := c.Check(); err != nil {
			t.Errorf("%s: a second fault: %v", path, err)
		}
	}
}

// Invoices of settlements never change, so their seller is set before the first one.
func TestSettlementNeedsASeller(t *testing.T) {
	t.Parallel()

	c := fine()
	c.Settlement = true

	if err := c.Check(); err == nil || !strings.HasPrefix(err.Error(), "settlement: ") {
		t.Errorf("no seller: %v", err)
	}

	c.InvoiceName, c.InvoiceAddress = "PT Loket", "Jakarta"
	if err := c.Check(); err != nil {
		t.Error(err)
	}
}
