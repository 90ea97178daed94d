package upstream

import (
	"bytes"
	"context"
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
	header map[string]string
	body   []byte
	// query and key are of a report by GET, which has no body: key is the last part of its address.
	query, key string
	// done is called after the notice was accepted; nil for false notices.
	done func()
}

// variantTruth names the true notice about a purchase among all that are sent.
const variantTruth = "truth"

// owe sends the true notice of a finished purchase until it is accepted.
func (s *Supplier) owe(r record, wait time.Duration) {
	made, ok := s.protocol.notice(s, r, variantTruth)
	if !ok {
		return
	}

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
			s.logger.WarnContext(ctx, "notice was not accepted", "supplier", s.account.Name, "error", err)

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

	method := http.MethodPost
	if n.query != "" {
		method, target = http.MethodGet, target+"/"+n.key+"?"+n.query
	}

	request, err := http.NewRequestWithContext(ctx, method, target, bytes.NewReader(n.body))
	if err != nil {
		return fmt.Errorf("notice: %w", err)
	}

	request.Header.Set("Content-Type", "application/json")

	for name, value := range n.header {
		request.Header.Set(name, value)
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

// Ping sends the test notice of the address, as the web page of Digiflazz can.
func (s *Supplier) Ping(ctx context.Context) error {
	body := []byte(`{"sed":"loket","hook_id":"1","hook":{"type":"transaction","status":1}}`)

	return s.send(ctx, notice{body: body, header: map[string]string{
		headerEvent: "ping", headerDelivery: "00000000-0000-4000-a000-000000000000", headerAgent: "Digiflazz-Hookshot", headerSignature: s.signature(body),
	}})
}
