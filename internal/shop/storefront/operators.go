package storefront

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"

	"loket/internal/catalog"
	"loket/internal/catalog/destination"
	"loket/internal/platform/audit"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

// sellable reports whether a shop may sell the products of an operator: their price must be known before the order, so bills and
// open amounts are left out.
func sellable(o catalog.Operator) bool {
	t, ok := catalog.TypeOf(o.Type)

	return ok && t.Kind == catalog.Prepaid
}

// The parts of a destination.
const (
	FieldNumber = "number"
	FieldUserID = destination.UserID
	FieldZoneID = destination.ZoneID
	FieldServer = destination.Server
	FieldMeter  = "meter"
)

// DestinationFields are the parts of a destination of a product. Those of a game come from the catalogue; one without has a single
// field.
func DestinationFields(p *catalog.Product) []destination.Part {
	product := p.Destination()

	switch {
	case len(product.Parts) > 0:
		return product.Parts
	case p.OperatorType == "game" || p.OperatorType == "game_close_amount":
		return []destination.Part{{Name: FieldUserID}}
	case p.OperatorType == "electricity":
		return []destination.Part{{Name: FieldMeter}}
	default:
		return []destination.Part{{Name: FieldNumber}}
	}
}

// HasNames reports whether the name behind a destination can be asked for, by the type of its operator.
func HasNames(operatorType string) bool { return operatorType == "electricity" }

// Operators are the active operators that a client's shop offers, by name: those that staff assigned, else all.
func (s *Service) Operators(ctx context.Context, clientID int64) ([]catalog.Operator, error) {
	assigned, err := assignedTo(ctx, s.deps.DB.Reader(), clientID)
	if err != nil {
		return nil, err
	}

	return s.offeredOperators(ctx, assigned)
}

func (s *Service) offeredOperators(ctx context.Context, assigned map[string]bool) ([]catalog.Operator, error) {
	snap, err := s.deps.Catalog.Snapshot(ctx)
	if err != nil {
		return nil, err
	}

	list := slices.DeleteFunc(slices.Clone(snap.Operators()), func(o catalog.Operator) bool {
		return !o.Active || !sellable(o) || len(assigned) > 0 && !assigned[o.Code]
	})

	return list, nil
}

func assignedTo(ctx context.Context, q db.Querier, clientID int64) (map[string]bool, error) {
	rows, err := q.Query(ctx, "SELECT operator_code FROM storefront_operators WHERE client_id = $1", clientID)

	codes, err := db.Collect(rows, err, func(row *sql.Rows) (code string, err error) { return code, row.Scan(&code) })
	if err != nil {
		return nil, fmt.Errorf("operators of the shop of client %d: %w", clientID, err)
	}

	assigned := map[string]bool{}
	for _, code := range codes {
		assigned[code] = true
	}

	return assigned, nil
}

// Assign sets the operators that a client's shop may offer; none means all. Error: fault.ErrValidation for an operator that no shop
// can sell.
func (s *Service) Assign(ctx context.Context, by By, codes []string) error {
	all, err := s.offeredOperators(ctx, nil)
	if err != nil {
		return err
	}

	for i, code := range codes {
		if !slices.ContainsFunc(all, func(o catalog.Operator) bool { return o.Code == code }) {
			return fault.InvalidField(fmt.Sprintf("operators[%d]", i), msgOperator)
		}
	}

	list, err := json.Marshal(append([]string{}, codes...)) // never null
	if err != nil {
		return fmt.Errorf("assign operators: %w", err)
	}

	err = s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		if _, err := tx.Exec(ctx, "DELETE FROM storefront_operators WHERE client_id = $1", by.ClientID); err != nil {
			return err
		}

		_, err := tx.Exec(ctx, "INSERT INTO storefront_operators (client_id, operator_code) SELECT DISTINCT CAST($2 AS BIGINT), l.value FROM "+
			tx.Engine().List("$1")+" l", string(list), by.ClientID)
		if err != nil {
			return err
		}

		return audit.Write(ctx, tx, s.deps.Clock.Now(), audit.Entry{
			Actor: by.Actor, Client: by.ClientID, Action: "storefront.assign", Subject: fmt.Sprintf("client:%d", by.ClientID), Reason: by.Reason,
			Detail: map[string]any{"operators": codes},
		})
	})
	if err != nil {
		return fmt.Errorf("assign operators to the shop of client %d: %w", by.ClientID, err)
	}

	return nil
}

// Popular are the popular operators of a shop in their order, as far as the catalogue still has them.
func (s *Service) Popular(ctx context.Context, c Content) ([]catalog.Operator, error) {
	snap, err := s.deps.Catalog.Snapshot(ctx)
	if err != nil {
		return nil, err
	}

	list := make([]catalog.Operator, 0, len(c.Popular))

	for _, code := range c.Popular {
		if i := slices.IndexFunc(snap.Operators(), func(o catalog.Operator) bool { return o.Code == code }); i >= 0 {
			list = append(list, snap.Operators()[i])
		}
	}

	return list, nil
}
