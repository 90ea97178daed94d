package texth2h

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"loket/internal/supplier"
)

// The outcomes of rules.
const (
	ruleSuccess  = "success"
	rulePending  = "pending"
	ruleFailed   = "failed"
	ruleNotFound = "not_found"
	ruleBalance  = "balance"
)

// The named parts of a rule.
const (
	partRef, partDest, partProduct, partSerial, partPrice, partBalance = "ref", "dest", "product", "sn", "price", "balance"
)

var partNames = []string{partRef, partDest, partProduct, partSerial, partPrice, partBalance, "before", "reason", "trxid", "time"}

// class is the meaning of a sentence or a code, before the checks.
type class int

const (
	classNone class = iota
	classSuccess
	classPending
	classFailed
)

func classOf(outcome string) class {
	switch outcome {
	case ruleSuccess:
		return classSuccess
	case rulePending:
		return classPending
	case ruleFailed:
		return classFailed
	default:
		return classNone
	}
}

// ruleMatcher is a rule with its patterns.
type ruleMatcher struct {
	Rule

	pattern, skus, serial *regexp.Regexp
}

// wordLists are the compiled words.
type wordLists struct{ success, failure, waiting, older *regexp.Regexp }

func defaultWords() Words {
	return Words{
		Success: []string{"sukses", "berhasil", "success", "succeeded", "delivered"},
		Failure: []string{"gagal", "batal", "dibatalkan", "refund", "direfund", "dikembalikan", "ditolak", "failed", "cancelled", "rejected"},
		Waiting: []string{"tunggu", "menunggu", "proses", "diproses", "antri", "antrian", "pending", "waiting", "in process", "processing"},
		Older:   []string{"sudah pernah", "sdh pernah", "sdh prnh", "pernah jam", "pernah pd", "already", "duplikat", "duplicate"},
	}
}

// compileWords makes one pattern of each list: whole words, in any case.
func compileWords(given Words) wordLists {
	standard := defaultWords()
	list := func(words, standard []string) *regexp.Regexp {
		if len(words) == 0 {
			words = standard
		}

		quoted := make([]string, len(words))
		for i, w := range words {
			quoted[i] = strings.ReplaceAll(regexp.QuoteMeta(oneLine(w)), " ", `\s+`)
		}

		return regexp.MustCompile(`(?i)(?:^|[^\pL\pN])(?:` + strings.Join(quoted, "|") + `)(?:$|[^\pL\pN])`)
	}

	return wordLists{
		success: list(given.Success, standard.Success), failure: list(given.Failure, standard.Failure),
		waiting: list(given.Waiting, standard.Waiting), older: list(given.Older, standard.Older),
	}
}

// of reports whether a text has a word of a class.
func (w wordLists) of(c class, text string) bool {
	switch c {
	case classSuccess:
		return w.success.MatchString(text)
	case classFailed:
		return w.failure.MatchString(text)
	case classPending:
		return w.waiting.MatchString(text)
	case classNone:
	}

	return false
}

// foreign reports whether a text has a word of a class other than its own.
func (w wordLists) foreign(own class, text string) bool {
	for _, other := range []class{classSuccess, classPending, classFailed} {
		if other != own && w.of(other, text) {
			return true
		}
	}

	return false
}

const maxRuleName = 40

// ruleName keeps names fit to be a code.
var ruleName = regexp.MustCompile(`^[a-z0-9][a-z0-9-]*$`)

func compileRules(rules []Rule) ([]ruleMatcher, error) {
	var found []error

	out := make([]ruleMatcher, 0, len(rules))
	seen := map[string]bool{}

	for _, r := range rules {
		c, err := compileRule(r)
		if err == nil && seen[r.Name] {
			err = errors.New("the name is there twice")
		}

		if err != nil {
			found = append(found, fmt.Errorf("%w: rule %q: %w", supplier.ErrConfig, r.Name, err))
		}

		seen[r.Name] = true

		out = append(out, c)
	}

	return out, errors.Join(found...)
}

func compileRule(r Rule) (ruleMatcher, error) {
	var found []error

	fault := func(text string) { found = append(found, errors.New(text)) }

	if !ruleName.MatchString(r.Name) || len(r.Name) > maxRuleName {
		fault("the name must be small letters, digits and dashes, at most 40")
	}

	c := ruleMatcher{Rule: r}
	compile := func(what, pattern string) *regexp.Regexp {
		p, err := regexp.Compile(pattern)
		if err != nil {
			fault(what + " is no pattern of Go's regexp package: " + err.Error())
		}

		return p
	}

	c.pattern = compile("pattern", "(?i)"+r.Pattern)
	c.skus = compile("skus", "^(?:"+r.SKUs+")$")
	c.serial = compile("serial", "^(?:"+r.Serial+")$")

	if err := errors.Join(found...); err != nil {
		return c, err
	}

	if r.Pattern == "" {
		fault("the pattern is missing")
	}

	names := slices.DeleteFunc(slices.Clone(c.pattern.SubexpNames()), func(n string) bool { return n == "" })
	for i, n := range names {
		if !slices.Contains(partNames, n) {
			fault("part " + n + " is not known")
		}

		if slices.Contains(names[:i], n) {
			fault("part " + n + " is there twice")
		}
	}

	found = append(found, r.checkOutcome()...)

	return c, errors.Join(found...)
}

func (r *Rule) checkOutcome() []error {
	var found []error

	if !slices.Contains([]string{ruleSuccess, rulePending, ruleFailed, ruleNotFound, ruleBalance}, r.Outcome) {
		found = append(found, errors.New("outcome must be success, pending, failed, not_found or balance"))
	}

	if (r.NotCreated || r.Confirm) && r.Outcome != ruleFailed {
		found = append(found, errors.New("notCreated and confirm are for outcome failed alone"))
	}

	if r.NotCreated && r.Confirm {
		found = append(found, errors.New("notCreated and confirm exclude each other"))
	}

	if r.Serial != "" && r.Outcome != ruleSuccess {
		found = append(found, errors.New("serial is for outcome success alone"))
	}

	if r.Reason != "" && !slices.ContainsFunc(supplier.Failures(), func(f supplier.Failure) bool { return string(f.Code) == r.Reason }) {
		found = append(found, fmt.Errorf("reason %q is not known", r.Reason))
	}

	return found
}

// match finds the first rule for a sentence about a SKU.
func match(rules []ruleMatcher, sku, sentence string) (*ruleMatcher, []int) {
	for i := range rules {
		r := &rules[i]
		if r.SKUs != "" && !r.skus.MatchString(sku) {
			continue
		}

		if at := r.pattern.FindStringSubmatchIndex(sentence); at != nil {
			return r, at
		}
	}

	return nil, nil
}
