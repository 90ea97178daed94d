package storefront

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

const shopQuery = `SELECT s.id, s.client_id, c.code, s.version, s.config, s.is_published, s.published, s.published_at, s.created_at, s.updated_at
	FROM storefronts s JOIN clients c ON c.id = s.client_id `

func scan(row db.Row) (Shop, error) {
	var (
		s                Shop
		config           string
		published        sql.NullString
		publishedAt      sql.NullInt64
		created, updated int64
	)

	err := row.Scan(&s.ID, &s.ClientID, &s.ClientCode, &s.Version, &config, &s.IsPublished, &published, &publishedAt, &created, &updated)

	switch {
	case errors.Is(err, sql.ErrNoRows):
		return Shop{}, fault.ErrNotFound.Msg(msgNone)
	case err != nil:
		return Shop{}, fmt.Errorf("read a shop: %w", err)
	}

	s.CreatedAt, s.UpdatedAt = clock.FromMicros(created), clock.FromMicros(updated)

	if s.Content, err = decode(config); err != nil {
		return Shop{}, err
	}

	if published.Valid {
		at := clock.FromMicros(publishedAt.Int64)
		s.PublishedAt = &at

		content, err := decode(published.String)
		if err != nil {
			return Shop{}, err
		}

		s.Published = &content
	}

	return s, nil
}

// lockTx reads the shop of a client under its lock. Error: fault.ErrNotFound for one of another client.
func lockTx(ctx context.Context, tx *db.Tx, clientID, id int64) (Shop, error) {
	var locked int64

	err := tx.QueryRow(ctx, "SELECT id FROM storefronts WHERE client_id = $1 AND id = $2"+tx.Engine().ForUpdate(), clientID, id).Scan(&locked)
	if errors.Is(err, sql.ErrNoRows) {
		return Shop{}, fault.ErrNotFound.Msg(msgNone)
	}

	if err != nil {
		return Shop{}, fmt.Errorf("lock shop %d: %w", id, err)
	}

	return scan(tx.QueryRow(ctx, shopQuery+"WHERE s.id = $1", id))
}

func encode(c Content) string {
	text, err := json.Marshal(c)
	if err != nil {
		panic("storefront: content is always JSON: " + err.Error())
	}

	return string(text)
}

func decode(text string) (Content, error) {
	c := Content{Theme: DefaultTheme()} // a colour that a later release adds
	if err := json.Unmarshal([]byte(text), &c); err != nil {
		return Content{}, fmt.Errorf("read the content of a shop: %w", err)
	}

	return c, nil
}
