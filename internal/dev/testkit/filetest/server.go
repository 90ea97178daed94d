package filetest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"loket/internal/dev/testkit"
	"loket/internal/platform/ids"
)

const (
	region    = "ap-southeast-3"
	bucket    = "loket-files"
	prefix    = "deployment/files"
	adminKey  = "admin"
	accessKey = "loket"

	startTime  = 2 * time.Minute
	startTries = 5
	pollTime   = 5 * time.Millisecond
)

// server is a versitygw process with one bucket.
type server struct {
	address   string
	admin     *minio.Core // not bound by the bucket's policy
	secretKey string      // of accessKey, which has the rights of the policy alone
}

// program builds versitygw, or finds it in Go's build cache, and gives its path.
// `make test` builds it beforehand.
var program = sync.OnceValues(func() (string, error) {
	root, err := moduleRoot()
	if err != nil {
		return "", err
	}

	build := exec.Command("go", "tool", "-modfile="+filepath.Join(root, "tools", "versitygw", "go.mod"), "-n", "versitygw")
	build.Env = toolEnvironment(os.Environ())
	build.Stderr = os.Stderr

	out, err := build.Output()
	if err != nil {
		return "", fmt.Errorf("build versitygw, the S3 server of the tests: %w", err)
	}

	return strings.TrimSpace(string(out)), nil
})

// toolEnvironment leaves out how the Makefile builds the program and its tests: it builds tools in their own form, and another
// one would take a minute.
func toolEnvironment(env []string) []string {
	env = slices.DeleteFunc(env, func(entry string) bool { return strings.HasPrefix(entry, "CGO_ENABLED=") })

	for i, entry := range env {
		if strings.HasPrefix(entry, "GOFLAGS=") {
			env[i] = strings.ReplaceAll(entry, " -trimpath", "")
		}
	}

	return env
}

func moduleRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", fmt.Errorf("the module's folder: %w", err)
	}

	for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
	}

	return "", errors.New("no go.mod above the test")
}

// startServer starts versitygw on a folder of the test's own, with an empty
// bucket. It ends with the test.
func startServer(t *testing.T) *server {
	t.Helper()

	path, err := program()
	testkit.Must(t, err)

	dir := t.TempDir()
	s := &server{secretKey: ids.Token()}
	adminSecret := ids.Token()

	// The file of accounts is written before the start: the admin API would need a client of its own.
	accounts, err := json.Marshal(map[string]any{"accessAccounts": map[string]any{
		accessKey: map[string]any{"access": accessKey, "secret": s.secretKey, "role": "user"},
	}})
	testkit.Must(t, err)

	for _, sub := range []string{"files", "meta", "accounts"} {
		testkit.Must(t, os.Mkdir(filepath.Join(dir, sub), 0o700))
	}

	testkit.Must(t, os.WriteFile(filepath.Join(dir, "accounts", "users.json"), accounts, 0o600))

	for range startTries { // another process may take the port before versitygw does
		if err = s.run(t, path, dir, adminSecret); err == nil {
			break
		}
	}

	testkit.Must(t, err)
	s.setRights(t, Rights()...)

	return s
}

func (s *server) run(t *testing.T, path, dir, adminSecret string) error {
	t.Helper()

	address, err := freeAddress(t.Context())
	if err != nil {
		return err
	}

	output, err := os.CreateTemp(dir, "output")
	if err != nil {
		return fmt.Errorf("output of versitygw: %w", err)
	}
	defer output.Close()

	cmd := exec.Command(path, "--quiet", "--port", address, "--region", region, "--access", adminKey, "--secret", adminSecret,
		"--virtual-domain", "localhost", "--iam-dir", filepath.Join(dir, "accounts"), "posix", "--sidecar", filepath.Join(dir, "meta"), filepath.Join(dir, "files"))
	cmd.Stdout, cmd.Stderr = output, output

	stop, err := testkit.StartAttached(cmd)
	if err != nil {
		return fmt.Errorf("start versitygw: %w", err)
	}

	s.address = address

	s.admin, err = minio.NewCore(address, &minio.Options{Creds: credentials.NewStaticV4(adminKey, adminSecret, ""), Region: region, MaxRetries: 1})
	if err == nil {
		err = s.makeBucket(t.Context())
	}

	if err != nil {
		stop()

		said, _ := os.ReadFile(output.Name())

		return fmt.Errorf("versitygw does not answer: %w: %s", err, said)
	}

	t.Cleanup(stop)

	return nil
}

// makeBucket waits until the server answers. Only the process that was started
// here knows the secret, so another one that took the port is not mistaken for it.
func (s *server) makeBucket(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, startTime)
	defer cancel()

	for {
		err := s.admin.MakeBucket(ctx, bucket, minio.MakeBucketOptions{Region: region})
		if err == nil {
			return nil
		}

		if minio.ToErrorResponse(err).StatusCode != 0 { // it answers
			return fmt.Errorf("make a bucket: %w", err)
		}

		select {
		case <-ctx.Done():
			return fmt.Errorf("make a bucket: %w", err)
		case <-time.After(pollTime):
		}
	}
}

// freeAddress is an address on loopback that nobody listens on.
func freeAddress(ctx context.Context) (string, error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", fmt.Errorf("a free port: %w", err)
	}

	return listener.Addr().String(), listener.Close()
}

// Rights are those that docs/operations.md asks for, and no others.
func Rights() []string {
	return []string{
		"s3:PutObject", "s3:GetObject", "s3:DeleteObject", "s3:AbortMultipartUpload", "s3:ListBucket", "s3:ListBucketMultipartUploads",
	}
}

func (s *server) setRights(t *testing.T, rights ...string) {
	t.Helper()

	statement := func(on string, rights []string) map[string]any {
		return map[string]any{"Effect": "Allow", "Principal": map[string]any{"AWS": []string{accessKey}}, "Action": rights, "Resource": "arn:aws:s3:::" + bucket + on}
	}
	ofBucket := func(right string) bool { return strings.HasPrefix(right, "s3:ListBucket") }
	onFiles := slices.DeleteFunc(slices.Clone(rights), ofBucket)
	onBucket := slices.DeleteFunc(slices.Clone(rights), func(right string) bool { return !ofBucket(right) })

	policy, err := json.Marshal(map[string]any{"Version": "2012-10-17", "Statement": []any{statement("/"+prefix+"/*", onFiles), statement("", onBucket)}})
	testkit.Must(t, err)
	testkit.Must(t, s.admin.SetBucketPolicy(t.Context(), bucket, string(policy)))
}
