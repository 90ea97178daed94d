package wire

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"sync/atomic"
	"time"

	"loket/internal/platform/loopback"
	"loket/internal/supplier"
)

const (
	connectTimeout = 10 * time.Second
	idleTimeout    = 60 * time.Second
	// idleConnections is more than a supplier ever has calls in flight, so that every connection is kept for the
	// next call. The slots of supplier.Guard bound the number of connections.
	idleConnections = 1024
)

// Limits of answers, in bytes.
const (
	MaxAnswer = 1 << 20  // of one transaction
	MaxList   = 32 << 20 // of a whole price list
)

// NewHTTPClient follows no redirects and uses no proxy from the environment: both
// could send a purchase to a host that nobody configured.
func NewHTTPClient() *http.Client {
	dialer := &net.Dialer{Timeout: connectTimeout}

	return &http.Client{
		Transport: &http.Transport{
			Proxy:                 nil,
			DialContext:           dialer.DialContext,
			TLSHandshakeTimeout:   connectTimeout,
			MaxIdleConns:          idleConnections,
			MaxIdleConnsPerHost:   idleConnections,
			IdleConnTimeout:       idleTimeout,
			ExpectContinueTimeout: time.Second,
			ForceAttemptHTTP2:     true,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// CheckBase checks a base URL: https, or http on a loopback address. name is what the error calls it. The error wraps
// supplier.ErrConfig and quotes nothing of the URL.
func CheckBase(name, raw string) error {
	base, err := url.Parse(raw)
	if err != nil || base.Host == "" {
		return fmt.Errorf("%w: %s can't be read", supplier.ErrConfig, name)
	}

	if base.User != nil || base.RawQuery != "" || base.Fragment != "" {
		return fmt.Errorf("%w: %s must be a host and a path alone", supplier.ErrConfig, name)
	}

	switch {
	case base.Scheme == "https":
		return nil
	case base.Scheme == "http" && loopback.Is(base.Hostname()):
		return nil
	default:
		// The key is sent only as a hash, but without TLS an attacker could change an
		// answer to a success.
		return fmt.Errorf("%w: %s must be https (http only on a loopback address)", supplier.ErrConfig, name)
	}
}

// Reply is a whole HTTP answer of any status.
type Reply struct {
	Status int
	Body   []byte
}

// Silence says why there is no reply.
type Silence struct {
	Code    string // of package supplier
	Message string
	// Sent is false when certainly no byte of the request was sent.
	Sent bool
}

// Answer is the answer of a call without a reply. A first send that was not sent
// created nothing. An unsent status query says nothing about the first send.
func (s *Silence) Answer(firstSend bool) supplier.Answer {
	answer := supplier.Answer{Outcome: supplier.Unknown, Code: s.Code, Message: s.Message}
	if firstSend && !s.Sent {
		answer.Outcome = supplier.FailedNotCreated
	}

	return answer
}

// Call is one request with a JSON body.
type Call struct {
	URL     string
	Payload any
	Timeout time.Duration
	Limit   int64 // of the answer, in bytes
}

// Post sends one request once. The Go client repeats a POST only when nothing was
// written to a reused connection, so a request is never sent twice.
func Post(ctx context.Context, client *http.Client, what Call) (Reply, *Silence) {
	body, err := json.Marshal(what.Payload)
	if err != nil {
		return Reply{}, &Silence{Code: supplier.CodeInvalid, Message: "The request could not be written."}
	}

	ctx, cancel := context.WithTimeout(ctx, what.Timeout)
	defer cancel()

	request, err := http.NewRequestWithContext(ctx, http.MethodPost, what.URL, bytes.NewReader(body))
	if err != nil {
		return Reply{}, &Silence{Code: supplier.CodeInvalid, Message: "The request could not be made."}
	}

	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json")

	return Do(client, request, what.Timeout, what.Limit)
}

// Do sends a request, whose context ends after the timeout, and reads its answer up to a limit in bytes.
func Do(client *http.Client, request *http.Request, timeout time.Duration, limit int64) (Reply, *Silence) {
	var connected atomic.Bool // until there is a connection, nothing can have been sent

	request = request.WithContext(httptrace.WithClientTrace(request.Context(), &httptrace.ClientTrace{
		GotConn: func(httptrace.GotConnInfo) { connected.Store(true) },
	}))
	request.Header.Set("User-Agent", "Loket")

	response, err := client.Do(request) //nolint:gosec // its address is from the settings
	if err != nil {
		return Reply{}, quiet(connected.Load(), timeout)
	}

	defer func() { _ = response.Body.Close() }() // read only: nothing is lost

	content, err := io.ReadAll(io.LimitReader(response.Body, limit+1))
	if err != nil {
		return Reply{}, quiet(true, timeout)
	}

	if int64(len(content)) > limit {
		return Reply{}, &Silence{Code: supplier.CodeUnreadable, Message: "The answer is too large.", Sent: true}
	}

	return Reply{Status: response.StatusCode, Body: content}, nil
}

// quiet describes a failed call without the text of the error, which may hold
// addresses.
func quiet(connected bool, timeout time.Duration) *Silence {
	if !connected {
		return &Silence{Code: supplier.CodeNotConnected, Message: "No connection to the supplier."}
	}

	return &Silence{
		Code:    supplier.CodeNoAnswer,
		Message: fmt.Sprintf("No whole answer from the supplier (limit %s).", timeout),
		Sent:    true,
	}
}
