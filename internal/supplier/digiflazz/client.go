// Package digiflazz speaks the buyer protocol of Digiflazz: prepaid purchases,
// bills, price list, balance and signed notices.
// Source of every rule: https://developer.digiflazz.com/api/buyer/
package digiflazz

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/loopback"
	"loket/internal/platform/secret"
	"loket/internal/supplier"
)

// Defaults of the adapter.
const (
	// DefaultBaseURL is the production service; keys decide between production and development.
	DefaultBaseURL = "https://api.digiflazz.com/v1"
	// DefaultTimeout of a purchase. A shorter one makes more unknown outcomes, not fewer.
	DefaultTimeout = 30 * time.Second
	// DefaultListTimeout of a price list, which has some ten thousand rows.
	DefaultListTimeout = 60 * time.Second
	// DefaultNotFoundAfter is how long a first send without an answer may still be on
	// its way: only after it do "not found" and "refused" end an attempt.
	DefaultNotFoundAfter = 10 * time.Minute

	connectTimeout  = 10 * time.Second
	idleTimeout     = 60 * time.Second
	idleConnections = 64
)

// Config of one account at Digiflazz.
type Config struct {
	// BaseURL up to and with the version; https, or http on a loopback address.
	BaseURL  string
	Username string
	Key      secret.Text
	// WebhookSecret signs notices. Without it every notice is refused.
	WebhookSecret secret.Text
	// Testing marks purchases as tests, for a development key.
	Testing bool

	// Timeout of a transaction, a balance or a meter check.
	Timeout     time.Duration
	ListTimeout time.Duration
	// NotFoundAfter must be longer than Timeout, and better by far; see
	// DefaultNotFoundAfter. What could not be sent in the time between is not.
	NotFoundAfter time.Duration
	// Clock decides the day of a bill and the age of a reference; nil is the machine's.
	Clock clock.Clock
}

// Client is the adapter; safe for several goroutines.
type Client struct {
	config Config
	base   string
	http   *http.Client
	zone   *time.Location
}

var _ supplier.Adapter = (*Client)(nil)

// New checks the configuration; all faults are told at once, wrapping supplier.ErrConfig.
func New(config Config) (*Client, error) {
	config = config.withDefaults()

	var faults []error
	if config.Username == "" {
		faults = append(faults, fmt.Errorf("%w: username is missing", supplier.ErrConfig))
	}

	if config.Key.Reveal() == "" {
		faults = append(faults, fmt.Errorf("%w: key is missing", supplier.ErrConfig))
	}

	if err := checkBase(config.BaseURL); err != nil {
		faults = append(faults, err)
	}

	if config.NotFoundAfter <= config.Timeout {
		faults = append(faults, fmt.Errorf("%w: notFoundAfter %s must be longer than the timeout %s",
			supplier.ErrConfig, config.NotFoundAfter, config.Timeout))
	}

	zone, err := clock.Zone(clock.DefaultZone)
	if err != nil {
		faults = append(faults, err)
	}

	if err := errors.Join(faults...); err != nil {
		return nil, fmt.Errorf("digiflazz: %w", err)
	}

	return &Client{
		config: config,
		base:   strings.TrimRight(config.BaseURL, "/"),
		http:   newHTTPClient(),
		zone:   zone,
	}, nil
}

func (c Config) withDefaults() Config {
	if c.BaseURL == "" {
		c.BaseURL = DefaultBaseURL
	}

	if c.Timeout <= 0 {
		c.Timeout = DefaultTimeout
	}

	if c.ListTimeout <= 0 {
		c.ListTimeout = DefaultListTimeout
	}

	if c.NotFoundAfter <= 0 {
		c.NotFoundAfter = DefaultNotFoundAfter
	}

	if c.Clock == nil {
		c.Clock = clock.System{}
	}

	return c
}

// Close ends idle connections.
func (c *Client) Close() { c.http.CloseIdleConnections() }

func checkBase(raw string) error {
	base, err := url.Parse(raw)
	if err != nil || base.Host == "" {
		return fmt.Errorf("%w: base URL can't be read", supplier.ErrConfig)
	}

	if base.User != nil || base.RawQuery != "" || base.Fragment != "" {
		return fmt.Errorf("%w: base URL must be a host and a path alone", supplier.ErrConfig)
	}

	switch {
	case base.Scheme == "https":
		return nil
	case base.Scheme == "http" && loopback.Is(base.Hostname()):
		return nil
	default:
		// The key travels only as a hash, but whoever can change an answer can fake a success.
		return fmt.Errorf("%w: base URL must be https (http only on a loopback address)", supplier.ErrConfig)
	}
}

// newHTTPClient follows no redirect and no proxy of the environment: both could
// carry a purchase to a place that nobody configured.
func newHTTPClient() *http.Client {
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
