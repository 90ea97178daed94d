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

// longestPlan is how far ahead a problem begins or ends.
const longestPlan = 366 * 24 * time.Hour

// Problem is a disturbance of a product. Clients read why in their language. The zero value is none.
type Problem struct {
	On                  bool
	English, Indonesian string    // one of them is enough
	From                time.Time // when it begins; zero: now
	Until               time.Time // when it ends by itself; zero: when staff end it
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

// ProblemText is what staff wrote about a problem in a language, also about one to come.
func (p Product) ProblemText(l language.Language) string {
	return l.Pick(p.problemEnglish, p.problemIndonesian)
}

// nextProblem is when the problem of a product begins or ends by itself; zero for never.
func (p Product) nextProblem() time.Time {
	if p.Problem {
		return p.ProblemUntil
	}

	return p.ProblemFrom
}

// SetProblem says that products have a problem, now or from a time on, or have none any more. It replaces what was said before. It returns how
// many products there are. Errors: fault.ErrNotFound, fault.ErrValidation.
func (s *Service) SetProblem(ctx context.Context, which Choice, problem Problem, by By) (int, error) {
	return s.SetProblemAnd(ctx, which, problem, by, func(context.Context, *db.Tx, time.Time) error { return nil })
}

// SetProblemAnd is SetProblem with what else happens in its transaction, under the lock of the catalogue and before the products change.
func (s *Service) SetProblemAnd(
	ctx context.Context, which Choice, problem Problem, by By, also func(ctx context.Context, tx *db.Tx, now time.Time) error,
) (int, error) {
	if err := problem.check(s.clk.Now()); err != nil {
		return 0, err
	}

	if !problem.On {
		problem = Problem{}
	}

	begun := problem.On && problem.From.IsZero()
	note := func(ctx context.Context, tx *db.Tx, now time.Time) error {
		if err := recordProblemTx(ctx, tx, now, which, begun); err != nil {
			return err
		}

		return also(ctx, tx, now)
	}
	detail := map[string]any{"problem": problem.On, "text": cmp.Or(problem.English, problem.Indonesian)}

	for name, at := range map[string]time.Time{"from": problem.From, "until": problem.Until} {
		if !at.IsZero() {
			detail[name] = at
		}
	}

	since := problem.From
	if begun {
		since = s.clk.Now()
	}

	return s.setEach(ctx, which, by, note, "catalog.problem", detail,
		`problem_from = CASE WHEN $1 AND problem THEN COALESCE(problem_from, $4) ELSE $4 END, problem = $1, problem_reason = $2, problem_reason_id = $3, problem_until = $5`,
		begun, problem.English, problem.Indonesian, db.NullMicros(since), db.NullMicros(problem.Until))
}

// check refuses a problem without a text, and times that lead nowhere.
func (p Problem) check(now time.Time) error {
	for field, text := range map[string]string{"text": p.English, "textId": p.Indonesian} {
		if utf8.RuneCountInString(text) > maxProblemReason || !utf8.ValidString(text) || strings.ContainsFunc(text, unicode.IsControl) {
			return fault.InvalidField(field, msgProblemReason.With(maxProblemReason))
		}
	}

	begins := now
	if !p.From.IsZero() {
		begins = p.From
	}

	switch {
	case !p.On:
		return nil
	case p.English == "" && p.Indonesian == "":
		return fault.InvalidField("text", msgNoProblemReason)
	case begins.Before(now) || begins.After(now.Add(longestPlan)):
		return fault.InvalidField("from", msgProblemTime)
	case !p.Until.IsZero() && (!p.Until.After(begins) || p.Until.After(now.Add(longestPlan))):
		return fault.InvalidField("until", msgProblemTime)
	}

	return nil
}

// OthersDisturbedTx reports whether another product of the same operator has a problem, or one to come.
func OthersDisturbedTx(ctx context.Context, tx *db.Tx, operator, product string) (bool, error) {
	var n int64

	err := tx.QueryRow(ctx, "SELECT COUNT(*) FROM products WHERE operator_code = $1 AND code <> $2 AND (problem OR problem_from IS NOT NULL)", operator, product).Scan(&n)
	if err != nil {
		return false, fmt.Errorf("other products with a problem: %w", err)
	}

	return n > 0, nil
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

	return recordEachTx(ctx, tx, now, on, rows, err)
}

// applyProblems begins and ends the problems whose time has come.
func applyProblems(ctx context.Context, tx *db.Tx, now time.Time) error {
	for _, step := range []struct {
		on             bool
		which, columns string
	}{
		{true, "NOT problem AND problem_from <= $1", "problem = TRUE"},
		{false, "problem AND problem_until <= $1", "problem = FALSE, problem_reason = '', problem_reason_id = '', problem_from = NULL, problem_until = NULL"},
	} {
		rows, err := tx.Query(ctx, "SELECT code FROM products WHERE "+step.which+" ORDER BY code", clock.Micros(now))
		if err := recordEachTx(ctx, tx, now, step.on, rows, err); err != nil {
			return err
		}

		if _, err := tx.Exec(ctx, "UPDATE products SET "+step.columns+", updated_at = $1 WHERE "+step.which, clock.Micros(now)); err != nil {
			return fmt.Errorf("problems whose time has come: %w", err)
		}
	}

	return nil
}

// recordEachTx records that the products of these rows have a problem now, or have none any more.
func recordEachTx(ctx context.Context, tx *db.Tx, now time.Time, on bool, rows *sql.Rows, err error) error {
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
