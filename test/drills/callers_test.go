package drills

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"loket/internal/dev/demo"
)

// callers place orders of a client and keep their own log of acknowledged answers. That log,
// not the database, says which orders must exist.
type callers struct {
	base        func() string // where the program answers now: http://127.0.0.1:...
	http        *http.Client
	key         string                  // of the client
	destination func(number int) string // of the order with this number

	mu      sync.Mutex
	next    int
	acked   map[string]string // clientRef -> orderId
	open    map[string]bool   // sent but not answered
	answers map[string]int    // how often each was given: its status, and the code of an error
}

func newCallers(base func() string) *callers {
	return &callers{
		base: base, acked: map[string]string{}, open: map[string]bool{}, answers: map[string]int{}, key: demo.MainKey,
		destination: func(number int) string { return fmt.Sprintf("0812%06d0", number) },
		http:        &http.Client{Timeout: 5 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 64}},
	}
}

// run makes n callers place orders until the context ends. It returns the refusals
// as errors. A missing answer leaves the reference open.
func (c *callers) run(ctx context.Context, n int) []error {
	return c.runEach(ctx, n, func() error { return c.place(ctx, c.reference()) })
}

// runEach makes n callers call until the context ends.
func (c *callers) runEach(ctx context.Context, n int, call func() error) []error {
	var (
		wg     sync.WaitGroup
		faults []error
	)

	for range n {
		wg.Go(func() {
			for ctx.Err() == nil {
				if err := call(); err != nil {
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

// input is the order with a reference.
func (c *callers) input(ref string) map[string]string {
	return map[string]string{"productCode": "TSEL10", "destinationNo": c.destinationOf(ref), "clientRef": ref}
}

func (c *callers) destinationOf(ref string) string {
	number, _ := strconv.Atoi(strings.TrimPrefix(ref, "drill-")) // it is ours

	return c.destination(number)
}

func (c *callers) place(ctx context.Context, ref string) error {
	var answer placed

	status, err := c.call(ctx, "/h2h/v1/orders", c.input(ref), &answer)

	return c.record(ref, status, answer.Data.OrderID, err)
}

// record notes what became of a reference. It returns refusals.
func (c *callers) record(ref string, status int, id string, err error) error {
	c.mu.Lock()
	defer c.mu.Unlock()

	if err != nil || status >= http.StatusInternalServerError {
		c.open[ref] = true // outcome unknown; it will be repeated

		return nil
	}

	if status != http.StatusOK && status != http.StatusCreated {
		return fmt.Errorf("%s: status %d", ref, status)
	}

	if first, ok := c.acked[ref]; ok && first != id {
		return fmt.Errorf("%s: acknowledged as %s and as %s", ref, first, id)
	}

	c.acked[ref] = id

	return nil
}

// batchSize is how many orders a batch has.
const batchSize = 20

// placeBatch places several orders by one call.
func (c *callers) placeBatch(ctx context.Context) error {
	refs := make([]string, batchSize)
	orders := make([]map[string]string, batchSize)

	for i := range refs {
		refs[i] = c.reference()
		orders[i] = c.input(refs[i])
	}

	var answer struct {
		Data []struct {
			Status int `json:"status"`
			Order  struct {
				OrderID string `json:"orderId"`
			} `json:"order"`
			Error struct {
				Code string `json:"code"`
			} `json:"error"`
		} `json:"data"`
	}

	status, err := c.call(ctx, "/h2h/v1/orders/batch", map[string]any{"orders": orders}, &answer)
	whole := err == nil && status == http.StatusOK && len(answer.Data) == len(refs)

	var faults []error

	for i, ref := range refs {
		if !whole {
			faults = append(faults, c.record(ref, status, "", fmt.Errorf("no answer: %w", err)))

			continue
		}

		one := answer.Data[i]
		c.note(one.Status, one.Error.Code)
		faults = append(faults, c.record(ref, one.Status, one.Order.OrderID, nil))
	}

	return errors.Join(faults...)
}

// call posts a body.
func (c *callers) call(ctx context.Context, path string, body, into any) (int, error) {
	text, err := json.Marshal(body)
	if err != nil {
		return 0, fmt.Errorf("request: %w", err)
	}

	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base()+path, bytes.NewReader(text))
	if err != nil {
		return 0, fmt.Errorf("request: %w", err)
	}

	req.Header.Set("Content-Type", "application/json")

	return c.do(req, into)
}

// note counts an answer; status 0 is none.
func (c *callers) note(status int, code string) {
	c.mu.Lock()
	defer c.mu.Unlock()

	c.answers[strings.TrimSpace(fmt.Sprint(status, " ", code))]++
}

func (c *callers) get(ctx context.Context, ref string) (placed, int, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base()+"/h2h/v1/orders/"+ref, nil)
	if err != nil {
		return placed{}, 0, fmt.Errorf("request: %w", err)
	}

	var answer placed

	status, err := c.do(req, &answer)

	return answer, status, err
}

// do sends a request, and reads a good answer into something.
func (c *callers) do(req *http.Request, into any) (int, error) {
	req.Header.Set("Authorization", "Bearer "+c.key)

	res, err := c.http.Do(req)
	if err != nil {
		if req.Context().Err() == nil {
			c.note(0, "no answer")
		}

		return 0, fmt.Errorf("no answer: %w", err)
	}
	defer res.Body.Close()

	text, err := io.ReadAll(res.Body)
	if err != nil {
		return 0, fmt.Errorf("half an answer: %w", err)
	}

	var refusal struct {
		Code string `json:"code"`
	}

	if res.StatusCode >= http.StatusBadRequest {
		into = &refusal
	}

	err = json.Unmarshal(text, into)

	c.note(res.StatusCode, refusal.Code)

	if err != nil && res.StatusCode < http.StatusBadRequest { // who refuses need not say why
		return 0, fmt.Errorf("answer: %w", err)
	}

	return res.StatusCode, nil
}
