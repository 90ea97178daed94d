// Command image puts the program into an OCI image without a daemon: image BINARY ARCHIVE. The archive is one that docker load, podman load
// and skopeo take. What it writes depends on its input alone, so two runs make the same image.
package main

import (
	"archive/tar"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/google/go-containerregistry/pkg/name"
	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
)

// user is the account nonroot of distroless images.
const user = 65532

type settings struct {
	binary, archive, tag, version, commit, certificates, lock string
	made                                                      time.Time
}

func main() {
	s := settings{}

	flag.StringVar(&s.tag, "tag", "loket:latest", "name of the image")
	flag.StringVar(&s.version, "version", "", "version of the program")
	flag.StringVar(&s.commit, "commit", "", "commit of the program")
	flag.StringVar(&s.certificates, "certificates", "/etc/ssl/certs/ca-certificates.crt", "certificates of the authorities that the program believes")
	flag.StringVar(&s.lock, "lock", "web/package-lock.json", "the packages of the pages")
	made := flag.String("time", "1970-01-01T00:00:00Z", "moment of the commit")
	flag.Parse()

	err := fmt.Errorf("usage: image [flags] BINARY ARCHIVE")
	if flag.NArg() == 2 {
		s.binary, s.archive = flag.Arg(0), flag.Arg(1)

		if s.made, err = time.Parse(time.RFC3339, *made); err == nil {
			err = write(s)
		}
	}

	if err != nil {
		fmt.Fprintln(os.Stderr, "image:", err)
		os.Exit(1)
	}
}

func write(s settings) error {
	layer, err := layer(s)
	if err != nil {
		return err
	}

	base, err := mutate.ConfigFile(empty.Image, &v1.ConfigFile{
		Architecture: "amd64", OS: "linux", Created: v1.Time{Time: s.made}, RootFS: v1.RootFS{Type: "layers"},
		Config: v1.Config{
			User: fmt.Sprintf("%d:%d", user, user), Entrypoint: []string{"/usr/bin/loket"}, Cmd: []string{"serve"}, WorkingDir: "/data",
			Env:          []string{"LOKET_DATA=/data", "LOKET_LISTEN=0.0.0.0:8080", "SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt"},
			ExposedPorts: map[string]struct{}{"8080/tcp": {}}, Volumes: map[string]struct{}{"/data": {}}, StopSignal: "SIGTERM",
			Healthcheck: &v1.HealthConfig{
				Test: []string{"CMD", "/usr/bin/loket", "ready"}, Interval: 10 * time.Second, Timeout: 5 * time.Second, StartPeriod: 30 * time.Second, Retries: 3,
			},
			Labels: map[string]string{
				"org.opencontainers.image.title":       "Loket",
				"org.opencontainers.image.description": "Sells digital products and bill payments to businesses",
				"org.opencontainers.image.version":     s.version,
				"org.opencontainers.image.revision":    s.commit,
				"org.opencontainers.image.created":     s.made.Format(time.RFC3339),
			},
		},
	})
	if err != nil {
		return err
	}

	whole, err := mutate.Append(base, mutate.Addendum{Layer: layer, History: v1.History{Created: v1.Time{Time: s.made}, CreatedBy: "make image"}})
	if err != nil {
		return err
	}

	tag, err := name.NewTag(s.tag)
	if err != nil {
		return err
	}

	return tarball.WriteToFile(s.archive, tag, whole)
}

// layer has the program and the little that it needs.
func layer(s settings) (v1.Layer, error) {
	program, err := os.ReadFile(s.binary)
	if err != nil {
		return nil, err
	}

	certificates, err := os.ReadFile(s.certificates)
	if err != nil {
		return nil, err
	}

	parts, err := bill(s)
	if err != nil {
		return nil, err
	}

	const folder, file, private, open = 0o755, 0o644, 0o700, 0o1777

	out := &bytes.Buffer{}
	w := tar.NewWriter(out)

	for _, e := range []struct {
		name    string
		mode    int64
		owner   int
		content []byte // nil: a folder
	}{
		{"data/", private, user, nil},
		{"tmp/", open, 0, nil},
		{"etc/", folder, 0, nil},
		{"etc/passwd", file, 0, []byte(fmt.Sprintf("root:x:0:0:root:/:/sbin/nologin\nloket:x:%d:%d:loket:/data:/sbin/nologin\n", user, user))},
		{"etc/group", file, 0, []byte(fmt.Sprintf("root:x:0:\nloket:x:%d:\n", user))},
		{"etc/ssl/", folder, 0, nil},
		{"etc/ssl/certs/", folder, 0, nil},
		{"etc/ssl/certs/ca-certificates.crt", file, 0, certificates},
		{"usr/", folder, 0, nil},
		{"usr/bin/", folder, 0, nil},
		{"usr/bin/loket", folder, 0, program},
		{"usr/share/", folder, 0, nil},
		{"usr/share/loket/", folder, 0, nil},
		{"usr/share/loket/sbom.cdx.json", file, 0, parts},
	} {
		head := &tar.Header{Typeflag: tar.TypeReg, Name: e.name, Mode: e.mode, Uid: e.owner, Gid: e.owner, Size: int64(len(e.content)), ModTime: s.made}
		if e.content == nil {
			head.Typeflag = tar.TypeDir
		}

		if err := w.WriteHeader(head); err != nil {
			return nil, err
		}

		if _, err := w.Write(e.content); err != nil {
			return nil, err
		}
	}

	if err := w.Close(); err != nil {
		return nil, err
	}

	return tarball.LayerFromOpener(func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(out.Bytes())), nil })
}

// indented is JSON for people.
func indented(v any) ([]byte, error) { return json.MarshalIndent(v, "", "  ") }
