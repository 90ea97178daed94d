package sheets

import (
	"context"
	"fmt"
	"time"

	"loket/internal/catalog"
	"loket/internal/platform/db"
)

func operatorSheet() sheet[catalog.Operator] {
	key := func(o catalog.Operator) string { return o.Code }

	return sheet[catalog.Operator]{
		columns: []string{"code", "name", "type", activeColumn},
		key:     key,
		parse: func(c *cells) catalog.Operator {
			return catalog.Operator{Code: c.code(), Name: c.requiredText(maxName), Type: c.oneOf(typeCodes()), Active: c.flag()}
		},
		open: func(ctx context.Context, tx *db.Tx) (state[catalog.Operator], error) {
			list, err := catalog.ReadOperators(ctx, tx)
			if err != nil {
				return state[catalog.Operator]{}, fmt.Errorf("read operators: %w", err)
			}

			existing := indexed(list, key)

			return state[catalog.Operator]{
				existing: existing,
				same:     func(a, b catalog.Operator) bool { return a.Name == b.Name && a.Type == b.Type && a.Active == b.Active }, // parts have a file of their own
				check: func(o catalog.Operator) (catalog.Operator, error) {
					// The type decides how its products are charged and checked.
					if old, ok := existing[o.Code]; ok && old.Type != o.Type {
						return o, fmt.Errorf("type is %s and can't change; make a new operator", old.Type) // a reason for people
					}

					return o, nil
				},
				write: func(ctx context.Context, tx *db.Tx, _ time.Time, rows []catalog.Operator) error {
					for _, o := range rows {
						if err := catalog.StoreOperatorTx(ctx, tx, o); err != nil {
							return fmt.Errorf("store operator %s: %w", o.Code, err)
						}
					}

					return nil
				},
			}, nil
		},
	}
}

func typeCodes() []string {
	all := catalog.OperatorTypes()
	codes := make([]string, 0, len(all))

	for _, t := range all {
		codes = append(codes, t.Code)
	}

	return codes
}
