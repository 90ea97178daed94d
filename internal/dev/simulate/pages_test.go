package simulate_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/smtp"
	"net/url"
	"strings"
	"testing"

	"loket/internal/dev/simulate/mailbox"
	"loket/internal/supplier"
)

func get(t *testing.T, address string) (int, string) {
	t.Helper()

	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}

	return do(t, request)
}

func do(t *testing.T, request *http.Request) (int, string) {
	t.Helper()

	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}

	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}

	if err := response.Body.Close(); err != nil {
		t.Fatal(err)
	}

	return response.StatusCode, string(body)
}

func turn(t *testing.T, sim *simulation, form url.Values, header map[string]string) (int, string) {
	t.Helper()

	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, sim.server.URL()+"/supplier", strings.NewReader(form.Encode()))
	if err != nil {
		t.Fatal(err)
	}

	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")

	for name, value := range header {
		request.Header.Set(name, value)
	}

	return do(t, request)
}

func TestFaultSettingsByForm(t *testing.T) {
	t.Parallel()

	sim := newSimulation(t, nil)

	if status, body := turn(t, sim, url.Values{"supplier": {"one"}, "down": {"true"}, "timeoutAfter": {"30"}, "delay": {"1ms"}}, nil); status != http.StatusOK {
		t.Fatalf("%d %s", status, body)
	}

	one, _ := sim.server.Supplier("one")
	if settings := one.FaultSettings(); !settings.Down || settings.Chaos.TimeoutAfter != 30 || settings.Hang != -1 {
		t.Errorf("%+v", settings) // settings that the form doesn't name stay
	}

	if got := sim.adapter.Buy(t.Context(), buy("A", "08120")); got.Outcome != supplier.Unknown {
		t.Errorf("down: %+v", got)
	}

	for name, form := range map[string]url.Values{
		"no supplier": {"down": {"true"}},
		"share":       {"supplier": {"one"}, "failed": {"101"}},
		"time":        {"supplier": {"one"}, "delay": {"soon"}},
		"flag":        {"supplier": {"one"}, "down": {"perhaps"}},
		"seed":        {"supplier": {"one"}, "seed": {"-1"}},
	} {
		if status, _ := turn(t, sim, form, nil); status < http.StatusBadRequest {
			t.Errorf("%s: %d", name, status)
		}
	}

	// A page of another site can't do it through a visitor's browser.
	if status, _ := turn(t, sim, url.Values{"supplier": {"one"}, "reset": {"1"}}, map[string]string{"Sec-Fetch-Site": "cross-site"}); status != http.StatusForbidden {
		t.Errorf("another site: %d", status)
	}

	if status, _ := turn(t, sim, url.Values{"supplier": {"one"}, "reset": {"1"}}, nil); status != http.StatusOK || one.FaultSettings().Down {
		t.Errorf("reset: %d, %+v", status, one.FaultSettings())
	}
}

func TestPagesAnswer(t *testing.T) {
	t.Parallel()

	sim := newSimulation(t, nil)
	sim.adapter.Buy(t.Context(), buy("<b>REF", "08120"))

	for path, want := range map[string]string{
		"/": "Suppliers", "/supplier": "&lt;b&gt;REF", "/mailbox": "No mail yet.", "/style.css": "body",
		"/supplier/book": `"executed":true`, "/supplier/book?ref=none": "[]", "/mail": "[]",
	} {
		if status, body := get(t, sim.server.URL()+path); status != http.StatusOK || !strings.Contains(body, want) {
			t.Errorf("%s: %d, %q is not in %.300s", path, status, want, body)
		}
	}

	if status, _ := get(t, sim.server.URL()+"/mailbox/0"); status != http.StatusNotFound {
		t.Errorf("no such mail: %d", status)
	}
}

const multipartMail = "From: Loket <no-reply@example.com>\r\n" +
	"To: root.1001@example.com\r\n" +
	"Subject: =?utf-8?Q?Kata_sandi_baru_=E2=9C=93?=\r\n" +
	"MIME-Version: 1.0\r\n" +
	"Content-Type: multipart/mixed; boundary=outer\r\n\r\n" +
	"--outer\r\nContent-Type: multipart/alternative; boundary=inner\r\n\r\n" +
	"--inner\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n" +
	"Password:\r\nabc=3Ddef\r\n" +
	"--inner\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n" +
	"PHA+SGFsbzwvcD4=\r\n" +
	"--inner--\r\n" +
	"--outer\r\nContent-Type: text/csv\r\nContent-Disposition: attachment; filename=a.csv\r\n\r\na;b\r\n--outer--\r\n"

func TestMailArrives(t *testing.T) {
	t.Parallel()

	sim := newSimulation(t, nil)
	to := []string{"root.1001@example.com", "billing.1001@example.com"}

	if err := smtp.SendMail(sim.server.MailAddr(), nil, "no-reply@example.com", to, []byte(multipartMail)); err != nil {
		t.Fatal(err)
	}

	plain := "Subject: Second\r\n\r\n.begins with a point\r\n"
	if err := smtp.SendMail(sim.server.MailAddr(), nil, "", to[:1], []byte(plain)); err != nil {
		t.Fatal(err)
	}

	check := func() {
		t.Helper()

		_, body := get(t, sim.server.URL()+"/mail")

		var mails []mailbox.Mail
		if err := json.Unmarshal([]byte(body), &mails); err != nil || len(mails) != 2 {
			t.Fatalf("%v: %s", err, body)
		}

		if mails[0].Subject != "Second" || mails[0].Text != ".begins with a point\n" || !mails[0].At.Equal(noon()) {
			t.Errorf("the newest: %+v", mails[0])
		}

		if m := mails[1]; m.To != strings.Join(to, ", ") || m.Subject != "Kata sandi baru ✓" ||
			m.Text != "Password:\nabc=def" || m.HTML != "<p>Halo</p>" {
			t.Errorf("the first: %+v", m)
		}
	}

	check()

	// The mails survive a restart, and the page shows them in a sandbox.
	stop(t, sim.server)
	sim.start(t)
	check()

	if status, body := get(t, sim.server.URL()+"/mailbox/1"); status != http.StatusOK || !strings.Contains(body, "<p>Halo</p>") {
		t.Errorf("%d %s", status, body)
	}

	if _, body := get(t, sim.server.URL()+"/mailbox"); !strings.Contains(body, "Kata sandi baru") {
		t.Error("the mailbox page does not show the mail")
	}
}
