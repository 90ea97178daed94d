package testkit

import (
	"context"
	"encoding/base64"
	"fmt"
	"net/http"
	"os/exec"
	"strings"
	"testing"
)

func (p *Patroni) startEtcd(t testing.TB) {
	t.Helper()

	p.etcd = p.network + "9:2379"
	peer := "http://" + p.network + "9:2380"
	end, err := StartTerminated(exec.Command(Program(t, "etcd"), "--data-dir", t.TempDir(), "--log-level", "error",
		"--listen-client-urls", "http://"+p.etcd, "--advertise-client-urls", "http://"+p.etcd,
		"--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer, "--initial-cluster", "default="+peer))
	Must(t, err)
	t.Cleanup(end)
}

// ForgetSynchronous does what docs/operations.md tells operators to do when a primary that woke up has left its name in etcd.
func (p *Patroni) ForgetSynchronous(ctx context.Context) error {
	key := base64.StdEncoding.EncodeToString([]byte("/service/loket/sync"))

	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+p.etcd+"/v3/kv/deleterange", strings.NewReader(`{"key":"`+key+`"}`))
	if err != nil {
		return fmt.Errorf("etcd: %w", err)
	}

	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return fmt.Errorf("etcd: %w", err)
	}

	return answer.Body.Close()
}
