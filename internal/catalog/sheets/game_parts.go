package sheets

import (
	"context"
	"errors"
	"fmt"
	"time"

	"loket/internal/catalog"
	"loket/internal/catalog/destination"
	"loket/internal/platform/db"
)

// partsRow is a row of the file of parts: what a game asks of a player.
type partsRow struct{ Operator, Parts string }

const maxParts = 1_000

var errNoGame = errors.New("is no game: only games have parts")

func isGame(operatorType string) bool {
	return operatorType == "game" || operatorType == "game_close_amount"
}

func partsOf(operators []catalog.Operator) []partsRow {
	list := []partsRow{}

	for _, o := range operators {
		if isGame(o.Type) {
			list = append(list, partsRow{o.Code, o.Parts})
		}
	}

	return list
}

func partsSheet() sheet[partsRow] {
	key := func(r partsRow) string { return r.Operator }

	return sheet[partsRow]{
		columns: []string{"operator", "parts"},
		key:     key,
		parse:   func(c *cells) partsRow { return partsRow{c.code(), c.text(maxParts)} },
		open: func(ctx context.Context, tx *db.Tx) (state[partsRow], error) {
			operators, err := catalog.ReadOperators(ctx, tx)
			if err != nil {
				return state[partsRow]{}, fmt.Errorf("read operators: %w", err)
			}

			types := indexed(operators, func(o catalog.Operator) string { return o.Code })

			return state[partsRow]{
				existing: indexed(partsOf(operators), key),
				same:     func(a, b partsRow) bool { return a == b },
				check: func(r partsRow) (partsRow, error) {
					o, ok := types[r.Operator]
					if !ok {
						return r, errOperator
					}

					if !isGame(o.Type) {
						return r, fmt.Errorf("%s %w", r.Operator, errNoGame)
					}

					if _, err := destination.ParseParts(r.Parts); err != nil {
						return r, fmt.Errorf("parts %w", err)
					}

					return r, nil
				},
				write: func(ctx context.Context, tx *db.Tx, _ time.Time, rows []partsRow) error {
					for _, r := range rows {
						if err := catalog.StorePartsTx(ctx, tx, r.Operator, r.Parts); err != nil {
							return fmt.Errorf("store the parts of %s: %w", r.Operator, err)
						}
					}

					return nil
				},
			}, nil
		},
	}
}
