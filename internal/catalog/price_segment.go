package catalog

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"loket/internal/platform/approval"
	"loket/internal/platform/audit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

// SegmentKind is the kind of an approval for a client's segment that leads to prices below cost.
const SegmentKind = "catalog.segment"

const maxSegment = 40

// Segment is a group of clients for price rules. It exists as long as a client is in it or a rule is for it.
type Segment struct {
	Name    string
	Clients int
	Rules   int
}

// SegmentChange puts a client into a segment, out of the one before; with an empty name into none.
type SegmentChange struct {
	ClientID int64  `json:"clientId"`
	Segment  string `json:"segment"`
	Before   string `json:"before"`
}

// Segments returns all segments by name.
func (s *Service) Segments(ctx context.Context) ([]Segment, error) {
	rows, err := s.db.Reader().Query(ctx, `SELECT u.segment, CAST(SUM(u.clients) AS BIGINT), CAST(SUM(u.rules) AS BIGINT)
		FROM (SELECT segment, 1 AS clients, 0 AS rules FROM client_segments UNION ALL SELECT segment, 0, 1 FROM price_rules WHERE segment <> '') u
		GROUP BY u.segment`)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (g Segment, err error) { return g, row.Scan(&g.Name, &g.Clients, &g.Rules) })
	if err != nil {
		return nil, fmt.Errorf("list segments: %w", err)
	}

	slices.SortFunc(list, func(a, b Segment) int { return cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)) })

	return list, nil
}

// SegmentOf is the segment of a client; empty without one.
func (s *Service) SegmentOf(ctx context.Context, client int64) (string, error) {
	all, err := readSegments(ctx, s.db.Reader())

	return all[client], err
}

func readSegments(ctx context.Context, q db.Querier) (map[int64]string, error) {
	out := map[int64]string{}

	rows, err := q.Query(ctx, `SELECT client_id, segment FROM client_segments`)

	_, err = db.Collect(rows, err, func(row *sql.Rows) (client int64, err error) {
		var segment string

		err = row.Scan(&client, &segment)
		out[client] = segment

		return client, err
	})
	if err != nil {
		return nil, fmt.Errorf("read the segments of clients: %w", err)
	}

	return out, nil
}

// PreviewSegment computes what another segment of a client does to its prices. Nothing changes. Error: fault.ErrValidation.
func (s *Service) PreviewSegment(ctx context.Context, change SegmentChange) (RulePreview, error) {
	return s.changeSegment(ctx, change, nil, By{})
}

// ChangeSegment carries a preview out: it changes the segment and the own prices of the client in one transaction. If it leads to prices below
// cost, it waits for a second person (DecideSegment). Errors: those of PreviewSegment; ErrPreview if the preview says something else now.
func (s *Service) ChangeSegment(ctx context.Context, change SegmentChange, tag string, by By) (RulePreview, error) {
	return s.changeSegment(ctx, change, &tag, by)
}

func (s *Service) changeSegment(ctx context.Context, change SegmentChange, tag *string, by By) (RulePreview, error) {
	preview, err := s.carryOut(ctx, tag, func(tx *db.Tx, now time.Time, version int64) (ruleEdit, error) {
		preview, err := planSegment(ctx, tx, &change)

		return ruleEdit{
			preview: preview,
			request: approval.AskInput{
				Kind: SegmentKind, Key: strconv.FormatInt(version, 10), ClientID: change.ClientID, Input: change, Actor: by.Actor, Reason: by.Reason,
			},
			store: func() error { return storeSegment(ctx, tx, now, change, preview.Effects, by) },
		}, err
	})
	if err != nil {
		return RulePreview{}, fmt.Errorf("change the segment of client %d: %w", change.ClientID, err)
	}

	return preview, nil
}

// planSegment is what another segment of a client does; it notes in the change the segment before.
func planSegment(ctx context.Context, tx *db.Tx, change *SegmentChange) (RulePreview, error) {
	p, err := readPlan(ctx, tx, nil)
	if err != nil {
		return RulePreview{}, err
	}

	change.Segment, change.Before = p.segmentNamed(change.Segment), p.segments[change.ClientID]
	if !segmentFits(change.Segment) {
		return RulePreview{}, fault.InvalidField("segment", msgName.With(maxSegment))
	}

	p.segments[change.ClientID] = change.Segment

	return p.preview(change, p.heldOf(change.ClientID))
}

// heldOf are the own prices by hand of a client to which rules of its segment would apply.
func (p plan) heldOf(client int64) []heldPrice {
	list := []heldPrice{}

	for _, r := range p.rules {
		if r.Segment != "" && r.Segment == p.segments[client] {
			for _, h := range p.heldBy(r) {
				if h.Client == client {
					list = append(list, h)
				}
			}
		}
	}

	return list
}

// DecideSegment decides a waiting request for a client's segment; approved, it is carried out with the rules and costs of now. Errors: those of
// approval.DecideTx and of PreviewSegment; approval.ErrChanged if the client is in another segment now.
func (s *Service) DecideSegment(ctx context.Context, d approval.Decision) error {
	d.Kind = SegmentKind

	err := s.Edit(ctx, func(tx *db.Tx, now time.Time, _ int64) error {
		decided, err := approval.DecideTx(ctx, tx, now, d)
		if err != nil || !d.Approve {
			return err
		}

		var change SegmentChange
		if err := json.Unmarshal([]byte(decided.Input), &change); err != nil {
			return fmt.Errorf("read a change of a segment: %w", err)
		}

		asked := change.Before

		preview, err := planSegment(ctx, tx, &change)

		switch {
		case err != nil:
			return err
		case asked != change.Before:
			return approval.ErrChanged.New()
		}

		return storeSegment(ctx, tx, now, change, preview.Effects, By{Actor: decided.RequestedBy, Reason: decided.Reason})
	})
	if err != nil {
		return fmt.Errorf("decide about a segment: %w", err)
	}

	return nil
}

// storeSegment stores the segment of a client, and the prices that follow.
func storeSegment(ctx context.Context, tx *db.Tx, now time.Time, change SegmentChange, effects []RuleEffect, by By) error {
	if _, err := tx.Exec(ctx, `DELETE FROM client_segments WHERE client_id = $1`, change.ClientID); err != nil {
		return fmt.Errorf("delete a segment: %w", err)
	}

	if change.Segment != "" {
		_, err := tx.Exec(ctx, `INSERT INTO client_segments (client_id, segment, changed_by, reason, changed_at) VALUES ($1, $2, $3, $4, $5)`,
			change.ClientID, change.Segment, by.Actor, by.Reason, clock.Micros(now))
		if err != nil {
			return fmt.Errorf("store a segment: %w", err)
		}
	}

	if err := writeEffects(ctx, tx, now, effects, by); err != nil {
		return err
	}

	return audit.Write(ctx, tx, now, audit.Entry{
		Actor: by.Actor, Client: change.ClientID, Action: SegmentKind, Subject: "client " + strconv.FormatInt(change.ClientID, 10), Reason: by.Reason, Address: by.Address,
		Detail: map[string]any{"before": change.Before, "after": change.Segment, "prices": len(effects)},
	})
}

// clientsOf are the clients of a segment, sorted.
func (p plan) clientsOf(segment string) []int64 {
	list := []int64{}

	for client, name := range p.segments {
		if name == segment {
			list = append(list, client)
		}
	}

	slices.Sort(list)

	return list
}

// segmentNamed is a name as it is stored: single spaces, and the letters of the segment that differs from it in capitals alone.
func (p plan) segmentNamed(name string) string {
	name = strings.Join(strings.Fields(name), " ")

	for _, known := range p.segments {
		if strings.EqualFold(known, name) {
			return known
		}
	}

	for _, r := range p.rules {
		if strings.EqualFold(r.Segment, name) {
			return r.Segment
		}
	}

	return name
}

// segmentFits reports whether a name can be stored; an empty one names no segment.
func segmentFits(name string) bool { return fits(name, maxSegment) }
