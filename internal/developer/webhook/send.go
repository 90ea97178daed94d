package webhook

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"loket/internal/platform/safetext"
	"loket/internal/platform/secret"
)

const (
	// answerTime is how long a receiver has to answer.
	answerTime = 15 * time.Second
	// bodyTime is how long the body of an answer is read after its status came: it changes nothing any more.
	bodyTime = 2 * time.Second
	// keptAnswer is how much of an answer's body is kept, readAnswer how much is read, so that the connection can be used again.
	keptAnswer = 1 << 10
	readAnswer = 64 << 10

	agent = "Loket-Webhooks/1.0"
)

// Codes of tries without an answer.
const (
	FailTimeout = "timeout"
	FailRefused = "address"    // the name leads to an address that is not public
	FailName    = "name"       // the name does not exist
	FailTLS     = "tls"        // no valid certificate
	FailConnect = "connection" // refused, reset, or no HTTP
)

// outgoing is one request to a receiver.
type outgoing struct {
	url     string
	secrets []secret.Text
	id      string
	at      time.Time
	body    []byte
}

// Result is what became of one try.
type Result struct {
	Status     int    // of the answer; 0 without one
	Failure    string // a code, if there was no answer
	Answer     string // the beginning of its body, text alone
	Took       time.Duration
	RetryAfter time.Duration // that the receiver asks for
}

// OK reports whether the receiver took the event.
func (r Result) OK() bool { return r.Status >= 200 && r.Status < 300 }

// Gone reports whether the receiver wants no more events.
func (r Result) Gone() bool { return r.Status == http.StatusGone }

// Slower reports whether the receiver asks for less at a time.
func (r Result) Slower() bool {
	return r.Status == http.StatusTooManyRequests || r.Status == http.StatusBadGateway || r.Status == http.StatusGatewayTimeout
}

// send sends one request and never fails: what goes wrong is the result.
func send(ctx context.Context, client *http.Client, out outgoing) (r Result) {
	began := time.Now()

	defer func() { r.Took = time.Since(began) }()

	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()

	signature, err := Sign(out.secrets, out.id, out.at, out.body)
	if err != nil {
		return Result{Failure: FailConnect}
	}

	request, err := http.NewRequestWithContext(ctx, http.MethodPost, out.url, bytes.NewReader(out.body))
	if err != nil {
		return Result{Failure: FailConnect}
	}

	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", agent)
	request.Header.Set(headerID, out.id)
	request.Header.Set(headerTimestamp, strconv.FormatInt(out.at.Unix(), 10))
	request.Header.Set(headerSignature, signature)

	answer, err := client.Do(request)
	if err != nil {
		return Result{Failure: failureOf(ctx, err)}
	}

	defer func() { _ = answer.Body.Close() }() // the status says all

	stop := time.AfterFunc(bodyTime, cancel)
	defer stop.Stop()

	text, _ := io.ReadAll(io.LimitReader(answer.Body, readAnswer)) // the status says all

	return Result{Status: answer.StatusCode, Answer: clip(text), RetryAfter: retryAfter(answer.Header.Get("Retry-After"), out.at)}
}

// clip keeps the beginning of an answer that people read.
func clip(text []byte) string {
	return strings.TrimSpace(safetext.ClipBytes(safetext.MakeStorable(string(text[:min(len(text), 2*keptAnswer)])), keptAnswer)) //nolint:mnd // cut within a character first
}

// failureOf names why there was no answer.
func failureOf(ctx context.Context, err error) string {
	if errors.Is(err, errAddress) {
		return FailRefused
	}

	if ctx.Err() != nil {
		return FailTimeout
	}

	var (
		name    *net.DNSError
		network net.Error
	)

	switch {
	case errors.As(err, &name) && name.IsNotFound:
		return FailName
	case errors.As(err, &network) && network.Timeout():
		return FailTimeout
	case strings.Contains(err.Error(), "tls: ") || strings.Contains(err.Error(), "x509: "):
		return FailTLS
	}

	return FailConnect
}

// retryAfter reads the header Retry-After: seconds, or a date.
func retryAfter(text string, now time.Time) time.Duration {
	if seconds, err := strconv.Atoi(text); err == nil && seconds > 0 && seconds <= int(mostRetryAfter.Seconds()) {
		return time.Duration(seconds) * time.Second
	}

	if at, err := http.ParseTime(text); err == nil && at.After(now) {
		return at.Sub(now)
	}

	return 0
}
