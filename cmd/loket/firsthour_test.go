package main

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"loket/internal/dev/testkit"
	"loket/internal/platform/db"
)

// commandBlock is a block of commands of a document.
var commandBlock = regexp.MustCompile("(?ms)^```sh\n(.*?)^```")

// firstHour runs the commands of docs/first-hour.md.
type firstHour struct {
	folder   string
	env      []string
	database string            // URL of PostgreSQL, which only init is told
	values   *strings.Replacer // addresses of the document by those of this test
}

func newFirstHour(t *testing.T, engine db.Engine) *firstHour {
	t.Helper()

	h := &firstHour{folder: t.TempDir()}
	self, err := os.Executable()
	testkit.Must(t, err)
	testkit.Must(t, os.WriteFile(filepath.Join(h.folder, "loket"), []byte("#!/bin/sh\n"+asProgram+"=1 exec '"+self+"' \"$@\"\n"), 0o700))

	// Ports of an address that no other test has: what is free there stays free.
	address := fmt.Sprintf("127.%d.%d.%d", 110+int(engine), os.Getpid()>>8&0xff, os.Getpid()&0xff)
	callers := freePort(t, address)
	h.values = strings.NewReplacer("127.0.0.1:8080", callers)
	h.env = append(os.Environ(), "PATH="+h.folder+":"+os.Getenv("PATH"),
		"LOKET_LISTEN="+callers, "LOKET_STAFF_LISTEN="+freePort(t, address), "LOKET_ADMIN_LISTEN="+freePort(t, address),
		"LOKET_POSTGRES_PROGRAMS="+testkit.PostgresPrograms(t))

	if engine == db.Postgres {
		server, err := testkit.StartServerInMemory() // serve refuses the server of other tests, which could lose a commit
		testkit.Must(t, err)
		t.Cleanup(func() { testkit.Must(t, server.Stop()) })

		url, err := server.NewDatabase(t.Context())
		testkit.Must(t, err)

		h.database = newDatabase(t, url)
	}

	return h
}

func freePort(t *testing.T, address string) string {
	t.Helper()

	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", address+":0")
	testkit.Must(t, err)
	testkit.Must(t, l.Close())

	return l.Addr().String()
}

func (h *firstHour) command(ctx context.Context, text string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "bash", "-euo", "pipefail", "-c", h.values.Replace(text))
	cmd.Dir, cmd.Env = h.folder, h.env

	if h.database != "" && strings.HasPrefix(text, "loket init") {
		cmd.Env = append(cmd.Env, "LOKET_DATABASE_URL="+h.database)
	}

	return cmd
}

// serve starts the program and waits until it is ready. stop ends it and gives all that it printed and logged.
func (h *firstHour) serve(t *testing.T, text string) (stop func() string) {
	t.Helper()

	out := &output{}
	cmd := h.command(t.Context(), "exec "+strings.TrimSpace(text))
	cmd.Stdout, cmd.Stderr = out, out

	end, err := testkit.StartAttached(cmd)
	testkit.Must(t, err)
	t.Cleanup(end)

	testkit.Eventually(t, testkit.Patience, "the program is ready", func() bool {
		if strings.Contains(out.String(), "loket: serve: ") {
			t.Fatalf("serve: %s", out)
		}

		return strings.Contains(out.String(), "loket: ready on ")
	})

	return func() string {
		end()

		return out.String()
	}
}

// proveStop stops the program. Before that no other one may serve from the same folder. The log says why it stopped and what it waited for.
func (h *firstHour) proveStop(t *testing.T, serve string, stop func() string) {
	t.Helper()

	if h.database == "" {
		second, err := h.command(t.Context(), serve).CombinedOutput()
		if err == nil || !strings.Contains(string(second), "another loket serves from this folder") {
			t.Errorf("a second program in the same folder: %v, %s", err, second)
		}
	}

	log := stop()
	for _, want := range []string{`"msg":"stopping","reason":"interrupt signal received"`, `"msg":"stopped","took_ms":`, `"waited_ms":{`} {
		if !strings.Contains(log, want) {
			t.Errorf("the log of the stop lacks %s: %s", want, log)
		}
	}
}

// run runs a block of commands. An order that is still pending is looked at again.
func (h *firstHour) run(t *testing.T, text string) string {
	t.Helper()

	said := &bytes.Buffer{}

	testkit.Eventually(t, testkit.Patience, "the order ends", func() bool {
		said.Reset()

		cmd := h.command(t.Context(), text)
		cmd.Stdout, cmd.Stderr = said, said

		if err := cmd.Run(); err != nil {
			t.Fatalf("%s: %v: %s", text, err, said)
		}

		return !strings.Contains(text, "/orders/FIRST-1") || !strings.Contains(said.String(), `"status":"pending"`)
	})

	return said.String()
}

// The page leads from an empty folder to the first order that is paid and delivered.
func TestFirstHour(t *testing.T) {
	t.Parallel()
	testkit.NotOnCitus(t, "the page is about one server")

	document, err := os.ReadFile("../../docs/first-hour.md")
	testkit.Must(t, err)

	blocks := commandBlock.FindAllSubmatch(document, -1)

	const atLeast = 5
	if len(blocks) < atLeast {
		t.Fatalf("the page has %d blocks of commands: the test doesn't see them", len(blocks))
	}

	for name, engine := range testkit.Engines() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()

			h := newFirstHour(t, engine)
			said := ""
			proveStop := func() { t.Error("the page starts no program") }

			for _, block := range blocks {
				text := string(block[1])

				if strings.HasPrefix(text, "loket serve") {
					stop := h.serve(t, text)
					proveStop = func() { h.proveStop(t, text, stop) }

					continue
				}

				if strings.Contains(text, "KEY=lk_test_...") { // a reader pastes what init said
					key := regexp.MustCompile(`lk_test_\w+`).FindString(said)
					text = strings.Replace(text, "lk_test_...", key, 1)
					h.env = append(h.env, "KEY="+key)
				}

				said += h.run(t, text)
			}

			for _, want := range []string{"client 1001 (toko)", `"clientRef":"FIRST-1"`, `"status":"success"`, "the books hold", "loket: backup "} {
				if !strings.Contains(said, want) {
					t.Errorf("nothing said %s:\n%s", want, said)
				}
			}

			h.proveSettings(t)
			proveStop()
		})
	}
}

// proveSettings looks at the file that init wrote.
func (h *firstHour) proveSettings(t *testing.T) {
	t.Helper()

	path := filepath.Join(h.folder, "loket.env")

	stat, err := os.Stat(path)
	testkit.Must(t, err)

	if stat.Mode().Perm() != 0o600 {
		t.Errorf("the settings have the mode %v", stat.Mode())
	}

	text, err := os.ReadFile(path)
	testkit.Must(t, err)

	if h.database != "" && !strings.Contains(string(text), h.database) {
		t.Errorf("the settings don't name the database: %s", text)
	}
}

func TestInitAsksForWhatNoFlagGives(t *testing.T) {
	t.Parallel()

	c, out := &initCmd{ClientName: "Toko"}, &bytes.Buffer{}
	testkit.Must(t, c.ask(strings.NewReader("https://a.example\n\n toko \nb@example.com\nc@example.com\n"), out))

	if c.PublicURL != "https://a.example" || c.ClientCode != "toko" || c.ClientName != "Toko" || c.ClientEmail != "b@example.com" || c.OwnerEmail != "c@example.com" {
		t.Errorf("it took %+v", c)
	}

	if strings.Contains(out.String(), "Name of the first client") {
		t.Errorf("it asked for what a flag gave: %s", out)
	}
}

// What is wrong is told at once, and nothing is made.
func TestInitRefuses(t *testing.T) {
	t.Parallel()
	testkit.NotOnCitus(t, "it is about folders")

	folder := t.TempDir()
	good := func(file, data string, more ...string) []string {
		return append([]string{
			"init", "--data", filepath.Join(folder, data), "--public-url", "http://127.0.0.1:8080", "--client-code", "toko", "--client-name", "Toko",
			"--client-email", "a@example.com", "--owner-email", "b@example.com", filepath.Join(folder, file),
		}, more...)
	}

	if code, text := loketPlain(t, good("one.env", "data")...); code != 0 {
		t.Fatalf("init: %d %s", code, text)
	}

	before, err := os.ReadFile(filepath.Join(folder, "one.env"))
	testkit.Must(t, err)

	for _, c := range []struct {
		args []string
		want []string
	}{
		{[]string{"init", filepath.Join(folder, "two.env")}, []string{"--public-url: is missing", "--client-code: is missing", "--owner-email: is missing"}},
		{good("one.env", "other"), []string{"one.env exists"}},
		{good("two.env", "data"), []string{"the database is not empty"}},
		{
			good("two.env", "other", "--public-url", "loket.example.com", "--client-code", "To Ko", "--client-email", "nobody", "--owner", "a b", "--database-url", "mysql://a"),
			[]string{"public-url: ", "--client-code: ", "--client-email: ", "--owner: ", "database-url: "},
		},
	} {
		code, text := loketPlain(t, c.args...)
		if code != exitFault {
			t.Errorf("%v ended with %d", c.args, code)
		}

		for _, want := range c.want {
			if !strings.Contains(text, want) {
				t.Errorf("%q is not told: %s", want, text)
			}
		}
	}

	after, err := os.ReadFile(filepath.Join(folder, "one.env"))
	if err != nil || !bytes.Equal(before, after) {
		t.Errorf("the settings were changed: %v", err)
	}

	for _, name := range []string{"two.env", "other"} {
		if _, err := os.Stat(filepath.Join(folder, name)); !os.IsNotExist(err) {
			t.Errorf("%s was made: %v", name, err)
		}
	}
}
