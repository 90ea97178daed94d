package texth2h

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"loket/internal/supplier"
	"loket/internal/supplier/wire"
)

// The moments of a test.
const (
	whenFirst  = "first"
	whenQuery  = "query"
	whenLate   = "late"
	whenReport = "report"
)

// prove runs the stored tests. Each rule needs one that it reads. Each success rule needs one that succeeds, and a negative twin: one that it reads
// and that must not succeed. Beside these, no success may survive another reference or number.
func (c *Client) prove() []error {
	var found []error

	fault := func(format string, args ...any) {
		found = append(found, fmt.Errorf("%w: %s", supplier.ErrConfig, fmt.Sprintf(format, args...)))
	}

	read, twins, succeeded := map[string]bool{}, map[string]bool{}, map[string]bool{}

	for i, t := range c.settings.Tests {
		name := fmt.Sprintf("test %d %q", i+1, t.Name)

		if why := t.check(); why != "" {
			fault("%s: %s", name, why)

			continue
		}

		v, err := c.Explain(t.When, t.question(), t.Reply)
		if err != nil {
			fault("%s: %v", name, err)

			continue
		}

		if why := t.differs(v); why != "" {
			fault("%s: %s (%s)", name, why, v.Message)

			continue
		}

		read[v.Rule] = true

		if v.Outcome != supplier.Success {
			twins[v.Rule] = true

			continue
		}

		succeeded[v.Rule] = true

		for what, other := range map[string]supplier.Request{
			"reference": {Reference: t.Ref + "1", SKU: t.SKU, Destination: t.Dest}, "number": {Reference: t.Ref, SKU: t.SKU, Destination: t.Dest + "1"},
		} {
			if again, err := c.Explain(t.When, other, t.Reply); err != nil || again.Outcome == supplier.Success {
				fault("%s: succeeds for another %s, too: the rule must take it out of the reply", name, what)
			}
		}
	}

	for _, r := range c.settings.Rules {
		switch {
		case !read[r.Name]:
			fault("rule %q: no test has a reply that it reads", r.Name)
		case r.Outcome == ruleSuccess && !succeeded[r.Name]:
			fault("rule %q: no test succeeds by it", r.Name)
		case r.Outcome == ruleSuccess && !twins[r.Name]:
			fault("rule %q: a negative twin is missing, such as the same reply about another reference", r.Name)
		}
	}

	return found
}

func (t *Test) question() supplier.Request {
	return supplier.Request{Reference: t.Ref, SKU: t.SKU, Destination: t.Dest}
}

func (t *Test) check() string {
	if !slices.Contains([]string{whenFirst, whenQuery, whenLate, whenReport}, t.When) {
		return "when must be first, query, late or report"
	}

	if _, err := supplier.ParseOutcome(t.Outcome); err != nil {
		return "outcome must be success, pending, failed_created, failed_not_created or unknown"
	}

	if t.Ref == "" || t.SKU == "" || t.Dest == "" {
		return "ref, sku and dest are needed"
	}

	return ""
}

// differs says how an explanation differs from what the test expects; "" if it doesn't.
func (t *Test) differs(v Explanation) string {
	switch {
	case v.Outcome.String() != t.Outcome:
		return fmt.Sprintf("gives %s, not %s", v.Outcome, t.Outcome)
	case t.Rule != "" && v.Rule != t.Rule:
		return fmt.Sprintf("is read by rule %q, not %q", v.Rule, t.Rule)
	case t.Serial != "" && v.SerialNumber != t.Serial:
		return fmt.Sprintf("gives serial number %q", v.SerialNumber)
	case t.Price != 0 && int64(v.Price) != t.Price:
		return fmt.Sprintf("gives price %d", v.Price)
	default:
		return ""
	}
}

// Explanation is what a reply means, and why.
type Explanation struct {
	supplier.Answer

	Rule  string // the first that matches; "" if none
	Parts map[string]string
}

// PartNames are the parts that were found, in order.
func (e Explanation) PartNames() []string { return slices.Sorted(maps.Keys(e.Parts)) }

// Explain says what a pasted reply means, as tests say when it comes. It stores nothing and does not ask whether the serial number was used.
func (c *Client) Explain(when string, req supplier.Request, reply string) (Explanation, error) {
	if when == whenReport {
		return c.explainReport(req, reply)
	}

	q := question{ref: req.Reference, sku: req.SKU, dest: req.Destination, first: when == whenFirst}

	switch when {
	case whenFirst, whenQuery:
	case whenLate:
		q.age = max(c.judge.confirmAfter, c.judge.notFoundAfter) + time.Second
	default:
		return Explanation{}, fmt.Errorf("%w: when must be first, query, late or report", supplier.ErrConfig)
	}

	v := c.judged(&c.settings.Reply, []byte(reply), q)

	return Explanation{Answer: v.Answer, Rule: v.rule, Parts: v.parts}, nil
}

var errNoReports = errors.New("this supplier has no reports")

func (c *Client) explainReport(req supplier.Request, query string) (Explanation, error) {
	if c.reports == nil {
		return Explanation{}, errNoReports
	}

	read, ok := c.reports.read([]byte(query))
	if !ok {
		return Explanation{Answer: unreadable("The report can't be read.")}, nil
	}

	v := c.judge.of(&c.reports.Envelope, read, question{ref: req.Reference, sku: req.SKU, dest: req.Destination})

	return Explanation{Answer: v.Answer, Rule: v.rule, Parts: v.parts}, nil
}

// check lists the faults of everything but the rules, the reports and the tests.
func (c Config) check() []error {
	var found []error

	fault := func(text string) { found = append(found, fmt.Errorf("%w: %s", supplier.ErrConfig, text)) }

	base := c.BaseURL
	if rest, ok := strings.CutPrefix(base, "http://"); ok && c.Settings.PlainHTTP {
		base = "https://" + rest
	}

	if err := wire.CheckBase("base URL", base); err != nil {
		found = append(found, err)
	}

	if c.NotFoundAfter <= c.Timeout {
		fault("notFoundAfter must be longer than the timeout")
	}

	if c.ClaimSerial == nil {
		fault("the look-up of serial numbers is missing")
	}

	s := c.Settings

	for _, name := range ownPlaceholders {
		if _, ok := s.Values[name]; ok {
			fault("value " + name + " has the name of a placeholder")
		}

		if _, ok := s.Secrets[name]; ok {
			fault("secret " + name + " has the name of a placeholder")
		}
	}

	for name, value := range s.Secrets {
		if _, both := s.Values[name]; both || value == "" {
			fault("secret " + name + " is empty, or is a value, too")
		}
	}

	found = append(found, s.checkRequests()...)
	found = append(found, s.Reply.check(), s.Reply.checkCodes("reply"))

	if d := s.Limits.RetentionDays; d < 0 || d > maxRetentionDays {
		fault(fmt.Sprintf("retentionDays must be 1 to %d", maxRetentionDays))
	}

	if len(s.Rules) == 0 {
		fault("rules are missing")
	}

	return found
}

func (s *Settings) checkRequests() []error {
	buy := s.Requests.Buy
	if buy == nil {
		return []error{fmt.Errorf("%w: request buy is missing", supplier.ErrConfig)}
	}

	found := buy.check("buy", s)

	for _, name := range []string{phRef, phSKU} {
		if !buy.has(name) {
			found = append(found, fmt.Errorf("%w: request buy has no {%s}", supplier.ErrConfig, name))
		}
	}

	if !buy.has(phDest) && !buy.has(phDest62) {
		found = append(found, fmt.Errorf("%w: request buy has no {%s}", supplier.ErrConfig, phDest))
	}

	for name, t := range map[string]*Template{"status": s.Requests.Status, "balance": s.Requests.Balance} {
		if t != nil {
			found = append(found, t.check(name, s)...)
		}
	}

	if st := s.Requests.Status; st != nil && !st.has(phRef) {
		found = append(found, fmt.Errorf("%w: request status has no {%s}", supplier.ErrConfig, phRef))
	}

	return found
}

func (e *Envelope) check() error {
	switch {
	case !slices.Contains([]string{"", formText, formPairs, formJSON}, e.Form):
		return fmt.Errorf("%w: reply: form must be text, pairs or json", supplier.ErrConfig)
	case (e.Form == formPairs || e.Form == formJSON) && e.Sentence == "":
		return fmt.Errorf("%w: reply: the name of the sentence is needed", supplier.ErrConfig)
	default:
		return nil
	}
}

func (e *Envelope) checkCodes(where string) error {
	var found []error

	for code, meaning := range e.Codes {
		if classOf(meaning) == classNone {
			found = append(found, fmt.Errorf("%w: %s: code %q must be success, pending or failed", supplier.ErrConfig, where, code))
		}
	}

	return errors.Join(found...)
}
