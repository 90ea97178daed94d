package clientevent

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"

	"loket/internal/developer/changes"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/event"
)

// announcement is the data of the fact that the client API changed: the changes, the newest first. A program of an older version that reads the fact
// doesn't have them in its own list.
type announcement struct {
	Changes []changes.Change `json:"changes"`
}

// AnnounceChanges tells all clients of the changes of the client API that this program has and that were not announced before, in one event. A
// database without an announcement is new: its clients know the API as it is. It is safe to call on several nodes at once.
func (s *Service) AnnounceChanges(ctx context.Context) error {
	list, err := changes.List()
	if err != nil {
		return err
	}

	err = s.deps.DB.Tx(ctx, func(tx *db.Tx) error { return s.announceTx(ctx, tx, list) })
	if err != nil {
		return fmt.Errorf("announce changes of the client API: %w", err)
	}

	return nil
}

func (s *Service) announceTx(ctx context.Context, tx *db.Tx, list []changes.Change) error {
	if err := tx.Lock(ctx, "announcements of the client API"); err != nil {
		return err
	}

	have := len(list)

	var before int
	if err := tx.QueryRow(ctx, "SELECT COALESCE(MAX(changes), -1) FROM api_announcements").Scan(&before); err != nil || before >= have {
		return err // an older program announces nothing
	}

	now := s.deps.Clock.Now()

	if _, err := tx.Exec(ctx, "INSERT INTO api_announcements (changes, announced_at) VALUES ($1, $2)", have, clock.Micros(now)); err != nil || before < 0 {
		return err
	}

	data, err := json.Marshal(announcement{list[:have-before]})
	if err != nil {
		return err
	}

	return event.AddTx(ctx, tx, event.Event{Kind: event.APIChanged, Subject: strconv.Itoa(have), Data: string(data), At: now})
}

func (r *renderer) apiChanges(e *event.Event) (any, error) {
	var said announcement
	if err := json.Unmarshal([]byte(e.Data), &said); err != nil {
		return nil, fmt.Errorf("read what the fact says: %w", err)
	}

	out := APIEvent{Changes: make([]APIChange, len(said.Changes))}
	for i, c := range said.Changes {
		out.Changes[i] = APIChange{Date: c.Date, Kind: string(c.Kind), Text: c.Text[r.language]}
	}

	return out, nil
}
