// Package iak speaks the protocol of IAK (Indobest Artha Kreasi, formerly Mobilepulsa): prepaid purchases by version 2, bills, price lists,
// balance and callbacks.
// Source of every rule: https://api.iak.id/api/
package iak

import (
	"cmp"
	"crypto/md5" //nolint:gosec // the supplier's protocol signs with MD5; nothing else here does
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/secret"
	"loket/internal/supplier"
	"loket/internal/supplier/wire"
)

// The hosts of IAK. Prepaid products and bills have one each.
const (
	PrepaidURL      = "https://prepaid.iak.id"
	PostpaidURL     = "https://mobilepulsa.net"
	TestPrepaidURL  = "https://prepaid.iak.dev"
	TestPostpaidURL = "https://testpostpaid.mobilepulsa.net"
)

// Defaults of the adapter.
const (
	// DefaultTimeout is the one that the manual suggests for bills.
	DefaultTimeout = 30 * time.Second
	// DefaultListTimeout of a price list, which has some thousand rows.
	DefaultListTimeout = 60 * time.Second
	// DefaultNotFoundAfter is how long a first send without an answer may still be in flight. Only after it does "not found" end an attempt.
	DefaultNotFoundAfter = 10 * time.Minute
)

// Config holds the settings of one account at IAK.
type Config struct {
	// PrepaidURL and PostpaidURL are the two hosts; "" takes those of IAK. They must be https, or http on a loopback address.
	PrepaidURL, PostpaidURL string
	// Testing takes the development hosts where no URL is given. They need the development key.
	Testing bool
	// Username is the registered phone number.
	Username string
	// Key is the API key of the hosts. It also signs callbacks.
	Key secret.Text

	// Timeout of every call but a price list.
	Timeout     time.Duration
	ListTimeout time.Duration
	// NotFoundAfter must be longer than Timeout. A first send that could not end before it is not made.
	NotFoundAfter time.Duration
	// Clock gives the day of a bill and the age of a reference and of the price list; nil is the system clock.
	Clock clock.Clock
}

// Client is the adapter. It is safe for concurrent use.
type Client struct {
	config            Config
	prepaid, postpaid string
	http              *http.Client
	zone              *time.Location

	goods, bills *list
}

var _ supplier.Adapter = (*Client)(nil)

// New makes a Client. Its error wraps supplier.ErrConfig and lists all faults of the configuration.
func New(config Config) (*Client, error) {
	config = config.withDefaults()

	var faults []error
	if config.Username == "" {
		faults = append(faults, fmt.Errorf("%w: username is missing", supplier.ErrConfig))
	}

	if config.Key.Reveal() == "" {
		faults = append(faults, fmt.Errorf("%w: key is missing", supplier.ErrConfig))
	}

	faults = append(faults, wire.CheckBase("base URL", config.PrepaidURL), wire.CheckBase("postpaid URL", config.PostpaidURL))

	if config.NotFoundAfter <= config.Timeout {
		faults = append(faults, fmt.Errorf("%w: notFoundAfter %s must be longer than the timeout %s",
			supplier.ErrConfig, config.NotFoundAfter, config.Timeout))
	}

	zone, err := clock.Zone(clock.DefaultZone)
	if err != nil {
		faults = append(faults, err)
	}

	if err := errors.Join(faults...); err != nil {
		return nil, fmt.Errorf("iak: %w", err)
	}

	c := &Client{
		config:   config,
		prepaid:  strings.TrimRight(config.PrepaidURL, "/"),
		postpaid: strings.TrimRight(config.PostpaidURL, "/"),
		http:     wire.NewHTTPClient(),
		zone:     zone,
	}
	c.goods = newList(config.Clock, c.readGoods)
	c.bills = newList(config.Clock, c.readBills)

	return c, nil
}

func (c Config) withDefaults() Config {
	if c.Testing {
		c.PrepaidURL, c.PostpaidURL = cmp.Or(c.PrepaidURL, TestPrepaidURL), cmp.Or(c.PostpaidURL, TestPostpaidURL)
	}

	c.PrepaidURL, c.PostpaidURL = cmp.Or(c.PrepaidURL, PrepaidURL), cmp.Or(c.PostpaidURL, PostpaidURL)
	c.Timeout = cmp.Or(max(c.Timeout, 0), DefaultTimeout)
	c.ListTimeout = cmp.Or(max(c.ListTimeout, 0), DefaultListTimeout)
	c.NotFoundAfter = cmp.Or(max(c.NotFoundAfter, 0), DefaultNotFoundAfter)

	if c.Clock == nil {
		c.Clock = clock.System{}
	}

	return c
}

// Close ends idle connections.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// The subjects of signatures that are the same for every call of a kind.
const (
	subjectBalance = "bl"
	subjectList    = "pl"
	// subjectBillStatus signs the status query of every bill, whatever its reference.
	subjectBillStatus = "cs"
)

// sign is the signature of a request: md5(username + key + subject).
func (c *Client) sign(subject string) string {
	sum := md5.Sum([]byte(c.config.Username + c.config.Key.Reveal() + subject)) //nolint:gosec // see the import

	return hex.EncodeToString(sum[:])
}

func (c *Client) mask() wire.Mask {
	return wire.Mask{Username: c.config.Username, Key: c.config.Key.Reveal()}
}

// late reports whether a first send might still be in flight when NotFoundAfter is over. Its caller was delayed; by then another worker
// may take the attempt for not found and refund the order.
func (c *Client) late(req supplier.Request) bool {
	return !req.SentAt.IsZero() && c.config.Clock.Now().Sub(req.SentAt) >= c.config.NotFoundAfter-c.config.Timeout
}

// conclusive reports whether the first send can no longer be in flight.
func (c *Client) conclusive(req supplier.Request) bool {
	return !req.SentAt.IsZero() && c.config.Clock.Now().Sub(req.SentAt) > c.config.NotFoundAfter
}

// tooLate is the answer of a first send that was not made. A status query finds out whether another worker sent it.
func tooLate() supplier.Answer {
	return supplier.Answer{
		Outcome: supplier.Unknown,
		Code:    supplier.CodeTooOld,
		Message: "Held up for too long: it may have been given up or sent meanwhile.",
	}
}

// invalid is the answer of a call that lacks a value. Nothing was sent.
func invalid(when stage, message string) supplier.Answer {
	silent := wire.Silence{Code: supplier.CodeInvalid, Message: message}

	return silent.Answer(when == firstSend)
}
