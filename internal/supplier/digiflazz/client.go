// Package digiflazz speaks the buyer protocol of Digiflazz: prepaid purchases,
// bills, price list, balance and signed notices.
// Source of every rule: https://developer.digiflazz.com/api/buyer/
package digiflazz

import (
	"context"
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

// Defaults of the adapter.
const (
	// DefaultBaseURL serves production and development; the key decides which.
	DefaultBaseURL = "https://api.digiflazz.com/v1"
	// DefaultTimeout of a purchase. A shorter one only makes more outcomes unknown.
	DefaultTimeout = 30 * time.Second
	// DefaultListTimeout of a price list, which has some ten thousand rows.
	DefaultListTimeout = 60 * time.Second
	// DefaultNotFoundAfter is how long a first send without an answer may still be in
	// flight. Only after it do "not found" and "refused" end an attempt.
	DefaultNotFoundAfter = 10 * time.Minute
)

// Config holds the settings of one account at Digiflazz.
type Config struct {
	// BaseURL ends with the version. It must be https, or http on a loopback address.
	BaseURL  string
	Username string
	Key      secret.Text
	// WebhookSecret is the key of notices' signatures. Without it every notice is refused.
	WebhookSecret secret.Text
	// Testing marks purchases as tests, for a development key.
	Testing bool

	// Timeout of a transaction, a balance or a meter check.
	Timeout     time.Duration
	ListTimeout time.Duration
	// NotFoundAfter must be longer than Timeout, better several times as long; see
	// DefaultNotFoundAfter. A first send that could not end before it is not made.
	NotFoundAfter time.Duration
	// Clock gives the day of a bill and the age of a reference; nil is the system clock.
	Clock clock.Clock
}

// Client is the adapter. It is safe for concurrent use.
type Client struct {
	config Config
	base   string
	http   *http.Client
	zone   *time.Location
}

var _ supplier.Adapter = (*Client)(nil)

// New makes a Client. Its error wraps supplier.ErrConfig and lists all faults of
// the configuration.
func New(config Config) (*Client, error) {
	config = config.withDefaults()

	var faults []error
	if config.Username == "" {
		faults = append(faults, fmt.Errorf("%w: username is missing", supplier.ErrConfig))
	}

	if config.Key.Reveal() == "" {
		faults = append(faults, fmt.Errorf("%w: key is missing", supplier.ErrConfig))
	}

	if err := wire.CheckBase("base URL", config.BaseURL); err != nil {
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
		http:   wire.NewHTTPClient(),
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

// sign is the signature of a request: md5(username + key + subject).
func (c *Client) sign(subject string) string {
	sum := md5.Sum([]byte(c.config.Username + c.config.Key.Reveal() + subject)) //nolint:gosec // see the import

	return hex.EncodeToString(sum[:])
}

// post sends one request to a path of the protocol.
func (c *Client) post(ctx context.Context, path string, payload any) (wire.Reply, *wire.Silence) {
	return wire.Post(ctx, c.http, wire.Call{URL: c.base + path, Payload: payload, Timeout: c.config.Timeout, Limit: wire.MaxAnswer})
}
