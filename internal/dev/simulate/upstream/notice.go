package upstream

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha1" //nolint:gosec // the simulated protocol signs with HMAC-SHA1
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"
)

const (
	noticeTimeout = 5 * time.Second
	firstRetry    = 200 * time.Millisecond
	longestRetry  = 5 * time.Second
	// mostTries is enough for a restart of the receiver. A notice that is still not delivered
	// is sent again after the next start of the simulator.
	mostTries = 40
	maxReply  = 64 << 10
)

// notice is one callback to send.
type notice struct {
	event     string
	delivery  string
	agent     string
	body      []byte
	signature string // "" sends none
	// done is called after the notice was accepted; nil for false notices.
	done func()
}

func (s *Supplier) newNotice(r record, variant string, fields transactionFields) notice {
	body, err := json.Marshal(frame{fields})
	if err != nil {
		body = []byte("{}") // can't happen: the fields are plain
	}

	agent := "Digiflazz-Hookshot"
	if r.Kind == kindBill {
		agent = "Digiflazz-Pasca-Hookshot"
	}

	chance := dice(0, "delivery", r.Supplier, r.RefID, variant)

	return notice{
		event:     "update",
		delivery:  fmt.Sprintf("%08x-%04x-4%03x-a%03x-%012x", chance.Uint32(), chance.IntN(1<<16), chance.IntN(1<<12), chance.IntN(1<<12), chance.Int64N(1<<48)), // the shape of a UUID
		agent:     agent,
		body:      body,
		signature: s.signature(body),
	}
}

func (s *Supplier) signature(body []byte) string {
	mac := hmac.New(sha1.New, []byte(s.account.WebhookSecret.Reveal()))
	mac.Write(body)

	return "sha1=" + hex.EncodeToString(mac.Sum(nil))
}

// owe sends the true notice of a finished purchase until it is accepted.
func (s *Supplier) owe(r record, wait time.Duration) {
	made := s.newNotice(r, "truth", s.fields(r))
	made.done = func() { s.acceptNotice(r.RefID) }
	s.post(made, wait, 1)
}

// post sends a notice after a wait, and again after longer waits until it is accepted.
func (s *Supplier) post(n notice, wait time.Duration, try int) {
	s.courier.runLater(wait, func(ctx context.Context) {
		err := s.send(ctx, n)
		if err == nil {
			if n.done != nil {
				n.done()
			}

			return
		}

		// False notices are not repeated, and nothing is repeated after a stop.
		if n.done == nil || try >= mostTries || ctx.Err() != nil {
			s.logger.WarnContext(ctx, "notice was not accepted", "supplier", s.account.Name, "delivery", n.delivery, "error", err)

			return
		}

		s.post(n, min(firstRetry<<min(try, 10), longestRetry), try+1) // no shift beyond the longest
	})
}

func (s *Supplier) send(ctx context.Context, n notice) error {
	target := s.webhookURL()
	if target == "" {
		return nil
	}

	ctx, cancel := context.WithTimeout(ctx, noticeTimeout)
	defer cancel()

	request, err := http.NewRequestWithContext(ctx, http.MethodPost, target, bytes.NewReader(n.body))
	if err != nil {
		return fmt.Errorf("notice: %w", err)
	}

	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", n.agent)
	request.Header.Set("X-Digiflazz-Event", n.event)
	request.Header.Set("X-Digiflazz-Delivery", n.delivery)

	if n.signature != "" {
		request.Header.Set("X-Hub-Signature", n.signature)
	}

	response, err := s.client.Do(request)
	if err != nil {
		return fmt.Errorf("notice: %w", err)
	}

	defer func() { _ = response.Body.Close() }() // read only

	if _, err := io.Copy(io.Discard, io.LimitReader(response.Body, maxReply)); err != nil {
		return fmt.Errorf("notice: %w", err)
	}

	if response.StatusCode/100 != 2 { // any success
		return fmt.Errorf("notice: %w: status %d", errNotTaken, response.StatusCode)
	}

	return nil
}

// Ping sends the test notice of the address, as the supplier's web page can.
func (s *Supplier) Ping(ctx context.Context) error {
	body := []byte(`{"sed":"loket","hook_id":"1","hook":{"type":"transaction","status":1}}`)

	return s.send(ctx, notice{
		event: "ping", delivery: "00000000-0000-4000-a000-000000000000", agent: "Digiflazz-Hookshot",
		body: body, signature: s.signature(body),
	})
}
