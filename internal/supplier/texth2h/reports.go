package texth2h

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"net/netip"
	"regexp"

	"loket/internal/supplier"
)

// reports are compiled Reports; nil takes none.
type reports struct {
	Envelope

	key     string
	sources []netip.Prefix
}

// reportKey has at least 128 random bits.
var reportKey = regexp.MustCompile(`^[0-9a-f]{32,64}$`)

func compileReports(given *Reports) (*reports, error) {
	if given == nil {
		return nil, nil //nolint:nilnil // a supplier without reports
	}

	made := &reports{Envelope: given.Envelope, key: given.Key}
	made.Form = formPairs

	var found []error

	if !reportKey.MatchString(given.Key) {
		found = append(found, fmt.Errorf("%w: reports: key must be 32 to 64 hexadecimal digits, made at random", supplier.ErrConfig))
	}

	if len(given.Addresses) == 0 {
		found = append(found, fmt.Errorf("%w: reports: addresses are missing", supplier.ErrConfig))
	}

	for _, text := range given.Addresses {
		source, err := netip.ParsePrefix(text)
		if err != nil {
			var one netip.Addr
			if one, err = netip.ParseAddr(text); err == nil {
				source = netip.PrefixFrom(one, one.BitLen())
			}
		}

		if err != nil {
			found = append(found, fmt.Errorf("%w: reports: %q is no address", supplier.ErrConfig, text))
		}

		made.sources = append(made.sources, source)
	}

	if given.Sentence == "" || given.Ref == "" {
		found = append(found, fmt.Errorf("%w: reports: the names of sentence and ref are needed", supplier.ErrConfig))
	}

	found = append(found, given.checkCodes("reports"))

	return made, errors.Join(found...)
}

func (r *reports) from(source netip.Addr) bool {
	for _, allowed := range r.sources {
		if allowed.Contains(source.Unmap()) {
			return true
		}
	}

	return false
}

// VerifyNotice implements supplier.Adapter. A report has no signature: it counts from the supplier's addresses alone, at an address that nobody
// else knows, and a status query decides. Where the supplier has none, the report counts if all its parts are there and agree.
func (c *Client) VerifyNotice(ctx context.Context, sent supplier.Callback) (supplier.Notice, error) {
	r := c.reports
	if r == nil || subtle.ConstantTimeCompare([]byte(sent.Key), []byte(r.key)) != 1 || !r.from(sent.Source) {
		return supplier.Notice{}, supplier.ErrNoticeSignature
	}

	notice := c.report(sent.Query)
	if notice.AskNow || notice.Answer.Outcome != supplier.Success {
		return notice, nil
	}

	notice.Answer = c.claim(ctx, notice.Answer, notice.Reference)
	if notice.Answer.Code == codeSerialUnchecked {
		return supplier.Notice{}, fmt.Errorf("report: %w", supplier.ErrUnavailable)
	}

	return notice, nil
}

// report reads the raw query of a report.
func (c *Client) report(query string) supplier.Notice {
	read, ok := c.reports.read([]byte(query))
	if !ok {
		return supplier.Notice{Answer: unreadable("The report can't be read.")}
	}

	// The report is compared with itself here; the caller compares product and number with the attempt.
	v := c.judge.of(&c.reports.Envelope, read, question{ref: read.ref, sku: read.product, dest: read.dest})
	notice := supplier.Notice{
		Reference: read.ref, SKU: v.parts[partProduct], Destination: number(v.parts[partDest]), Answer: v.Answer, AskNow: c.asks(),
	}

	if notice.Reference == "" {
		notice.Reference = v.parts[partRef]
	}

	if notice.Destination == "" {
		notice.Destination = number(read.dest)
	}

	whole := v.parts[partRef] != "" && notice.SKU != "" && notice.Destination != "" && read.code != "" && read.sentence != ""
	if !notice.AskNow && !whole && notice.Answer.Outcome.Final() {
		notice.Answer.Outcome = supplier.Unknown
	}

	return notice
}
