package requestlog

import (
	"context"
	"fmt"

	"loket/internal/platform/clock"
	"loket/internal/platform/db"
)

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
