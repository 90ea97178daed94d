package app_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"loket/internal/config"
	"loket/internal/dev/testkit"
	"loket/internal/platform/db"
)

const proxiedHost = "loket.example.com"

// proxyTest is one sample of deploy/proxy, in front of the program.
type proxyTest struct {
	folder  string
	address string // a loopback address of its own, so that its ports are free
	caller  *http.Client
	program *program
	uploads *sync.Mutex // a client has few at a time
}

// replaced is a sample with the values of the test; each must be in it.
func (p *proxyTest) replaced(t *testing.T, sample string, pairs ...string) string {
	t.Helper()

	return testkit.Sample(t, filepath.Join("../../deploy/proxy", sample), pairs...)
}

func (p *proxyTest) file(t *testing.T, name, content string) string {
	t.Helper()

	path := filepath.Join(p.folder, name)
	testkit.Must(t, os.WriteFile(path, []byte(content), 0o600))

	return path
}

func (p *proxyTest) nginx(t *testing.T) []string {
	t.Helper()

	site := p.replaced(t, "nginx.conf", "listen 80;", "listen "+p.address+":18080;", "listen 443 ", "listen "+p.address+":18443 ",
		"/etc/loket/tls/", p.folder+"/", "/var/log/nginx/loket.log", p.folder+"/access.log", "server 127.0.0.1:8080 ", "server "+p.program.Address()+" ",
		"server 127.0.0.1:8180 ", "server 127.0.0.1:1 ")

	user := ""
	if os.Getuid() == 0 {
		user = "user root;\n" // the folder of a test is root's
	}

	temporary := &strings.Builder{}
	for _, name := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
		_, _ = fmt.Fprintf(temporary, "%s_temp_path %s/%s;\n", name, p.folder, name)
	}

	path := p.file(t, "whole.conf", user+"daemon off;\nworker_processes 1;\npid "+p.folder+"/pid;\nerror_log "+p.folder+"/error.log;\nevents {}\nhttp {\n"+
		temporary.String()+site+"}\n")

	return []string{"nginx", "-p", p.folder, "-e", p.folder + "/error.log", "-c", path}
}

func (p *proxyTest) haproxy(t *testing.T) []string {
	t.Helper()

	return []string{"haproxy", "-q", "-f", p.file(t, "haproxy.cfg", p.replaced(t, "haproxy.cfg", "bind :80", "bind "+p.address+":18080",
		"bind :443 ", "bind "+p.address+":18443 ", "/etc/loket/tls/", p.folder+"/", "server a 127.0.0.1:8080", "server a "+p.program.Address(),
		"server b 127.0.0.1:8180", "server b 127.0.0.1:1", "inter 2s downinter 500ms fall 2", "inter 1m fall 10"))} // a busy machine is no failure
}

func (p *proxyTest) caddy(t *testing.T) []string {
	t.Helper()

	site := p.replaced(t, "Caddyfile", proxiedHost+" {", "https://"+proxiedHost+":18443 {\n\tbind "+p.address+"\n\ttls "+p.folder+"/cert.pem "+p.folder+"/key.pem",
		"127.0.0.1:8080 127.0.0.1:8180", p.program.Address()+" 127.0.0.1:1",
		"health_interval 2s", "health_interval 1m", "health_timeout 3s", "health_timeout 1m") // a busy machine is no failure

	return []string{"caddy", "run", "--adapter", "caddyfile", "--config", p.file(t, "Caddyfile",
		"{\n\tadmin off\n\tauto_https disable_redirects\n\tstorage file_system "+p.folder+"/storage\n}\n"+site)}
}

// Each sample of a proxy passes streams on as they come, takes what clients upload, and names the caller's true address. The second node of
// the samples is down.
func TestProxiesOfTheSamples(t *testing.T) {
	t.Parallel()
	testkit.NotOnCitus(t, "it is about the way to the program")

	behind := start(t, db.SQLite, func(c *config.Config) { c.TrustedProxies = []string{"127.0.0.1/32"} })
	token := behind.signIn(t, 1004, "root")

	uploads := &sync.Mutex{}

	for i, command := range []func(p *proxyTest, t *testing.T) []string{(*proxyTest).nginx, (*proxyTest).haproxy, (*proxyTest).caddy} {
		p := &proxyTest{folder: t.TempDir(), address: loopbackOf(i), program: behind, uploads: uploads}
		p.caller = p.certified(t)
		args := command(p, t)

		t.Run(args[0], func(t *testing.T) {
			t.Parallel()
			p.start(t, args)
			p.testStream(t)
			p.testUpload(t, token)
			p.testAddress(t)
		})
	}
}

// loopbackOf is an address of this machine that no other process of a test run uses.
func loopbackOf(n int) string {
	pid := os.Getpid()

	return fmt.Sprintf("127.%d.%d.%d", 100+n, pid>>8&0xff, pid&0xff)
}

// certified makes the certificate of the proxy, and a client that believes it and calls from another address than the proxy.
func (p *proxyTest) certified(t *testing.T) *http.Client {
	t.Helper()

	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	testkit.Must(t, err)

	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: proxiedHost}, DNSNames: []string{proxiedHost}, NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
	}

	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	testkit.Must(t, err)

	private, err := x509.MarshalPKCS8PrivateKey(key)
	testkit.Must(t, err)

	cert := string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}))
	secret := string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private}))

	p.file(t, "cert.pem", cert)
	p.file(t, "key.pem", secret)
	p.file(t, "both.pem", cert+secret)

	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM([]byte(cert))

	dialer := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 2)}}
	transport := &http.Transport{
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return dialer.DialContext(ctx, network, p.address+":18443")
		},
		TLSClientConfig: &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12}, ForceAttemptHTTP2: true,
	}
	t.Cleanup(transport.CloseIdleConnections)

	return &http.Client{Transport: transport}
}

// start starts the proxy and waits until it passes calls on. It ends with the test.
func (p *proxyTest) start(t *testing.T, args []string) {
	t.Helper()

	// The shell ends the proxy when its standard input closes, which it does however this process ends.
	const script = `"$@" </dev/null & pid=$!; cat >/dev/null; kill -TERM $pid; wait $pid`

	said := &bytes.Buffer{}
	cmd := exec.Command("/bin/sh", append([]string{"-c", script, "sh", testkit.Program(t, args[0])}, args[1:]...)...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = p.folder, said, said
	cmd.Env = append(os.Environ(), "HOME="+p.folder, "XDG_DATA_HOME="+p.folder, "XDG_CONFIG_HOME="+p.folder)

	input, err := cmd.StdinPipe()
	testkit.Must(t, err)
	testkit.Must(t, cmd.Start())

	t.Cleanup(func() {
		_ = input.Close()
		_ = cmd.Wait() // the shell gives the proxy's own exit code

		if t.Failed() {
			t.Logf("%s said: %s", args[0], said)
		}
	})

	testkit.Eventually(t, testkit.Patience, args[0]+" passes calls on", func() bool {
		answer, err := p.caller.Get("https://" + proxiedHost + "/healthz")
		if err != nil {
			return false
		}

		return answer.Body.Close() == nil && answer.StatusCode == http.StatusOK
	})
}

func (p *proxyTest) request(t *testing.T, method, path, token, contentType, body string) *http.Request {
	t.Helper()

	r, err := http.NewRequestWithContext(t.Context(), method, "https://"+proxiedHost+path, strings.NewReader(body))
	testkit.Must(t, err)

	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}

	r.Header.Set("Content-Type", contentType)

	return r
}

// do makes a request and returns the answer.
func (p *proxyTest) do(t *testing.T, r *http.Request) (int, string) {
	t.Helper()

	answer, err := p.caller.Do(r)
	testkit.Must(t, err)

	defer answer.Body.Close()

	out := &bytes.Buffer{}
	_, err = out.ReadFrom(answer.Body)
	testkit.Must(t, err)

	return answer.StatusCode, out.String()
}

// testStream waits for the news of an order, which a proxy with a buffer would hold back.
func (p *proxyTest) testStream(t *testing.T) {
	t.Helper()

	ctx, cancel := context.WithTimeout(t.Context(), testkit.Patience)
	defer cancel()

	token := p.program.signIn(t, 1001, "root")

	answer, err := p.caller.Do(p.request(t, http.MethodGet, "/v1/events", token, "", "").WithContext(ctx))
	testkit.Must(t, err)

	defer answer.Body.Close()

	lines := bufio.NewScanner(answer.Body)
	if !lines.Scan() || lines.Text() != ": ready" || answer.StatusCode != http.StatusOK {
		t.Fatalf("the stream begins with %d %q, %v", answer.StatusCode, lines.Text(), lines.Err())
	}

	p.program.expect(t, http.StatusCreated, "", http.MethodPost, "/h2h/v1/orders", "lk_demo_1001",
		`{"productCode":"TSEL10","destinationNo":"081234567800","clientRef":"`+p.address+`"}`)

	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "event: ") {
			return
		}
	}

	t.Errorf("no news of an order: %v", lines.Err())
}

// testUpload sends as much as clients may. It is no picture, which Loket says, and no proxy.
func (p *proxyTest) testUpload(t *testing.T, token string) {
	t.Helper()

	const most = 10 << 20

	p.uploads.Lock()
	defer p.uploads.Unlock()

	form := "--x\r\nContent-Disposition: form-data; name=\"files\"; filename=\"a.png\"\r\nContent-Type: image/png\r\n\r\n" + strings.Repeat("a", most-1) + "\r\n--x--\r\n"

	status, text := p.do(t, p.request(t, http.MethodPost, "/v1/files/upload", token, "multipart/form-data; boundary=x", form))
	if status != http.StatusBadRequest || !strings.Contains(text, `"requestId"`) {
		t.Errorf("10 MB: %d %s", status, text)
	}
}

// testAddress calls with an address that the caller made up, and looks at the one in the log.
func (p *proxyTest) testAddress(t *testing.T) {
	t.Helper()

	id := "proxy-" + strings.ReplaceAll(p.address, ".", "-")
	r := p.request(t, http.MethodGet, "/v1/accounts/me", "", "application/json", "")
	r.Header.Set("X-Forwarded-For", "203.0.113.9")
	r.Header.Set("X-Request-ID", id)
	p.do(t, r)

	testkit.Eventually(t, testkit.Patience, "the call is logged", func() bool { return strings.Contains(p.program.log.String(), id) })

	for line := range strings.SplitSeq(p.program.log.String(), "\n") {
		if strings.Contains(line, id) && !strings.Contains(line, `"address":"127.0.0.2"`) {
			t.Errorf("the log has another address: %s", line)
		}
	}
}
