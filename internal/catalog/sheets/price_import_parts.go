package sheets

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"loket/internal/catalog"
	"loket/internal/platform/approval"
	"loket/internal/platform/db"
)

// refusing lets a row be refused before it is checked.
func refusing(
	refuse func(catalog.PriceChange) string, check func(catalog.PriceChange) (catalog.PriceChange, error),
) func(catalog.PriceChange) (catalog.PriceChange, error) {
	return func(c catalog.PriceChange) (catalog.PriceChange, error) {
		if why := refuse(c); why != "" {
			return c, errors.New(why) // a reason for people
		}

		return check(c)
	}
}

// tagOf identifies what a preview says, so that nothing else is carried out.
func tagOf(r PriceReport) (string, error) {
	text, err := json.Marshal([]any{r.Rows, r.Previews})
	if err != nil {
		return "", fmt.Errorf("tag of a preview: %w", err)
	}

	sum := sha256.Sum256(text)

	return hex.EncodeToString(sum[:]), nil
}

// schedulePartly schedules the changes that stay above cost without those that don't. The others are one request for a second person, which it
// returns; nil without any.
func schedulePartly(ctx context.Context, tx *db.Tx, now time.Time, previews []catalog.PricePreview, by catalog.By) (*approval.Approval, error) {
	rest, below := previews, []catalog.PricePreview{}

	for {
		fine, before := []catalog.PriceChange{}, len(below)

		for _, p := range rest {
			if p.Below {
				below = append(below, p)
			} else {
				fine = append(fine, p.PriceChange)
			}
		}

		if len(below) == before {
			break
		}

		// A change may have been above cost only because of one that waits now.
		var err error
		if rest, err = catalog.PreviewPricesTx(ctx, tx, fine); err != nil {
			return nil, err
		}
	}

	if len(rest) > 0 {
		if _, err := catalog.SchedulePricesTx(ctx, tx, now, rest, by); err != nil {
			return nil, err
		}
	}

	if len(below) == 0 {
		return nil, nil //nolint:nilnil // nothing waits
	}

	return catalog.SchedulePricesTx(ctx, tx, now, below, by)
}
