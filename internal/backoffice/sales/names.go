package sales

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
)

// names are the names of the rows of a report, by their keys.
type names struct {
	name, group map[string]string
	ofType      string // the codes of the products of the type that was asked for, as JSON
}

func (s *Service) names(ctx context.Context, q Query) (names, error) {
	out := names{name: map[string]string{}, group: map[string]string{}}

	if q.GroupBy == ByClient {
		list, err := s.deps.Identity.Clients(ctx)
		if err != nil {
			return out, err
		}

		for _, c := range list {
			out.name[strconv.FormatInt(c.ID, 10)] = c.Name
		}
	}

	if q.GroupBy != ByProduct && q.Type == "" {
		return out, nil
	}

	snap, err := s.deps.Catalog.Snapshot(ctx)
	if err != nil {
		return out, fmt.Errorf("names of products: %w", err)
	}

	codes := []string{}

	for p := range snap.All() {
		if q.GroupBy == ByProduct {
			out.name[p.Code], out.group[p.Code] = p.Name, p.OperatorType
		}

		if p.OperatorType == q.Type {
			codes = append(codes, p.Code)
		}
	}

	text, err := json.Marshal(codes)
	if err != nil {
		return out, fmt.Errorf("codes of products: %w", err)
	}

	out.ofType = string(text)

	return out, nil
}
