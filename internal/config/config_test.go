package config_test

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"loket/internal/config"
	"loket/internal/platform/secret"
)

func fine() config.Config {
	c := config.Config{MaxConns: 24, Idle: time.Hour, MaxSession: 2 * time.Hour}
	c.Listen, c.AdminListen = "127.0.0.1:0", "127.0.0.1:0"
	c.MaxWaiting, c.MaxWaitingInAll, c.MaxInquiries, c.MaxInquiriesInAll = 1, 1, 1, 1
	c.RecentlyPaidDays = 7
	c.TokenKey, c.PINPepper = secret.Text(strings.Repeat("k", 40)), secret.Text(strings.Repeat("p", 40))

	return c
}

func TestEveryFaultIsListedAtOnce(t *testing.T) {
	t.Parallel()

	c := fine()
	if err := c.Check(); err != nil {
		t.Fatalf("a whole configuration is refused: %v", err)
	}

	c.Listen, c.AdminListen, c.SupportEmail = "nowhere", "127.0.0.1:99999", "nobody"
	c.TrustedProxies = []string{"10.0.0.1"}
	c.WebhookSourceAddresses, c.OwnAddresses = []string{"203.0.113.7", "203.0.113.0/33"}, []string{"loket.example"}
	c.PublicURL, c.ConnectURL, c.ReportDSN = "loket.example", "ftp://x", "not a dsn"
	c.TracesURL, c.TracesRatio = "http://collector.example:4318/v1/traces", 1.5
	c.TokenKey, c.PINPepper = config.DemoMark+"x", "short"
	c.PoolerURL = "postgres://loket@pooler.example/loket"
	c.DatabaseURL, c.MaxConns, c.DatabaseWorkers = "mysql://x", 0, map[string]string{"worker-1:5432": "10.0.0.7"}
	c.ReplicaURL, c.ReplicaMaxLag = "mysql://x", -1
	c.Idle, c.PasswordAge, c.Drain = 0, -1, time.Hour
	c.MaxWaiting, c.MaxInquiries, c.OrderWait, c.MaxLoss, c.RouteOthers = 2, 0, time.Millisecond, -1, 6
	c.TopupMax, c.TopupTime, c.StaffEmail = 9_999, time.Second, "nobody"
	c.Suppliers = filepath.Join(t.TempDir(), "none.json")

	err := c.Check()
	if err == nil {
		t.Fatal("accepted")
	}

	for _, setting := range []string{
		"listen", "admin-listen", "support-email", "trusted-proxies", "public-url", "connect-url", "report-dsn", "traces-url", "traces-ratio", "token-key", "pin-pepper",
		"database-url", "pooler-url", "replica-url", "replica-max-lag", "database-workers", "max-conns", "drain", "session-max", "password-age", "max-waiting", "max-inquiries", "order-wait", "max-loss", "route-others", "topup-max", "topup-time", "staff-email", "suppliers",
		"webhook-source-addresses", "own-addresses",
	} {
		if !strings.Contains("\n"+err.Error(), "\n"+setting+": ") {
			t.Errorf("%s is not named in:\n%v", setting, err)
		}
	}
}

// Links in mails are the public address followed by a path.
func TestPublicAddressTakesAPath(t *testing.T) {
	t.Parallel()

	for address, good := range map[string]bool{
		"https://loket.example": true, "https://loket.example/": true, "http://127.0.0.1:8080": true, "http://localhost": true,
		"http://loket.example": false, "http://10.0.0.5:8080": false,
		"https://loket.example/?from=mail": false, "https://loket.example/#/": false, "https://me:word@loket.example": false,
	} {
		c := fine()
		c.PublicURL = address

		if err := c.Check(); (err == nil) != good || err != nil && !strings.HasPrefix(err.Error(), "public-url: ") {
			t.Errorf("%s: %v", address, err)
		}
	}
}

func TestPasskeysBelongToThePublicAddress(t *testing.T) {
	t.Parallel()

	for domain, good := range map[string]bool{
		"": true, "portal.loket.example": true, "loket.example": true, "ket.example": false, "other.example": false, "a.portal.loket.example": false,
	} {
		c := fine()
		c.PublicURL, c.PasskeyDomain = "https://portal.loket.example:8443/", domain

		if err := c.Check(); (err == nil) != good || err != nil && !strings.HasPrefix(err.Error(), "passkey-domain: ") {
			t.Errorf("%q: %v", domain, err)
		}
	}
}

func TestServerOnAnotherMachineNeedsTLS(t *testing.T) {
	t.Parallel()

	c := fine()
	c.DatabaseURL = "postgres://loket:verysecret@db.example/loket"

	err := c.Check()
	if err == nil || !strings.Contains(err.Error(), "sslmode=verify-full") || strings.Contains(err.Error(), "verysecret") {
		t.Errorf("a server that is reached in the clear: %v", err)
	}

	c.DatabaseURL += "?sslmode=verify-full"
	if err := c.Check(); err != nil {
		t.Error(err)
	}
}

func TestSecretFiles(t *testing.T) {
	t.Parallel()

	write := func(name, content string, mode os.FileMode) string {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(content), mode); err != nil {
			t.Fatal(err)
		}

		return path
	}

	c := fine()
	c.TokenKey, c.TokenKeyFile = "", write("key", strings.Repeat("f", 40)+"\n", 0o600)

	if err := c.Resolve(); err != nil || c.TokenKey.Reveal() != strings.Repeat("f", 40) {
		t.Errorf("%v, %q", err, c.TokenKey.Reveal())
	}

	c = fine()
	c.TokenKey, c.TokenKeyFile = "", write("key", "x", 0o644)
	c.PINPepperFile = write("pepper", "x", 0o600)

	err := c.Resolve()
	if err == nil || !strings.Contains(err.Error(), "chmod 600") || !strings.Contains(err.Error(), "both") {
		t.Errorf("a readable file and a doubled secret: %v", err)
	}
}

// Incomplete settings of a bucket are a fault. Otherwise files would silently stay on
// one node's disk.
func TestBuckets(t *testing.T) {
	t.Parallel()

	c := fine()
	c.S3Endpoint, c.S3Bucket, c.S3AccessKey, c.S3SecretKey = "https://s3.example.com", "loket-files", "access", "very secret"

	if err := c.Check(); err != nil || !c.UsesS3() {
		t.Fatalf("a whole bucket is refused: %v", err)
	}

	c.S3Endpoint, c.S3Prefix, c.S3Style, c.S3AccessKey, c.S3SecretKey = "http://s3.example.com", "/a", "dns", "", config.DemoMark+"x"

	for _, setting := range []string{"s3-endpoint", "s3-prefix", "s3-style", "s3-access-key", "s3-secret-key"} {
		if err := c.Check(); err == nil || !strings.Contains("\n"+err.Error(), "\n"+setting+": ") {
			t.Errorf("%s is not named in:\n%v", setting, err)
		}
	}

	c = fine()
	c.S3Endpoint = "https://s3.example.com"

	if err := c.Check(); err == nil || c.UsesS3() || !strings.Contains(err.Error(), "s3-endpoint: is given without s3-bucket") {
		t.Errorf("half a bucket: %v", err)
	}

	c = fine()
	c.S3SecretKeyFile = filepath.Join(t.TempDir(), "key")

	if err := os.WriteFile(c.S3SecretKeyFile, []byte("from a file\n"), 0o600); err != nil {
		t.Fatal(err)
	}

	if err := c.Resolve(); err != nil || c.S3SecretKey.Reveal() != "from a file" {
		t.Errorf("%q, %v", c.S3SecretKey.Reveal(), err)
	}
}

func TestNothingPrintsASecret(t *testing.T) {
	t.Parallel()

	c := fine()
	c.S3SecretKey = "very secret"

	for _, text := range []string{fmt.Sprintf("%v", c), fmt.Sprintf("%+v", c), fmt.Sprintf("%#v", c)} {
		if strings.Contains(text, c.TokenKey.Reveal()) || strings.Contains(text, c.PINPepper.Reveal()) || strings.Contains(text, "very secret") {
			t.Errorf("a secret is printed: %s", text)
		}
	}
}

func TestFileGivesWhatTheEnvironmentDoesNot(t *testing.T) {
	known := []string{"LOKET_TEST_GIVEN", "LOKET_TEST_NEW", "LOKET_TEST_EQUALS"}
	path := filepath.Join(t.TempDir(), "loket.env")
	content := "# comment\n\nLOKET_TEST_GIVEN=file\n LOKET_TEST_NEW = \"from file\" \nLOKET_TEST_EQUALS=a=b\n"

	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}

	t.Setenv("LOKET_TEST_GIVEN", "environment")

	for _, name := range []string{"LOKET_TEST_NEW", "LOKET_TEST_EQUALS"} {
		t.Setenv(name, "") // restores the environment after the test

		if err := os.Unsetenv(name); err != nil {
			t.Fatal(err)
		}
	}

	if err := config.LoadFile(path, known); err != nil {
		t.Fatal(err)
	}

	for name, want := range map[string]string{"LOKET_TEST_GIVEN": "environment", "LOKET_TEST_NEW": "from file", "LOKET_TEST_EQUALS": "a=b"} {
		if got := os.Getenv(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}

	if err := os.WriteFile(path, []byte("PATH=/tmp\nnonsense\nLOKET_TEST_GIVNE=x\n"), 0o600); err != nil {
		t.Fatal(err)
	}

	if err := config.LoadFile(path, known); err == nil || strings.Count(err.Error(), "\n") != 2 {
		t.Errorf("three faulty lines: %v", err)
	}
}

// A file that others can read gives no secrets, but its other settings count.
func TestReadableFileGivesNoSecret(t *testing.T) {
	path := filepath.Join(t.TempDir(), "loket.env")
	content := "LOKET_LISTEN=127.0.0.1:1\nLOKET_TOKEN_KEY=verysecret\nLOKET_DATABASE_URL=postgres://u:verysecret@h/d\n"

	known := []string{"LOKET_LISTEN", "LOKET_TOKEN_KEY", "LOKET_DATABASE_URL"}

	for _, name := range known {
		t.Setenv(name, "") // restores the environment after the test

		if err := os.Unsetenv(name); err != nil {
			t.Fatal(err)
		}
	}

	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}

	err := config.LoadFile(path, known)
	if err == nil || strings.Count(err.Error(), "chmod 600") != 2 || strings.Contains(err.Error(), "verysecret") {
		t.Errorf("two secrets that others can read: %v", err)
	}

	if os.Getenv("LOKET_TOKEN_KEY") != "" || os.Getenv("LOKET_LISTEN") != "127.0.0.1:1" {
		t.Error("the secret was taken, or what is none was not")
	}

	if err := os.Chmod(path, 0o600); err != nil {
		t.Fatal(err)
	}

	if err := config.LoadFile(path, known); err != nil || os.Getenv("LOKET_TOKEN_KEY") != "verysecret" {
		t.Errorf("a private file: %v", err)
	}
}

// Every setting of type secret is also treated as a secret in a settings file.
func TestEverySecretIsGuarded(t *testing.T) {
	names := secretNames(reflect.TypeFor[config.Config]())
	if len(names) < 5 {
		t.Fatalf("found %q alone", names)
	}

	path := filepath.Join(t.TempDir(), "loket.env")
	if err := os.WriteFile(path, []byte(strings.Join(names, "=x\n")+"=x\n"), 0o644); err != nil {
		t.Fatal(err)
	}

	err := config.LoadFile(path, names)

	for _, name := range names {
		if err == nil || !strings.Contains(err.Error(), name+" is a secret") {
			t.Errorf("%s is taken from a file that others can read: %v", name, err)
		}
	}
}

// secretNames are the variables of all settings that are secrets.
func secretNames(settings reflect.Type) []string {
	names := []string{}

	for f := range settings.Fields() {
		switch {
		case f.Type == reflect.TypeFor[secret.Text]():
			names = append(names, f.Tag.Get("env"))
		case f.Type.Kind() == reflect.Struct:
			names = append(names, secretNames(f.Type)...)
		}
	}

	return names
}

func TestSuppliers(t *testing.T) {
	t.Parallel()

	path := filepath.Join(t.TempDir(), "suppliers.json")
	load := func(content string) ([]config.Supplier, error) {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}

		return config.LoadSuppliers(path, false)
	}

	list, err := load(`[{"code":"a","kind":"digiflazz","baseUrl":"https://x/v1","username":"u","key":"k","webhookSecret":"s","timeout":"10s"}]`)
	if err != nil || len(list) != 1 || list[0].Timeout != 10*time.Second || list[0].Key.Reveal() != "k" {
		t.Errorf("%v %v", list, err)
	}

	_, err = load(`[{"code":"a","kind":"other","key":"k"},{"code":"b","kind":"digiflazz","key":"demo-key","timeout":"soon"}]`)
	if err == nil || strings.Count(err.Error(), "\n") != 2 {
		t.Errorf("three faults: %v", err)
	}

	list, err = load(`[{"code":"a","kind":"iak","username":"0812","key":"k","testing":true}]`)
	if err != nil || len(list) != 1 || list[0].Kind != config.KindIAK || !list[0].Testing {
		t.Errorf("%v %v", list, err)
	}

	_, err = load(`[{"code":"a","kind":"iak","key":"k","baseUrl":"https://x"},{"code":"b","kind":"iak","key":"k","webhookSecret":"s"},` +
		`{"code":"c","kind":"digiflazz","key":"k","postpaidUrl":"https://x"}]`)
	if err == nil || strings.Count(err.Error(), "\n") != 2 {
		t.Errorf("three faults of kinds: %v", err)
	}

	if _, err = load(`[{"code":"a","secret":"verysecret"}]`); err == nil || strings.Contains(err.Error(), "verysecret") {
		t.Errorf("an unknown key: %v", err)
	}
}
