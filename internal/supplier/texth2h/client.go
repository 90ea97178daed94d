package texth2h

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/money"
	"loket/internal/supplier"
	"loket/internal/supplier/wire"
)

// Defaults of the adapter.
const (
	// DefaultTimeout of a call. Engines answer a purchase at once and report its end later.
	DefaultTimeout       = 30 * time.Second
	DefaultNotFoundAfter = 15 * time.Minute
	DefaultConfirmAfter  = 10 * time.Minute

	maxRetentionDays = 90
	day              = 24 * time.Hour
)

// Config is one configured supplier.
type Config struct {
	BaseURL  string
	Settings Settings
	// Timeout of a call.
	Timeout time.Duration
	// NotFoundAfter is how long a first send may be in flight; only after it does "not found" end an attempt. It must be longer than Timeout.
	NotFoundAfter time.Duration
	Clock         clock.Clock
	// ClaimSerial stores that a serial number belongs to a reference, and reports whether it is so: false if another reference of this supplier
	// had it in the last 90 days. It may be called again with the same values.
	ClaimSerial func(ctx context.Context, serial, reference string) (bool, error)
}

// Client is the adapter. It is safe for concurrent use.
type Client struct {
	config   Config
	settings Settings
	base     string
	http     *http.Client
	judge    judge
	every    time.Duration
	reports  *reports
	reasons  map[string]supplier.Reason
}

var _ supplier.Adapter = (*Client)(nil)

// New makes a Client. Its error wraps supplier.ErrConfig and lists all faults of the configuration, the stored tests that fail among them.
func New(config Config) (*Client, error) {
	config = config.withDefaults()
	s := config.Settings

	c := &Client{config: config, settings: s, base: strings.TrimRight(config.BaseURL, "/"), http: newHTTPClient(), reasons: map[string]supplier.Reason{}}
	found := config.check()

	rules, err := compileRules(s.Rules)
	found = append(found, err)
	c.judge = judge{rules: rules, words: compileWords(s.Words), notFoundAfter: config.NotFoundAfter}

	c.judge.confirmAfter, err = duration("confirmAfter", s.Limits.ConfirmAfter, DefaultConfirmAfter)
	found = append(found, err)

	c.every, err = duration("statusEvery", s.Limits.StatusEvery, 0)
	found = append(found, err)

	c.reports, err = compileReports(s.Reports)
	found = append(found, err)

	for _, r := range s.Rules {
		c.reasons[codeRule+r.Name] = supplier.Reason(r.Reason)
	}

	if errors.Join(found...) == nil { // what can't be read can't be tried
		found = append(found, c.prove()...)
	}

	if err := errors.Join(found...); err != nil {
		return nil, fmt.Errorf("texth2h: %w", err)
	}

	return c, nil
}

func (c Config) withDefaults() Config {
	if c.Timeout <= 0 {
		c.Timeout = DefaultTimeout
	}

	if c.NotFoundAfter <= 0 {
		c.NotFoundAfter = DefaultNotFoundAfter
	}

	if c.Clock == nil {
		c.Clock = clock.System{}
	}

	return c
}

func duration(name, text string, standard time.Duration) (time.Duration, error) {
	if text == "" {
		return standard, nil
	}

	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 {
		return 0, fmt.Errorf("%w: %s is no duration such as 60s", supplier.ErrConfig, name)
	}

	return d, nil
}

// newHTTPClient uses each connection once. Over one that is used again, the Go client would send a GET a second time if the server closes it
// before its answer, and a purchase must be sent once.
func newHTTPClient() *http.Client {
	client := wire.NewHTTPClient()
	if t, ok := client.Transport.(*http.Transport); ok {
		t.DisableKeepAlives, t.ForceAttemptHTTP2 = true, false
	}

	return client
}

// Close ends idle connections; there are none.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// Buy implements supplier.Adapter.
func (c *Client) Buy(ctx context.Context, req supplier.Request) supplier.Answer {
	if req.Postpaid {
		return supplier.Answer{Outcome: supplier.FailedNotCreated, Code: supplier.CodeInvalid, Message: "This supplier sells no bills."}
	}

	if !req.SentAt.IsZero() && c.age(req) >= c.config.NotFoundAfter-c.config.Timeout {
		return supplier.Answer{
			Outcome: supplier.Unknown, Code: supplier.CodeTooOld,
			Message: "Held up for too long: it may have been given up or sent meanwhile.",
		}
	}

	return c.ask(ctx, c.settings.Requests.Buy, req, true)
}

// Status implements supplier.Adapter: the supplier's status query, or the purchase again where the supplier takes that for one.
func (c *Client) Status(ctx context.Context, req supplier.Request) supplier.Answer {
	kept := c.settings.Limits.RetentionDays
	if kept == 0 {
		kept = 1
	}

	if req.SentAt.IsZero() || c.age(req) >= time.Duration(kept)*day-time.Hour {
		return supplier.Answer{
			Outcome: supplier.Unknown, Code: supplier.CodeTooOld,
			Message: "Too old to be asked about: the supplier could take it as a new purchase.",
		}
	}

	switch {
	case c.settings.Requests.Status != nil:
		return c.ask(ctx, c.settings.Requests.Status, req, false)
	case c.settings.Requests.RepeatIsStatus:
		return c.ask(ctx, c.settings.Requests.Buy, req, false)
	default:
		return supplier.Answer{
			Outcome: supplier.Unknown, Code: supplier.CodeTooOld,
			Message: "This supplier has no status query: its report is awaited.",
		}
	}
}

func (c *Client) age(req supplier.Request) time.Duration { return c.config.Clock.Now().Sub(req.SentAt) }

// asks reports whether the supplier can be asked about a purchase.
func (c *Client) asks() bool {
	return c.settings.Requests.Status != nil || c.settings.Requests.RepeatIsStatus
}

// Inquire implements supplier.Adapter. Text suppliers are for prepaid products.
func (*Client) Inquire(context.Context, supplier.Request) supplier.Answer {
	return supplier.Answer{Outcome: supplier.FailedNotCreated, Code: supplier.CodeInvalid, Message: "This supplier has no inquiries."}
}

// Pay implements supplier.Adapter.
func (*Client) Pay(context.Context, supplier.Request) supplier.Answer {
	return supplier.Answer{Outcome: supplier.FailedNotCreated, Code: supplier.CodeInvalid, Message: "This supplier sells no bills."}
}

// PriceList implements supplier.Adapter. Suppliers of this kind have no list that a program can read.
func (*Client) PriceList(context.Context) ([]supplier.PriceRow, error) {
	return nil, fmt.Errorf("no price list: %w", supplier.ErrUnsupported)
}

// Balance implements supplier.Adapter.
func (c *Client) Balance(ctx context.Context) (money.Rupiah, error) {
	t := c.settings.Requests.Balance
	if t == nil {
		return 0, fmt.Errorf("no call for the balance: %w", supplier.ErrUnsupported)
	}

	answered, silent := c.send(ctx, t, supplier.Request{})
	if silent != nil {
		return 0, fmt.Errorf("balance: %s: %w", silent.Code, supplier.ErrUnavailable)
	}

	r, ok := c.settings.Reply.read(answered.Body)
	if !ok || answered.Status != http.StatusOK {
		return 0, fmt.Errorf("balance: %w", supplier.ErrUnavailable)
	}

	found := r.balance

	if rule, at := match(c.judge.rules, "", r.sentence); rule != nil && rule.Outcome == ruleBalance {
		f := findings{judge: &c.judge, rule: rule, reading: r}
		f.takeParts(at)
		found = f.parts[partBalance]
	}

	if strings.IndexFunc(found, func(r rune) bool { return r >= '0' && r <= '9' }) < 0 {
		return 0, fmt.Errorf("balance: no rule finds it: %w", supplier.ErrUnavailable)
	}

	return amount(found), nil
}

// Reason implements supplier.Adapter.
func (c *Client) Reason(code string) supplier.Reason {
	if reason := c.reasons[code]; reason != "" {
		return reason
	}

	return supplier.ReasonFailed
}
