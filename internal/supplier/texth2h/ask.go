package texth2h

import (
	"bytes"
	"cmp"
	"context"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"

	"loket/internal/platform/safetext"
	"loket/internal/supplier"
	"loket/internal/supplier/wire"
)

// ask sends a request about an attempt and decides what the reply means.
func (c *Client) ask(ctx context.Context, t *Template, req supplier.Request, first bool) supplier.Answer {
	if req.Reference == "" || req.SKU == "" || req.Destination == "" {
		return (&wire.Silence{Code: supplier.CodeInvalid, Message: "Reference, product and destination are needed."}).Answer(first)
	}

	began := time.Now()

	answered, silent := c.send(ctx, t, req)
	if silent != nil {
		answer := silent.Answer(first)
		if silent.Sent {
			answer.Exchange = c.exchange(t, req, answered, "", began)
		}

		return answer
	}

	v := c.verdict(ctx, answered, c.question(req, first))
	if v.Outcome != supplier.Success {
		v.Exchange = c.exchange(t, req, answered, v.parts[partSerial], began)
		v.AskAfter = c.every
	}

	return v.Answer
}

func (c *Client) question(req supplier.Request, first bool) question {
	q := question{ref: req.Reference, sku: req.SKU, dest: req.Destination, first: first, likely: req.MaxPrice}
	if !first {
		q.age = c.age(req)
	}

	return q
}

// verdict reads a reply. HTTP statuses other than 200 say nothing.
func (c *Client) verdict(ctx context.Context, answered wire.Reply, q question) verdict {
	if answered.Status != http.StatusOK {
		return verdict{Answer: supplier.Answer{
			Outcome: supplier.Unknown, Code: supplier.CodeHTTPStatus, Message: "The supplier answered with HTTP status " + http.StatusText(answered.Status) + ".",
		}}
	}

	v := c.judged(&c.settings.Reply, answered.Body, q)
	if v.Outcome == supplier.Success {
		v.Answer = c.claim(ctx, v.Answer, q.ref)
	}

	return v
}

// judged reads a text by an envelope and decides what it means, without the look for its serial number.
func (c *Client) judged(e *Envelope, body []byte, q question) verdict {
	r, ok := e.read(body)
	if !ok {
		return verdict{Answer: unreadable("The reply can't be read.")}
	}

	return c.judge.of(e, r, q)
}

// codeSerialUnchecked: the database didn't say whether the serial number is new. A status query follows.
const codeSerialUnchecked = "serial-unchecked"

// claim lets a success count only if no other purchase had its serial number.
func (c *Client) claim(ctx context.Context, answer supplier.Answer, ref string) supplier.Answer {
	free, err := c.config.ClaimSerial(ctx, answer.SerialNumber, ref)

	switch {
	case err != nil:
		return supplier.Answer{Outcome: supplier.Unknown, Code: codeSerialUnchecked, Message: "Whether the serial number is new could not be checked."}
	case !free:
		return supplier.Answer{
			Outcome: supplier.Unknown, Code: supplier.CodeContradiction,
			Message: "The supplier answered with the serial number of another purchase.",
		}
	default:
		return answer
	}
}

// send sends a request once.
func (c *Client) send(ctx context.Context, t *Template, req supplier.Request) (wire.Reply, *wire.Silence) {
	made := c.settings.render(t, req, false)

	ctx, cancel := context.WithTimeout(ctx, c.config.Timeout)
	defer cancel()

	request, err := http.NewRequestWithContext(ctx, made.method(), c.base+made.path, bytes.NewReader(made.body))
	if err != nil {
		return wire.Reply{}, &wire.Silence{Code: supplier.CodeInvalid, Message: "The request could not be made."}
	}

	if made.contentType != "" {
		request.Header.Set("Content-Type", made.contentType)
	}

	return wire.Do(c.http, request, c.config.Timeout, wire.MaxAnswer)
}

func (r outgoing) method() string {
	if r.body == nil {
		return http.MethodGet
	}

	return http.MethodPost
}

// serials finds what is probably a serial number in a reply that no rule reads: it is worth money.
var serials = regexp.MustCompile(`(?i)\b((?:sn|kode|voucher|token|stroom)(?:/ref)?"?\s*[:=]?\s*"?)([0-9a-z][0-9a-z-]{7,})`)

// exchange is a call as staff may read it: without secrets and serial numbers.
func (c *Client) exchange(t *Template, req supplier.Request, answered wire.Reply, serial string, began time.Time) *supplier.Exchange {
	made := c.settings.render(t, req, true)
	request := made.method() + " " + made.path

	if len(made.body) > 0 {
		request += "\n" + string(made.body)
	}

	if shown, err := url.QueryUnescape(request); err == nil {
		request = shown // as people read it
	}

	return &supplier.Exchange{
		Request: clip(request), Answer: clip(c.masked(string(answered.Body), serial)), Status: answered.Status, Took: time.Since(began),
	}
}

func (c *Client) masked(text, serial string) string {
	for _, secret := range c.settings.Secrets {
		for _, form := range []string{secret, url.QueryEscape(secret)} {
			text = strings.ReplaceAll(text, cmp.Or(form, wire.Hidden), wire.Hidden)
		}
	}

	if serial != "" {
		text = strings.ReplaceAll(text, serial, wire.Hidden)
	}

	return serials.ReplaceAllString(text, "${1}"+wire.Hidden)
}

func clip(text string) string {
	return safetext.ClipBytes(safetext.MakeStorable(text), supplier.MaxExchange)
}
