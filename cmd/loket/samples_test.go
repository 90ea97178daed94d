package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"loket/internal/api/audience"
	"loket/internal/api/gen/site"
	"loket/internal/api/routes"
	"loket/internal/dev/testkit"
	"loket/internal/platform/ids"
)

var record = flag.Bool("record", false, "keep the answers of the samples as examples of the OpenAPI document")

// examples is the folder with the answers that the document shows.
const examples = "../../internal/api/audience/examples"

// samples run the samples of the docs against a demo.
type samples struct {
	t   *testing.T
	env []string
}

// TestSamplesWork runs the samples of the docs against the demo, as they are: each call by curl, Node and Python, and one by Go.
func TestSamplesWork(t *testing.T) {
	t.Parallel()

	text, stop := startDemo(t, t.TempDir())
	defer stop()

	base := regexp.MustCompile(`ready on (http://127\.0\.0\.1:\d+)`).FindStringSubmatch(text)[1]
	s := samples{t, append(os.Environ(), "LOKET_URL="+base, "LOKET_KEY=lk_demo_1001")}

	sandbox, receiver := s.inSandbox(base), newReceiver(t)

	// Something has failed, so that the events show it.
	fails := site.Call{Method: http.MethodPost, Target: "/h2h/v1/orders", Body: json.RawMessage(`{"productCode":"TSEL10","destinationNo":"081234567892","clientRef":"INV-6"}`)}
	s.curl(fails)

	testkit.Eventually(t, testkit.Patience, "the end of an order", func() bool {
		_, answer := s.curl(site.Call{Method: http.MethodGet, Target: "/h2h/v1/orders/INV-6"})

		return strings.Contains(answer, `"failed"`)
	})

	paid := s.shopOrder()
	s.curl(site.Call{Method: http.MethodPost, Target: shopOrders + "/" + paid + "/paid", Body: json.RawMessage(shopPrice)})

	testkit.Eventually(t, testkit.Patience, "a delivered order of the shop", func() bool {
		_, answer := s.curl(site.Call{Method: http.MethodGet, Target: shopOrders + "/" + paid})

		return strings.Contains(answer, `"success"`)
	})

	for _, c := range sampledCalls(t) {
		if id, rest, ok := strings.Cut(strings.TrimPrefix(c.Target, shopOrders+"/"), "/"); strings.HasPrefix(c.Target, shopOrders+"/") {
			c.Target = strings.Replace(c.Target, id, paid, 1)
			if ok && rest != "" { // the call ends an order that waits for its payment
				c.Target, c.Body = strings.Replace(c.Target, paid, s.shopOrder(), 1), bodyOf(c)
			}
		}

		runs := s
		if strings.HasPrefix(c.Target, sandboxCalls) {
			runs = sandbox
		}

		for i, sample := range c.Samples() {
			tried := c
			if strings.HasPrefix(c.Target, webhookCalls) {
				tried = s.ofWebhook(c, receiver)
				sample = tried.Samples()[i]
			}

			run := runs.run
			if c.ID == "end-test-order" {
				run = runs.endAgain
			}

			status, answer := run(tried, sample)
			if status == 0 {
				continue // the language isn't here
			}

			if status < http.StatusOK || status >= http.StatusMultipleChoices {
				t.Errorf("%s in %s: %d %s", c.ID, sample.Language, status, answer)
			} else if sample.Language == "curl" {
				keepExample(t, c, status, strings.ReplaceAll(answer, receiver, sampleURL))
			}
		}
	}
}

// sampledCalls are the calls of the client API, orders first, since other calls look for them.
func sampledCalls(t *testing.T) []site.Call {
	t.Helper()

	documents, err := routes.Documents()
	if err != nil {
		t.Fatal(err)
	}

	calls, err := site.Calls(documents[audience.Client])
	if err != nil {
		t.Fatal(err)
	}

	first := func(c site.Call) int { return slices.Index([]string{"place-orders", "place-order"}, c.ID) }

	slices.SortStableFunc(calls, func(a, b site.Call) int { return first(b) - first(a) })

	return calls
}

// run runs a sample. The status is 0 for a language that isn't here, or that isn't tried for this call.
func (s samples) run(c site.Call, sample site.Sample) (status int, answer string) {
	s.t.Helper()

	var cmd *exec.Cmd

	switch sample.Language {
	case "curl":
		return s.curl(c)
	case "Node":
		cmd = exec.CommandContext(s.t.Context(), "node", "--input-type=module", "-e", strings.Replace(sample.Text, "console.log(response.status, await response.json())", "console.log(response.status, await response.text())", 1))
	case "Python":
		cmd = exec.CommandContext(s.t.Context(), "python3", "-c", sample.Text)
	case "PHP":
		cmd = exec.CommandContext(s.t.Context(), "php", "-r", strings.TrimPrefix(sample.Text, "<?php"))
	case "Go":
		if c.ID != "place-order" {
			return 0, "" // building each takes a second
		}

		file := filepath.Join(s.t.TempDir(), "main.go")
		if err := os.WriteFile(file, []byte(sample.Text), 0o600); err != nil {
			s.t.Fatal(err)
		}

		cmd = exec.CommandContext(s.t.Context(), "go", "run", file)
	}

	if _, err := exec.LookPath(cmd.Path); err != nil {
		return 0, ""
	}

	cmd.Env = s.env

	out, err := cmd.CombinedOutput()
	if err != nil {
		s.t.Errorf("%s in %s: %v %s", c.ID, sample.Language, err, out)
	}

	_, err = fmt.Sscan(string(out), &status)
	if err != nil {
		s.t.Errorf("%s in %s prints no status: %s", c.ID, sample.Language, out)
	}

	return status, string(out)
}

// curl runs the sample of a call for the shell.
func (s samples) curl(c site.Call) (status int, answer string) {
	s.t.Helper()

	cmd := exec.CommandContext(s.t.Context(), "bash", "-c", c.Samples()[0].Text+" -w '\n%{http_code}'")
	cmd.Env = s.env

	out, err := cmd.CombinedOutput()
	if err != nil {
		s.t.Fatalf("%s: %v %s", c.ID, err, out)
	}

	answer, code, _ := strings.Cut(string(out), "\n")
	if _, err := fmt.Sscan(code, &status); err != nil {
		s.t.Fatalf("%s: no status in %s", c.ID, out)
	}

	return status, answer
}

// What the sample orders of the demo's shop are about.
const (
	shopOrders = "/h2h/v1/storefront-orders"
	shopPrice  = `{"amount":11275}`
)

// bodyOf is the body of a call about an order of the shop: its own price in the place of the example's.
func bodyOf(c site.Call) json.RawMessage {
	if c.Body == nil {
		return nil
	}

	return json.RawMessage(shopPrice)
}

// shopOrder is a new order of a shopper, which waits for its payment.
func (s samples) shopOrder() string {
	s.t.Helper()

	cmd := exec.CommandContext(s.t.Context(), "bash", "-c", `curl -sS "$LOKET_URL/shop/v1/majujaya/orders" -H 'Content-Type: application/json' `+
		`-H 'Idempotency-Key: `+ids.Token()+`' -d '{"productCode":"TSEL10","price":11275,"destination":{"number":"081234567890"}}'`)
	cmd.Env = s.env

	out, err := cmd.CombinedOutput()
	if err != nil {
		s.t.Fatalf("an order of the shop: %v %s", err, out)
	}

	id := regexp.MustCompile(`order_id=(\d{19})`).FindSubmatch(out)
	if id == nil {
		s.t.Fatalf("an order of the shop: %s", out)
	}

	return string(id[1])
}

// keepExample records an answer, or checks that there is one.
func keepExample(t *testing.T, c site.Call, status int, answer string) {
	t.Helper()

	file := filepath.Join(examples, c.ID+".json")

	if !*record {
		if _, err := os.Stat(file); err != nil {
			t.Errorf("%s has no example of an answer: go test ./cmd/loket -run TestSamplesWork -record", c.ID)
		}

		return
	}

	var body map[string]any
	if err := json.Unmarshal([]byte(answer), &body); err != nil {
		t.Fatalf("%s: %v %s", c.ID, err, answer)
	}

	const most = 2 // rows of a list

	if list, ok := body["data"].([]any); ok && len(list) > most {
		body["data"] = list[:most]
	}

	var out bytes.Buffer

	to := json.NewEncoder(&out)
	to.SetIndent("", "  ")
	to.SetEscapeHTML(false)

	if err := to.Encode(map[int]any{status: body}); err != nil {
		t.Fatal(err)
	}

	if err := os.WriteFile(file, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}
