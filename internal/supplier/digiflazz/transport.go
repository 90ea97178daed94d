package digiflazz

import (
	"bytes"
	"context"
	"crypto/md5" //nolint:gosec // the supplier's protocol signs with MD5; nothing else here does
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"sync/atomic"
	"time"

	"loket/internal/supplier"
)

const (
	maxAnswer = 1 << 20  // bytes, of one transaction
	maxList   = 32 << 20 // bytes, of a whole price list
)

// sign is the signature of a request: md5(username + key + subject).
func (c *Client) sign(subject string) string {
	sum := md5.Sum([]byte(c.config.Username + c.config.Key.Reveal() + subject)) //nolint:gosec // see the import

	return hex.EncodeToString(sum[:])
}

// reply is a whole HTTP answer of any status.
type reply struct {
	status int
	body   []byte
}

// silence says why there is no reply.
type silence struct {
	code    string
	message string
	// sent is false when certainly no byte of the request was sent.
	sent bool
}

type call struct {
	path    string
	payload any
	timeout time.Duration
	limit   int64
}

// post sends one request once. The Go client repeats a POST only when nothing was
// written to a reused connection, so a request is never sent twice.
func (c *Client) post(ctx context.Context, what call) (reply, *silence) {
	body, err := json.Marshal(what.payload)
	if err != nil {
		return reply{}, &silence{code: supplier.CodeInvalid, message: "The request could not be written."}
	}

	ctx, cancel := context.WithTimeout(ctx, what.timeout)
	defer cancel()

	var connected atomic.Bool // until there is a connection, nothing can have been sent

	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GotConn: func(httptrace.GotConnInfo) { connected.Store(true) },
	})

	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base+what.path, bytes.NewReader(body))
	if err != nil {
		return reply{}, &silence{code: supplier.CodeInvalid, message: "The request could not be made."}
	}

	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json")
	request.Header.Set("User-Agent", "Loket")

	response, err := c.http.Do(request)
	if err != nil {
		return reply{}, quiet(connected.Load(), what.timeout)
	}

	defer func() { _ = response.Body.Close() }() // read only: nothing is lost

	content, err := io.ReadAll(io.LimitReader(response.Body, what.limit+1))
	if err != nil {
		return reply{}, quiet(true, what.timeout)
	}

	if int64(len(content)) > what.limit {
		return reply{}, &silence{code: supplier.CodeUnreadable, message: "The answer is too large.", sent: true}
	}

	return reply{status: response.StatusCode, body: content}, nil
}

// quiet describes a failed call without the text of the error, which may hold
// addresses.
func quiet(connected bool, timeout time.Duration) *silence {
	if !connected {
		return &silence{code: supplier.CodeNotConnected, message: "No connection to the supplier."}
	}

	return &silence{
		code:    supplier.CodeNoAnswer,
		message: fmt.Sprintf("No whole answer from the supplier (limit %s).", timeout),
		sent:    true,
	}
}
