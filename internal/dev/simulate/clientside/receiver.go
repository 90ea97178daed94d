package clientside

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"sync"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

// The bounds of what receivers keep, in memory alone.
const (
	mostReceivers = 100
	mostKept      = 200
	mostBody      = 1 << 20
	longestDelay  = time.Minute
)

// Check is what became of the signature of an event.
type Check string

// The checks. Without the endpoint's secret there is none.
const (
	Verified  Check = "verified"
	Refused   Check = "refused" // and answered 401, whatever the settings say
	NoSecret  Check = "no secret is set"
	NoWebhook Check = "not a webhook" // without the three headers
)

// ReceiverSettings say how a receiver answers.
type ReceiverSettings struct {
	Secret   string        // of the endpoint, to check signatures with
	Status   int           // answered to what is not refused; 204
	Delay    time.Duration // before the answer
	Redirect string        // address that a 307 leads to; empty: none
}

// ReceivedEvent is a request that came to a receiver.
type ReceivedEvent struct {
	At        time.Time     `json:"at"`
	ID        string        `json:"id"`
	Timestamp string        `json:"timestamp"`
	Signature string        `json:"signature"`
	Type      string        `json:"type"`
	Body      string        `json:"body"`
	Check     Check         `json:"check"`
	Status    int           `json:"status"` // that was answered
	Delay     time.Duration `json:"delay"`
	Times     int           `json:"times"` // how often this id has come
}

// Receivers are programs of clients that events are pushed to, by name. A name exists once something came to it or was set.
type Receivers struct {
	now func() time.Time

	mu   sync.Mutex
	list map[string]*receiver
}

type receiver struct {
	settings ReceiverSettings
	events   []ReceivedEvent // the newest last
}

// NewReceivers makes receivers that have got nothing yet.
func NewReceivers(now func() time.Time) *Receivers {
	return &Receivers{now: now, list: map[string]*receiver{}}
}

var (
	errFull     = fmt.Errorf("there are %d receivers already", mostReceivers)
	errStatus   = errors.New("status must be from 200 to 599")
	errDelay    = fmt.Errorf("delay must be a time as 2s, at most %s", longestDelay)
	errRedirect = errors.New("redirect must be an address with http or https")
	errSecret   = errors.New("secret must be that of an endpoint: whsec_ and base64")
)

// of returns the receiver of a name. The caller holds the lock.
func (r *Receivers) of(name string) (*receiver, error) {
	one, ok := r.list[name]
	if !ok {
		if len(r.list) >= mostReceivers {
			return nil, errFull
		}

		one = &receiver{settings: ReceiverSettings{Status: http.StatusNoContent}}
		r.list[name] = one
	}

	return one, nil
}

// Names are the receivers that exist.
func (r *Receivers) Names() []string {
	r.mu.Lock()
	defer r.mu.Unlock()

	names := make([]string, 0, len(r.list))
	for name := range r.list {
		names = append(names, name)
	}

	slices.Sort(names)

	return names
}

// Received returns what came to a receiver, the newest first, and its settings.
func (r *Receivers) Received(name string) ([]ReceivedEvent, ReceiverSettings) {
	r.mu.Lock()
	defer r.mu.Unlock()

	one, ok := r.list[name]
	if !ok {
		return []ReceivedEvent{}, ReceiverSettings{Status: http.StatusNoContent}
	}

	list := append([]ReceivedEvent{}, one.events...)
	slices.Reverse(list)

	return list, one.settings
}

// Set changes settings by a form. Fields that are missing stay as they are; reset restores the settings and forgets what came.
func (r *Receivers) Set(name string, form url.Values) error {
	r.mu.Lock()
	defer r.mu.Unlock()

	one, err := r.of(name)
	if err != nil {
		return err
	}

	if form.Get("reset") != "" {
		delete(r.list, name)

		return nil
	}

	set := one.settings

	if form.Has("secret") {
		set.Secret = form.Get("secret")
		if _, err := standardwebhooks.NewWebhook(set.Secret); set.Secret != "" && err != nil {
			return errSecret
		}
	}

	if form.Has("status") {
		set.Status, err = strconv.Atoi(form.Get("status"))
		if err != nil || set.Status < http.StatusOK || set.Status > 599 {
			return errStatus
		}
	}

	if form.Has("delay") {
		set.Delay, err = time.ParseDuration(form.Get("delay"))
		if err != nil || set.Delay < 0 || set.Delay > longestDelay {
			return errDelay
		}
	}

	if form.Has("redirect") {
		set.Redirect = form.Get("redirect")
		if to, err := url.Parse(set.Redirect); set.Redirect != "" && (err != nil || to.Host == "" || to.Scheme != "http" && to.Scheme != "https") {
			return errRedirect
		}
	}

	one.settings = set

	return nil
}

// Receive takes a request to a receiver, keeps it and answers as its settings say.
func (r *Receivers) Receive(w http.ResponseWriter, request *http.Request, name string) {
	body, err := io.ReadAll(http.MaxBytesReader(w, request.Body, mostBody))
	if err != nil {
		http.Error(w, "the body can't be read", http.StatusBadRequest)

		return
	}

	set, status, err := r.keep(name, request.Header, body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInsufficientStorage)

		return
	}

	select {
	case <-request.Context().Done():
		return
	case <-time.After(set.Delay):
	}

	if status == http.StatusTemporaryRedirect {
		w.Header().Set("Location", set.Redirect)
	}

	w.WriteHeader(status)
}

// keep checks and keeps what came, and returns the settings and the status of the answer.
func (r *Receivers) keep(name string, header http.Header, body []byte) (ReceiverSettings, int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()

	one, err := r.of(name)
	if err != nil {
		return ReceiverSettings{}, 0, err
	}

	var said struct {
		Type string `json:"type"`
	}

	_ = json.Unmarshal(body, &said) // what is no JSON has no type

	got := ReceivedEvent{
		At: r.now(), ID: header.Get(standardwebhooks.HeaderWebhookID), Timestamp: header.Get(standardwebhooks.HeaderWebhookTimestamp),
		Signature: header.Get(standardwebhooks.HeaderWebhookSignature), Type: said.Type, Body: string(body),
		Check: one.settings.check(header, body), Status: one.settings.Status, Delay: one.settings.Delay, Times: 1,
	}

	switch {
	case got.Check == Refused:
		got.Status = http.StatusUnauthorized
	case one.settings.Redirect != "":
		got.Status = http.StatusTemporaryRedirect
	}

	for i := range one.events {
		if got.ID != "" && one.events[i].ID == got.ID {
			got.Times++
		}
	}

	one.events = append(one.events, got)
	if n := len(one.events) - mostKept; n > 0 {
		one.events = slices.Delete(one.events, 0, n)
	}

	return one.settings, got.Status, nil
}

func (s ReceiverSettings) check(header http.Header, body []byte) Check {
	if header.Get(standardwebhooks.HeaderWebhookID) == "" || header.Get(standardwebhooks.HeaderWebhookSignature) == "" {
		return NoWebhook
	}

	if s.Secret == "" {
		return NoSecret
	}

	hook, err := standardwebhooks.NewWebhook(s.Secret)
	if err != nil || hook.Verify(body, header) != nil {
		return Refused
	}

	return Verified
}
