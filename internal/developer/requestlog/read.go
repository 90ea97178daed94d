package requestlog

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

// Entry is a request as it is kept.
type Entry struct {
	At        time.Time
	Number    int64 // with At unique for a client
	RequestID string
	KeyID     int64
	KeyEnding string
	Method    string
	Route     string
	Target    string
	Status    int
	Took      time.Duration
	Address   string
	Program   string
	Reference string

	// Of one entry alone.
	HasBodies    bool // they are kept
	Body, Answer string
}

// ID names an entry of a client: its time and number.
func (e *Entry) ID() string { return fmt.Sprintf("%d-%d", clock.Micros(e.At), e.Number) }

// Position is where an entry stands in the log.
type Position struct{ at, number int64 }

// ParsePosition reads the id of an entry.
func ParsePosition(id string) (Position, bool) {
	at, number, found := strings.Cut(id, "-")
	p := Position{}

	var errAt, errNumber error

	p.at, errAt = strconv.ParseInt(at, 10, 64)
	p.number, errNumber = strconv.ParseInt(number, 10, 64)

	return p, found && errAt == nil && errNumber == nil
}

// Query asks for requests of a client. Zero values limit nothing.
type Query struct {
	ClientID  int64
	From, To  time.Time
	Method    string
	Class     int // of the status: 2, 4 or 5
	Route     string
	KeyEnding string
	Text      string    // reference or request id
	OlderThan *Position // older ones than this
	NewerThan *Position // newer ones than this; not with OlderThan
	Limit     int
}

const entryColumns = "r.at, r.id, r.request_id, r.key_id, r.key_ending, r.method, r.route, r.target, r.status, r.took, r.address, r.program, r.reference"

func (q *Query) where() db.Where {
	var w db.Where

	w.Add("r.client_id = ", q.ClientID)

	if !q.From.IsZero() {
		w.Add("r.at >= ", clock.Micros(q.From))
	}

	if !q.To.IsZero() {
		w.Add("r.at < ", clock.Micros(q.To))
	}

	if q.Method != "" {
		w.Add("r.method = ", q.Method)
	}

	if q.Class != 0 {
		const size = 100

		w.Add("r.status >= ", q.Class*size)
		w.Add("r.status < ", (q.Class+1)*size)
	}

	if q.Route != "" {
		w.Add("r.route = ", q.Route)
	}

	if q.KeyEnding != "" {
		w.Add("r.key_ending = ", q.KeyEnding)
	}

	if q.Text != "" {
		text := w.Arg(q.Text)
		w.Condition("(r.request_id = " + text + " OR r.reference = " + text + " AND r.reference <> '')")
	}

	if p := q.OlderThan; p != nil {
		w.Condition("(r.at, r.id) < (" + w.Arg(p.at) + ", " + w.Arg(p.number) + ")")
	}

	if p := q.NewerThan; p != nil {
		w.Condition("(r.at, r.id) > (" + w.Arg(p.at) + ", " + w.Arg(p.number) + ")")
	}

	return w
}

// List returns requests, the newest first.
func (s *Service) List(ctx context.Context, q Query) ([]Entry, error) {
	w := q.where()

	order := " ORDER BY r.at DESC, r.id DESC LIMIT "
	if q.NewerThan != nil {
		order = " ORDER BY r.at, r.id LIMIT "
	}

	var list []Entry

	text := "SELECT " + entryColumns + " FROM api_requests r WHERE " + w.Text() + order + w.Arg(q.Limit)

	err := s.deps.DB.Read(ctx, text, w.Args, func(row db.Row) error {
		e, err := scanEntry(row)
		list = append(list, e)

		return err
	})
	if err != nil {
		return nil, fmt.Errorf("requests of client %d: %w", q.ClientID, err)
	}

	if q.NewerThan != nil {
		slices.Reverse(list)
	}

	return list, nil
}

// Get returns a request with its bodies, while they are kept. Errors: fault.ErrNotFound.
func (s *Service) Get(ctx context.Context, clientID int64, at Position) (Entry, error) {
	var body, answer sql.NullString

	e, err := scanEntry(s.deps.DB.Reader().QueryRow(ctx, "SELECT "+entryColumns+`, b.body, b.answer FROM api_requests r
		LEFT JOIN api_request_bodies b ON b.client_id = $1 AND b.at = r.at AND b.id = r.id WHERE r.client_id = $1 AND r.at = $2 AND r.id = $3`,
		clientID, at.at, at.number), &body, &answer)

	switch {
	case errors.Is(err, sql.ErrNoRows):
		return Entry{}, fault.ErrNotFound.Msg(msgNone)
	case err != nil:
		return Entry{}, fmt.Errorf("a request of client %d: %w", clientID, err)
	}

	e.HasBodies, e.Body, e.Answer = body.Valid, body.String, answer.String

	return e, nil
}

func scanEntry(row db.Row, more ...any) (e Entry, err error) {
	var at, took int64

	err = row.Scan(append([]any{
		&at, &e.Number, &e.RequestID, &e.KeyID, &e.KeyEnding, &e.Method, &e.Route, &e.Target, &e.Status, &took, &e.Address, &e.Program, &e.Reference,
	}, more...)...)
	e.At, e.Took = clock.FromMicros(at), time.Duration(took)*time.Microsecond

	return e, err
}

func (s *Service) purgeRequests(ctx context.Context) (int64, error) {
	n, err := s.deps.DB.PurgeByKey(ctx, purgeKey(),
		"SELECT r.client_id, r.at, r.id FROM clients c JOIN api_requests r ON r.client_id = c.id AND r.at <= $1 LIMIT $2",
		"DELETE FROM api_requests AS r {USING} WHERE r.client_id = {client} AND r.at = {at} AND r.id = {id} AND r.at <= $1",
		clock.Micros(s.deps.Clock.Now().Add(-Kept)))
	if err != nil {
		return n, fmt.Errorf("delete old requests: %w", err)
	}

	return n, nil
}

func (s *Service) purgeBodies(ctx context.Context) (int64, error) {
	n, err := s.deps.DB.PurgeByKey(ctx, purgeKey(),
		"SELECT b.client_id, b.at, b.id FROM clients c JOIN api_request_bodies b ON b.client_id = c.id AND b.at <= $1 LIMIT $2",
		"DELETE FROM api_request_bodies AS b {USING} WHERE b.client_id = {client} AND b.at = {at} AND b.id = {id} AND b.at <= $1",
		clock.Micros(s.deps.Clock.Now().Add(-BodiesKept)))
	if err != nil {
		return n, fmt.Errorf("delete bodies of old requests: %w", err)
	}

	return n, nil
}

func purgeKey() db.Columns {
	return db.Columns{{Name: "client", Values: []int64{}}, {Name: "at", Values: []int64{}}, {Name: "id", Values: []int64{}}}
}
