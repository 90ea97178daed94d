package bankside

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/secret"
)

// Channel is a bank with virtual accounts, which calls us by SNAP BI.
type Channel struct {
	Bank         string // BBCA
	Prefix       string // company code of its numbers
	ClientID     string
	PartnerID    string
	ClientSecret secret.Text
}

// Account is an account of ours at a bank, which Moota reads.
type Account struct{ Bank, Short, AccountNo string }

// Payable is what people can pay now.
type Payable struct {
	Numbers []Number
	Orders  []Order
}

// Number is a virtual account.
type Number struct {
	ClientID  int64
	Client    string
	Wallet    string
	Bank      string
	AccountNo string
	Minimum   int64
}

// Order is an open top-up by bank transfer.
type Order struct {
	Client    string
	Bank      string
	AccountNo string
	Amount    int64
	ExpiresAt time.Time
}

// Options of a bank.
type Options struct {
	Channels []Channel
	Key      *rsa.PrivateKey // of all channels
	Accounts []Account
	// MootaCode and MootaSecret are those of the webhook.
	MootaCode   string
	MootaSecret secret.Text
	Clock       clock.Clock
}

// Faults are what goes wrong between the bank and us.
type Faults struct {
	Repeat int           // how many times each notice is sent
	Delay  time.Duration // before a notice
	Forge  bool          // notices are signed with another key
}

// MaxRepeat and MaxDelay bound the faults.
const (
	MaxRepeat = 20
	MaxDelay  = 24 * time.Hour
)

// Record is a payment or transfer that a person made.
type Record struct {
	ID        string
	Transfer  bool // else a payment of a virtual account
	Bank      string
	AccountNo string
	Amount    int64
	At        time.Time
	Result    string
	Accepted  bool // the last notice was
}

const (
	keptRecords = 50
	callTime    = 20 * time.Second
	idleConns   = 8
)

// Errors of a payment or transfer.
var (
	ErrNotConnected = errors.New("the bank does not know Loket's address yet")
	ErrUnknown      = errors.New("no such account at this bank")
	ErrFaults       = errors.New("repeat must be 1 to 20, delay 0s to 24h")
)

// Bank takes the money of people and tells us.
type Bank struct {
	opts   Options
	client *http.Client
	life   context.Context //nolint:containedctx // of delayed notices
	end    context.CancelFunc
	late   sync.WaitGroup

	mu       sync.Mutex
	url      string
	payable  func(ctx context.Context) (Payable, error)
	snaps    map[string]*Snap // by prefix
	faults   Faults
	records  []*Record
	external int64
}

// NewBank makes a bank. It calls nobody before Connect.
func NewBank(ctx context.Context, opts Options) *Bank {
	b := &Bank{
		opts: opts, snaps: map[string]*Snap{}, faults: Faults{Repeat: 1},
		client: &http.Client{Timeout: callTime, Transport: &http.Transport{MaxIdleConnsPerHost: idleConns}},
	}
	b.life, b.end = context.WithCancel(context.WithoutCancel(ctx))

	return b
}

// Connect tells the bank our address, and what people can pay. Without the latter, numbers are typed.
func (b *Bank) Connect(url string, payable func(ctx context.Context) (Payable, error)) {
	b.mu.Lock()
	defer b.mu.Unlock()

	b.url, b.payable = strings.TrimRight(url, "/"), payable
	clear(b.snaps)

	for _, c := range b.opts.Channels {
		b.snaps[c.Prefix] = &Snap{
			URL: b.url, ClientID: c.ClientID, PartnerID: c.PartnerID, ClientSecret: c.ClientSecret, ChannelID: "95231", Key: b.opts.Key,
			Client: b.client, Now: b.opts.Clock.Now,
		}
	}
}

// Close ends delayed notices.
func (b *Bank) Close() {
	b.end()
	b.late.Wait()
	b.client.CloseIdleConnections()
}

// Payable lists what people can pay.
func (b *Bank) Payable(ctx context.Context) (Payable, error) {
	b.mu.Lock()
	list := b.payable
	b.mu.Unlock()

	if list == nil {
		return Payable{}, nil
	}

	return list(ctx)
}

// Accounts are our accounts, for a choice.
func (b *Bank) Accounts() []Account { return b.opts.Accounts }

// Records are the payments and transfers, the newest first.
func (b *Bank) Records() []Record {
	b.mu.Lock()
	defer b.mu.Unlock()

	out := make([]Record, 0, len(b.records))
	for _, r := range slices.Backward(b.records) {
		out = append(out, *r)
	}

	return out
}

// Faults are the fault settings.
func (b *Bank) Faults() Faults {
	b.mu.Lock()
	defer b.mu.Unlock()

	return b.faults
}

// SetFaults changes the fault settings.
func (b *Bank) SetFaults(f Faults) error {
	if f.Repeat < 1 || f.Repeat > MaxRepeat || f.Delay < 0 || f.Delay > MaxDelay {
		return ErrFaults
	}

	b.mu.Lock()
	b.faults = f
	b.mu.Unlock()

	return nil
}

// Pay pays a virtual account: an inquiry, and the payment if the inquiry was answered.
func (b *Bank) Pay(ctx context.Context, accountNo string, amount int64) (Record, error) {
	channel, ok := b.channelOf(accountNo)
	if !ok {
		return Record{}, ErrUnknown
	}

	r, err := b.record(Record{Bank: channel.Bank, AccountNo: accountNo, Amount: amount})
	if err != nil {
		return Record{}, err
	}

	reply, err := b.call(ctx, r, InquiryPath, b.payment(r, channel, false).InquiryBody())
	if err != nil || reply.Code != "2002400" {
		return b.recordReply(r, "inquiry: ", reply, err), err
	}

	return b.deliver(ctx, r)
}

// Transfer transfers money to an account of ours.
func (b *Bank) Transfer(ctx context.Context, bank string, amount int64) (Record, error) {
	at := slices.IndexFunc(b.opts.Accounts, func(a Account) bool { return strings.EqualFold(a.Bank, bank) || strings.EqualFold(a.Short, bank) })
	if at < 0 {
		return Record{}, ErrUnknown
	}

	account := b.opts.Accounts[at]

	r, err := b.record(Record{Transfer: true, Bank: account.Bank, AccountNo: account.AccountNo, Amount: amount})
	if err != nil {
		return Record{}, err
	}

	return b.deliver(ctx, r)
}

// Again sends the notice of a payment or transfer once more, as after an answer that was lost.
func (b *Bank) Again(ctx context.Context, id string) (Record, error) {
	b.mu.Lock()
	list := b.records
	b.mu.Unlock()

	at := slices.IndexFunc(list, func(r *Record) bool { return r.ID == id })
	if at < 0 {
		return Record{}, ErrUnknown
	}

	return b.send(ctx, list[at], true)
}

func (b *Bank) channelOf(accountNo string) (Channel, bool) {
	var found Channel

	for _, c := range b.opts.Channels {
		if strings.HasPrefix(accountNo, c.Prefix) && len(c.Prefix) > len(found.Prefix) && len(accountNo) > len(c.Prefix) {
			found = c
		}
	}

	return found, found.Prefix != ""
}

func (b *Bank) record(r Record) (*Record, error) {
	r.ID, r.At = strings.ToLower(rand.Text()), b.opts.Clock.Now()

	b.mu.Lock()
	defer b.mu.Unlock()

	if b.url == "" {
		return nil, ErrNotConnected
	}

	b.records = append(b.records, &r)
	b.records = b.records[max(0, len(b.records)-keptRecords):]

	return &r, nil
}

// deliver sends the notices, now or later, as the fault settings say.
func (b *Bank) deliver(ctx context.Context, r *Record) (Record, error) {
	faults := b.Faults()
	if faults.Delay == 0 {
		return b.sendAll(ctx, r, faults.Repeat)
	}

	b.late.Go(func() {
		select {
		case <-b.life.Done():
		case <-time.After(faults.Delay):
			_, _ = b.sendAll(b.life, r, faults.Repeat) // the record has the result
		}
	})

	return b.note(r, fmt.Sprintf("notice in %s", faults.Delay), true), nil
}

func (b *Bank) sendAll(ctx context.Context, r *Record, times int) (Record, error) {
	var (
		last Record
		err  error
	)

	for n := range times {
		if last, err = b.send(ctx, r, n > 0); err != nil {
			return last, err
		}
	}

	return last, nil
}

// send sends one notice. Again says that it was sent before.
func (b *Bank) send(ctx context.Context, r *Record, again bool) (Record, error) {
	if r.Transfer {
		return b.sendMutation(ctx, r)
	}

	channel, _ := b.channelOf(r.AccountNo)
	reply, err := b.call(ctx, r, PaymentPath, b.payment(r, channel, again).Body())

	return b.recordReply(r, "payment: ", reply, err), err
}

func (b *Bank) payment(r *Record, channel Channel, again bool) Payment {
	return Payment{
		Prefix: channel.Prefix, AccountNo: r.AccountNo, Amount: r.Amount, RequestID: r.ID, Reference: strings.ToUpper(r.ID[:12]), At: r.At, Advise: again,
	}
}

func (b *Bank) call(ctx context.Context, r *Record, path string, body []byte) (Reply, error) {
	channel, _ := b.channelOf(r.AccountNo)

	b.mu.Lock()
	caller, forge := b.snaps[channel.Prefix], b.faults.Forge
	b.external = max(b.external+1, b.opts.Clock.Now().UnixMicro()) // unique over restarts, too
	id := b.external
	b.mu.Unlock()

	c := Call{Path: path, Body: body, ExternalID: strconv.FormatInt(id, 10)}
	if forge && path == PaymentPath {
		c.Alter = func(r *http.Request) { r.Header.Set("X-Signature", r.Header.Get("X-Signature")[4:]+"AAAA") }
	}

	reply, err := caller.Do(ctx, c)
	if err == nil && reply.Status == http.StatusUnauthorized {
		caller.Forget() // the token may have ended with a restart of Loket
	}

	return reply, err
}

func (b *Bank) sendMutation(ctx context.Context, r *Record) (Record, error) {
	b.mu.Lock()
	hook := Moota{URL: b.url + "/callbacks/moota/" + b.opts.MootaCode, Secret: b.opts.MootaSecret, Client: b.client}
	forge := b.faults.Forge
	b.mu.Unlock()

	if forge {
		hook.Secret = "another secret"
	}

	reply, err := hook.Send(ctx, MutationsBody(Mutation{
		ID: r.ID, AccountNo: r.AccountNo, Amount: r.Amount, Description: "TRSF E-BANKING CR LOKET", At: r.At,
	}), nil)

	return b.recordReply(r, "webhook: ", reply, err), err
}

// recordReply stores the answer to a notice with its record.
func (b *Bank) recordReply(r *Record, what string, reply Reply, err error) Record {
	if err != nil {
		return b.note(r, what+err.Error(), false)
	}

	return b.note(r, strings.TrimSpace(fmt.Sprintf("%s%d %s %s", what, reply.Status, reply.Code, reply.Message)), reply.Status == http.StatusOK)
}

func (b *Bank) note(r *Record, result string, accepted bool) Record {
	b.mu.Lock()
	defer b.mu.Unlock()

	r.Result, r.Accepted = result, accepted

	return *r
}
