package catalog

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"loket/internal/platform/audit"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/language"
	"loket/internal/platform/money"
)

// The longest texts of a product, in characters, also in files.
const (
	MaxName        = 120
	MaxDescription = 1_000
)

// MaxAmount is the greatest amount of the catalogue.
const MaxAmount money.Rupiah = 1_000_000_000_000

// ProductChange changes a product; nil leaves a value as it is.
type ProductChange struct {
	Name             *string
	Description      *string
	RecommendedPrice *money.Rupiah // 0: none
	MinAmount        *money.Rupiah // of an open amount; 0: no limit
	MaxAmount        *money.Rupiah
	Active           *bool
	CutOff           *CutOff
}

// ChangeProduct changes a product and returns it as it is then. A change that leaves everything as it is does nothing. Errors:
// fault.ErrNotFound, fault.ErrValidation.
func (s *Service) ChangeProduct(ctx context.Context, code string, change ProductChange, by By) (Product, error) {
	var after Product

	err := s.Edit(ctx, func(tx *db.Tx, now time.Time, _ int64) error {
		products, err := ReadProducts(ctx, tx)
		if err != nil {
			return fmt.Errorf("read products: %w", err)
		}

		at := slices.IndexFunc(products, func(p Product) bool { return p.Code == code })
		if at < 0 {
			return fault.ErrNotFound.New()
		}

		before := products[at]

		detail, err := before.with(change, &after)
		if err != nil || len(detail) == 0 {
			return err
		}

		after.UpdatedAt = now
		if err := StoreProductTx(ctx, tx, after, before.Problem); err != nil {
			return err
		}

		if err := storeCutOff(ctx, tx, after); err != nil {
			return err
		}

		return audit.Write(ctx, tx, now, audit.Entry{
			Actor: by.Actor, Action: "catalog.product", Subject: "products " + code, Reason: by.Reason, Address: by.Address, Detail: detail,
		})
	})
	if err != nil {
		return Product{}, fmt.Errorf("change product %s: %w", code, err)
	}

	return after, nil
}

func storeCutOff(ctx context.Context, tx *db.Tx, p Product) error {
	_, err := tx.Exec(ctx, "UPDATE products SET cutoff_from = $1, cutoff_to = $2 WHERE code = $3", int64(p.CutOff.From), int64(p.CutOff.To), p.Code)

	return err
}

// with sets after to the changed product, and returns what differs, before and after, for the audit log.
func (p Product) with(change ProductChange, after *Product) (map[string]any, error) {
	*after = p
	detail := map[string]any{}

	alter(detail, "name", &after.Name, change.Name)
	alter(detail, "description", &after.Description, change.Description)
	alter(detail, "recommendedPrice", &after.RecommendedPrice, change.RecommendedPrice)
	alter(detail, "minAmount", &after.MinAmount, change.MinAmount)
	alter(detail, "maxAmount", &after.MaxAmount, change.MaxAmount)
	alter(detail, "active", &after.Active, change.Active)

	if change.CutOff != nil {
		next := *change.CutOff
		if next.None() {
			next = CutOff{}
		}

		if next != p.CutOff {
			after.CutOff = next
			detail["cutOff"] = map[string]any{"before": p.CutOff.String(), "after": next.String()}
		}
	}

	return detail, after.check(change)
}

// alter sets a value, and keeps what was before and after if it differs.
func alter[T comparable](detail map[string]any, name string, value, next *T) {
	if next == nil || *next == *value {
		return
	}

	detail[name] = map[string]any{"before": *value, "after": *next}
	*value = *next
}

// check refuses values that a product can't have; of those alone that a change names.
func (p Product) check(change ProductChange) error {
	fields := []fault.Field{}
	refuse := func(wrong bool, field string, m language.Message) {
		if wrong {
			fields = append(fields, fault.Field{Field: field, Message: m})
		}
	}

	refuse(change.Name != nil && (strings.TrimSpace(p.Name) == "" || !fits(p.Name, MaxName)), "name", msgName.With(MaxName))
	refuse(change.Description != nil && !fits(p.Description, MaxDescription), "description", msgDescription.With(MaxDescription))

	limits := change.MinAmount != nil || change.MaxAmount != nil
	refuse(limits && p.Kind != Open && (p.MinAmount != 0 || p.MaxAmount != 0), "minAmount", msgOpenAmounts)
	refuse(limits && p.MaxAmount != 0 && p.MinAmount > p.MaxAmount, "minAmount", msgAmounts)

	if len(fields) > 0 {
		return fault.ErrValidation.With(fields...)
	}

	return nil
}

// fits reports whether a text can be stored and shown in one line.
func fits(text string, longest int) bool {
	return utf8.ValidString(text) && utf8.RuneCountInString(text) <= longest && !strings.ContainsFunc(text, unicode.IsControl)
}
