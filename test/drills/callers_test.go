package drills

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"
)

const apiKey = "lk_demo_1001"

// callers place orders and keep their own log of acknowledged answers. That log,
// not the database, says which orders must exist.
type callers struct {
	base func() string // where the program answers now: http://127.0.0.1:...
	http *http.Client

	mu    sync.Mutex
	next  int
	acked map[string]string // clientRef -> orderId
	open  map[string]bool   // sent but not answered
}

func newCallers(base func() string) *callers {
	return &callers{
		base: base, acked: map[string]string{}, open: map[string]bool{},
		http: &http.Client{Timeout: 5 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 64}},
	}
}

// run makes n callers place orders until the context ends. It returns the refusals
// as errors. A missing answer leaves the reference open.
func (c *callers) run(ctx context.Context, n int) []error {
	var (
		wg     sync.WaitGroup
		faults []error
	)

	for range n {
		wg.Go(func() {
			for ctx.Err() == nil {
				if err := c.place(ctx, c.reference()); err != nil {
					c.mu.Lock()

					faults = append(faults, err)
					c.mu.Unlock()
				}
			}
		})
	}

	wg.Wait()

	return faults
}

// count is how many orders were acknowledged.
func (c *callers) count() int {
	c.mu.Lock()
	defer c.mu.Unlock()

	return len(c.acked)
}

// reference returns an open reference as often as a new one, as real callers repeat
// what was not answered.
func (c *callers) reference() string {
	c.mu.Lock()
	defer c.mu.Unlock()

	for ref := range c.open {
		delete(c.open, ref)

		return ref
	}

	c.next++

	return fmt.Sprintf("drill-%06d", c.next)
}

type placed struct {
	Data struct {
		OrderID string `json:"orderId"`
		Status  string `json:"status"`
		Refund  bool   `json:"refunded"`
	} `json:"data"`
}

func (c *callers) place(ctx context.Context, ref string) error {
	body := fmt.Sprintf(`{"productCode":"TSEL10","destinationNo":"0812%s","clientRef":%q}`, ref[len("drill-"):]+"0", ref)

	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base()+"/h2h/v1/orders", bytes.NewReader([]byte(body)))
	if err != nil {
		return fmt.Errorf("request: %w", err)
	}

	req.Header.Set("Content-Type", "application/json")

	answer, status, err := c.do(req)
	if err != nil || status >= http.StatusInternalServerError {
		c.mu.Lock()
		c.open[ref] = true // outcome unknown; it will be repeated
		c.mu.Unlock()

		return nil
	}

	if status != http.StatusOK && status != http.StatusCreated {
		return fmt.Errorf("%s: status %d", ref, status)
	}

	c.mu.Lock()
	defer c.mu.Unlock()

	if first, ok := c.acked[ref]; ok && first != answer.Data.OrderID {
		return fmt.Errorf("%s: acknowledged as %s and as %s", ref, first, answer.Data.OrderID)
	}

	c.acked[ref] = answer.Data.OrderID

	return nil
}

func (c *callers) get(ctx context.Context, ref string) (placed, int, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base()+"/h2h/v1/orders/"+ref, nil)
	if err != nil {
		return placed{}, 0, fmt.Errorf("request: %w", err)
	}

	return c.do(req)
}

func (c *callers) do(req *http.Request) (placed, int, error) {
	req.Header.Set("Authorization", "Bearer "+apiKey)

	res, err := c.http.Do(req)
	if err != nil {
		return placed{}, 0, fmt.Errorf("no answer: %w", err)
	}
	defer res.Body.Close()

	text, err := io.ReadAll(res.Body)
	if err != nil {
		return placed{}, 0, fmt.Errorf("half an answer: %w", err)
	}

	var answer placed
	if res.StatusCode < http.StatusBadRequest {
		if err := json.Unmarshal(text, &answer); err != nil {
			return placed{}, 0, fmt.Errorf("answer: %w", err)
		}
	}

	return answer, res.StatusCode, nil
}
