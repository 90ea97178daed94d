package catalog

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"loket/internal/platform/audit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/event"
	"loket/internal/platform/fault"
	"loket/internal/platform/language"
)

// maxProblemReason bounds the text of a problem, in characters.
const maxProblemReason = 200

// Problem is a disturbance of a product. Clients read why in their language. The zero value is none.
type Problem struct {
	On                  bool
	English, Indonesian string // one of them is enough
}

// Choice names products: one by its code, or all of an operator.
type Choice struct{ Product, Operator string }

// ProblemReason says in a language why the product has a problem; empty if nothing was said.
func (p Product) ProblemReason(l language.Language) string {
	if !p.Problem {
		return ""
	}

	return l.Pick(cmp.Or(p.problemEnglish, p.problemIndonesian), cmp.Or(p.problemIndonesian, p.problemEnglish))
}

// SetProblem says that products have a problem, or have none any more. It returns how many there are. Errors:
// fault.ErrNotFound, fault.ErrValidation.
func (s *Service) SetProblem(ctx context.Context, which Choice, problem Problem, by By) (int, error) {
	for field, text := range map[string]string{"text": problem.English, "textId": problem.Indonesian} {
		if utf8.RuneCountInString(text) > maxProblemReason || !utf8.ValidString(text) || strings.ContainsFunc(text, unicode.IsControl) {
			return 0, fault.InvalidField(field, msgProblemReason.With(maxProblemReason))
		}
	}

	if problem.On && problem.English == "" && problem.Indonesian == "" {
		return 0, fault.InvalidField("text", msgNoProblemReason)
	}

	if !problem.On {
		problem = Problem{}
	}

	note := func(ctx context.Context, tx *db.Tx, now time.Time) error {
		return recordProblemTx(ctx, tx, now, which, problem.On)
	}

	return s.setEach(ctx, which, by, note, "catalog.problem", map[string]any{"problem": problem.On, "text": cmp.Or(problem.English, problem.Indonesian)},
		"problem = $1, problem_reason = $2, problem_reason_id = $3", problem.On, problem.English, problem.Indonesian)
}

// SetCutOff sets when products are not sold. It returns how many there are. Errors: fault.ErrNotFound.
func (s *Service) SetCutOff(ctx context.Context, which Choice, c CutOff, by By) (int, error) {
	if c.None() {
		c = CutOff{}
	}

	return s.setEach(ctx, which, by, nil, "catalog.cutoff", map[string]any{"cutOff": c.String()}, "cutoff_from = $1, cutoff_to = $2", int64(c.From), int64(c.To))
}

// recordProblemTx records which products get a problem that have none yet, or have none any more.
func recordProblemTx(ctx context.Context, tx *db.Tx, now time.Time, which Choice, on bool) error {
	rows, err := tx.Query(ctx, "SELECT code FROM products WHERE (code = $1 OR operator_code = $2) AND problem <> $3 ORDER BY code", which.Product, which.Operator, on)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (e event.Event, err error) {
		e.Kind, e.At = problemKind(on), now

		return e, row.Scan(&e.Subject)
	})
	if err != nil {
		return fmt.Errorf("products whose problem changes: %w", err)
	}

	return event.AddTx(ctx, tx, list...)
}

// problemKind is the kind of the event that a problem begins or ends.
func problemKind(on bool) event.Kind {
	if on {
		return event.ProductDisturbed
	}

	return event.ProductFine
}

// setEach changes columns of products. note, if any, runs before, under the lock of the catalogue.
func (s *Service) setEach(
	ctx context.Context, which Choice, by By, note func(ctx context.Context, tx *db.Tx, now time.Time) error, action string, detail map[string]any,
	columns string, values ...any,
) (int, error) {
	var changed int64

	err := s.Edit(ctx, func(tx *db.Tx, now time.Time, _ int64) error {
		n := len(values)

		if note != nil {
			if err := note(ctx, tx, now); err != nil {
				return err
			}
		}

		var err error

		changed, err = tx.Exec(ctx, fmt.Sprintf("UPDATE products SET %s, updated_at = $%d WHERE code = $%d OR operator_code = $%d", columns, n+1, n+2, n+3),
			append(values, clock.Micros(now), which.Product, which.Operator)...)
		if err != nil {
			return err
		}

		if changed == 0 {
			return fault.ErrNotFound.New()
		}

		return audit.Write(ctx, tx, now, audit.Entry{
			Actor: by.Actor, Action: action, Subject: "products " + cmp.Or(which.Product, "of "+which.Operator), Reason: by.Reason, Address: by.Address, Detail: detail,
		})
	})
	if err != nil {
		return 0, fmt.Errorf("change products: %w", err)
	}

	return int(changed), nil
}
