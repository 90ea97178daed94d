package catalog

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"loket/internal/platform/approval"
	"loket/internal/platform/audit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
)

// RuleKind is the kind of an approval for a price rule that leads, or may lead, to prices below cost.
const RuleKind = "catalog.rules"

// RuleChange stores a price rule in place of the one of the same reach, or removes that one.
type RuleChange struct {
	PriceRule

	Remove  bool       `json:"remove"`
	EndHand bool       `json:"endHand"` // prices by hand in the reach of the rule end, and follow it
	Before  *PriceRule `json:"before"`  // that it replaces or removes; nil without one
}

// RulePreview is what a change of the rules does, or did.
type RulePreview struct {
	Effects []RuleEffect // the greatest changes first
	Held    int          // prices in the rule's reach that are set by hand: they stay, unless the change ends them
	Tag     string       // of what the preview says
	Applied bool
	Waiting *approval.Approval // set when it waits for a second person
}

// errPreviewOnly rolls back what a preview began.
var errPreviewOnly = errors.New("only a preview")

// PriceRules returns all rules: those for list prices first, then by segment, then by client; the most special ones last.
func (s *Service) PriceRules(ctx context.Context) ([]PriceRule, error) {
	return readPriceRules(ctx, s.db.Reader())
}

func readPriceRules(ctx context.Context, q db.Querier) (priceRules, error) {
	rows, err := q.Query(ctx, `SELECT id, operator_type, operator_code, product_code, client_id, segment, fixed, basis_points, step, min_margin, changed_by, reason, changed_at
		FROM price_rules ORDER BY client_id, segment, product_code, operator_code, operator_type`)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (r PriceRule, err error) {
		var changed int64

		err = row.Scan(&r.ID, &r.OperatorType, &r.OperatorCode, &r.ProductCode, &r.ClientID, &r.Segment, &r.Fixed, &r.BasisPoints, &r.Step, &r.MinMargin, &r.ChangedBy, &r.Reason, &changed)
		r.ChangedAt = clock.FromMicros(changed)

		return r, err
	})
	if err != nil {
		return nil, fmt.Errorf("read price rules: %w", err)
	}

	return list, nil
}

// PreviewRule computes what a change of the rules does. Nothing changes. Errors: fault.ErrNotFound for a code that is not in the catalogue and
// for a rule to remove that isn't there, fault.ErrValidation.
func (s *Service) PreviewRule(ctx context.Context, change RuleChange) (RulePreview, error) {
	return s.changeRule(ctx, change, nil, By{})
}

// ChangeRule carries a preview out: it changes the rules and the prices that follow in one transaction. A change that leads, or may lead, to
// prices below cost waits for a second person (DecideRule). Errors: those of PreviewRule; ErrPreview if the preview says something else now.
func (s *Service) ChangeRule(ctx context.Context, change RuleChange, tag string, by By) (RulePreview, error) {
	return s.changeRule(ctx, change, &tag, by)
}

func (s *Service) changeRule(ctx context.Context, change RuleChange, tag *string, by By) (RulePreview, error) {
	preview, err := s.carryOut(ctx, tag, func(tx *db.Tx, now time.Time, version int64) (ruleEdit, error) {
		p, err := planRule(ctx, tx, &change)
		if err != nil {
			return ruleEdit{}, err
		}

		preview, held, err := p.previewRule(change)

		return ruleEdit{
			preview: preview, below: !change.Remove && change.belowCost(),
			request: approval.AskInput{Kind: RuleKind, Key: strconv.FormatInt(version, 10), ClientID: change.ClientID, Input: change, Actor: by.Actor, Reason: by.Reason},
			store:   func() error { return storeRule(ctx, tx, now, change, held, preview.Effects, by) },
		}, err
	})
	if err != nil {
		return RulePreview{}, fmt.Errorf("change a price rule: %w", err)
	}

	return preview, nil
}

// ruleEdit is a change of what rules say about prices, before it is carried out.
type ruleEdit struct {
	preview RulePreview
	below   bool              // it may lead to prices below cost, whatever the preview says
	request approval.AskInput // to a second person
	store   func() error
}

// carryOut prepares a change and carries it out as its preview said, or asks a second person if it leads to prices below cost. Without a tag it is
// the preview alone.
func (s *Service) carryOut(ctx context.Context, tag *string, prepare func(tx *db.Tx, now time.Time, version int64) (ruleEdit, error)) (RulePreview, error) {
	var preview RulePreview

	err := s.Edit(ctx, func(tx *db.Tx, now time.Time, version int64) error {
		change, err := prepare(tx, now, version)
		if err != nil {
			return err
		}

		preview = change.preview

		switch {
		case tag == nil:
			return errPreviewOnly
		case *tag != preview.Tag:
			return ErrPreview.New()
		case change.below || slices.ContainsFunc(preview.Effects, func(e RuleEffect) bool { return e.Below }):
			a, err := approval.AskTx(ctx, tx, now, change.request)
			preview.Waiting = &a

			return err
		}

		preview.Applied = true

		return change.store()
	})
	if errors.Is(err, errPreviewOnly) {
		return preview, nil
	}

	return preview, err
}

// planRule is the catalogue with a change of the rules; it notes in the change what that replaces.
func planRule(ctx context.Context, tx *db.Tx, change *RuleChange) (plan, error) {
	p, err := readPlan(ctx, tx, nil)
	if err != nil {
		return plan{}, err
	}

	operators, err := ReadOperators(ctx, tx)
	if err != nil {
		return plan{}, fmt.Errorf("read operators: %w", err)
	}

	change.Segment = p.segmentNamed(change.Segment)

	if change.Remove {
		p.rules, change.Before = p.rules.without(change.PriceRule)
		if change.Before == nil {
			return plan{}, fault.ErrNotFound.New()
		}

		return p, nil
	}

	if err := change.check(operators, p.products); err != nil {
		return plan{}, err
	}

	p.rules, change.Before = p.rules.with(change.PriceRule)

	return p, nil
}

// DecideRule decides a waiting request for a change of the rules; approved, it is carried out with the costs of now. Errors: those of
// approval.DecideTx and of PreviewRule; approval.ErrChanged if the rule that it replaces is another one now.
func (s *Service) DecideRule(ctx context.Context, d approval.Decision) error {
	d.Kind = RuleKind

	err := s.Edit(ctx, func(tx *db.Tx, now time.Time, _ int64) error {
		decided, err := approval.DecideTx(ctx, tx, now, d)
		if err != nil || !d.Approve {
			return err
		}

		var change RuleChange
		if err := json.Unmarshal([]byte(decided.Input), &change); err != nil {
			return fmt.Errorf("read a change of a price rule: %w", err)
		}

		asked := change.Before

		p, err := planRule(ctx, tx, &change)

		switch {
		case err != nil:
			return err
		case (asked == nil) != (change.Before == nil), asked != nil && asked.ID != change.Before.ID:
			return approval.ErrChanged.New()
		}

		preview, held, err := p.previewRule(change)
		if err != nil {
			return err
		}

		return storeRule(ctx, tx, now, change, held, preview.Effects, By{Actor: decided.RequestedBy, Reason: decided.Reason})
	})
	if err != nil {
		return fmt.Errorf("decide about a price rule: %w", err)
	}

	return nil
}

// storeRule stores a change of the rules, and the prices that follow.
func storeRule(ctx context.Context, tx *db.Tx, now time.Time, change RuleChange, held []heldPrice, effects []RuleEffect, by By) error {
	r := change.PriceRule

	_, err := tx.Exec(ctx, `DELETE FROM price_rules WHERE client_id = $1 AND segment = $2 AND operator_type = $3 AND operator_code = $4 AND product_code = $5`,
		r.ClientID, r.Segment, r.OperatorType, r.OperatorCode, r.ProductCode)
	if err != nil {
		return fmt.Errorf("delete a price rule: %w", err)
	}

	detail := map[string]any{"before": change.Before, "after": &r, "prices": len(effects)}

	if change.Remove {
		detail["after"] = nil
	} else {
		if r.ID, err = db.NextSequence(ctx, tx, "price_rules"); err != nil {
			return err
		}

		_, err = tx.Exec(ctx, `INSERT INTO price_rules (id, operator_type, operator_code, product_code, client_id, segment, fixed, basis_points, step, min_margin, changed_by, reason, changed_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
			r.ID, r.OperatorType, r.OperatorCode, r.ProductCode, r.ClientID, r.Segment, int64(r.Fixed), r.BasisPoints, int64(r.Step), int64(r.MinMargin),
			by.Actor, by.Reason, clock.Micros(now))
		if err != nil {
			return fmt.Errorf("store a price rule: %w", err)
		}
	}

	if change.EndHand {
		if err := followTx(ctx, tx, held); err != nil {
			return err
		}
	}

	if err := writeEffects(ctx, tx, now, effects, by); err != nil {
		return err
	}

	return audit.Write(ctx, tx, now, audit.Entry{
		Actor: by.Actor, Client: r.ClientID, Action: "catalog.rule", Subject: "price rules", Reason: by.Reason, Address: by.Address, Detail: detail,
	})
}
