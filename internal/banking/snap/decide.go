package snap

import (
	"encoding/json"
	"fmt"
	"time"

	"loket/internal/banking/topup"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/inbox"
)

// decisions are the answers of a batch: the first ones of its external ids, and those that it gives.
type decisions struct {
	accounts *topup.VABatch
	now      time.Time
	day      string
	first    map[external]storedAnswer

	newAnswers []newAnswer
	notices    []*inbox.ReceivedNotice
	results    []string // of the notices
}

// external names a call within a day.
type external struct{ bank, service, id string }

// storedAnswer is the first answer to an external id.
type storedAnswer struct {
	response  Response
	requestID string
}

// newAnswer is an answer to store.
type newAnswer struct {
	external

	requestID, text string
	status          int
}

func newDecisions(accounts *topup.VABatch, now time.Time) *decisions {
	return &decisions{accounts: accounts, now: now, day: clock.DayOf(now.In(clock.Jakarta())).String(), first: map[external]storedAnswer{}}
}

func (w work) external() external { return external{w.caller.Code, w.service, w.caller.externalID} }

// findAnswers adds the look-up of the first answers to the batch.
func (d *decisions) findAnswers(b *db.Batch, calls []*bankCall) {
	n := len(calls)
	banks, services, ids := make([]string, n), make([]string, n), make([]string, n)

	for i, c := range calls {
		banks[i], services[i], ids[i] = c.Req.caller.Code, c.Req.service, c.Req.caller.externalID
	}

	b.QueryRows(db.Columns{{Name: "bank", Values: banks}, {Name: "service", Values: services}, {Name: "id", Values: ids}},
		`SELECT {bank}, {service}, {id}, r.request_id, r.status, r.answer FROM bank_requests r {JOIN}
			WHERE r.bank = {bank} AND r.service = {service} AND r.day = $1 AND r.external_id = {id}`, []any{d.day}, func(row db.Row) error {
			var (
				e    external
				s    storedAnswer
				text string
			)

			err := row.Scan(&e.bank, &e.service, &e.id, &s.requestID, &s.response.Status, &text)
			s.response.Body = json.RawMessage(text)
			d.first[e] = s

			return err
		})
}

// decide decides one call. The external id is unique within the day of a bank and a call; a repeat is a conflict, or
// gets the first answer if the bank says that it repeats a payment.
func (d *decisions) decide(w work) (Response, error) {
	if first, found := d.first[w.external()]; found {
		if w.payment != nil && w.payment.FlagAdvise == advise && first.requestID == w.requestID() {
			return first.response, nil
		}

		return resultConflict.response(w.service), nil
	}

	said, err := d.answer(w)
	if err != nil {
		return Response{}, err
	}

	text, err := json.Marshal(said)
	if err != nil {
		return Response{}, fmt.Errorf("encode an answer: %w", err)
	}

	if w.payment != nil {
		d.notices = append(d.notices, w.payment.notice)
		d.results = append(d.results, said.result())
	}

	response := Response{Status: said.status, Body: json.RawMessage(text)}
	d.newAnswers = append(d.newAnswers, newAnswer{w.external(), w.requestID(), string(text), said.status})
	d.first[w.external()] = storedAnswer{response, w.requestID()}

	return response, nil
}

func (d *decisions) answer(w work) (answer, error) {
	if w.inquiry != nil {
		return inquire(d.accounts, w)
	}

	return pay(d.accounts, w)
}

// write adds what was decided to the batch.
func (d *decisions) write(b *db.Batch) error {
	n := len(d.newAnswers)
	if n == 0 {
		return nil
	}

	banks, services, days, externals, requests, answers := make([]string, n), make([]string, n), make([]string, n), make([]string, n), make([]string, n), make([]string, n)
	statuses, times := make([]int64, n), make([]int64, n)

	for i, g := range d.newAnswers {
		banks[i], services[i], days[i], externals[i], requests[i], answers[i] = g.bank, g.service, d.day, g.id, g.requestID, g.text
		statuses[i], times[i] = int64(g.status), clock.Micros(d.now)
	}

	inbox.InsertApplied(b, d.notices, d.results, d.now)

	if err := d.accounts.Write(b); err != nil {
		return err
	}

	b.Insert("bank_requests",
		db.Column{Name: "bank", Values: banks}, db.Column{Name: "service", Values: services},
		db.Column{Name: "day", Values: days}, db.Column{Name: "external_id", Values: externals},
		db.Column{Name: "request_id", Values: requests}, db.Column{Name: "status", Values: statuses},
		db.Column{Name: "answer", Values: answers}, db.Column{Name: "created_at", Values: times})

	return nil
}
