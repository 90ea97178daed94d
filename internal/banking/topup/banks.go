package topup

import (
	_ "embed"
	"encoding/json"
	"fmt"

	"loket/internal/platform/clock"
	"loket/internal/platform/language"
)

// The banks of Indonesia that virtual accounts are usual at, with their tutorials (docs/product/deposits.md#virtual-accounts). The
// entry Other has none.
//
//go:embed banks.json
var banksJSON []byte

// Text is a text in both languages.
type Text struct {
	English    string `json:"en"`
	Indonesian string `json:"id"`
}

func (t Text) in(l language.Language) string { return l.Pick(t.English, t.Indonesian) }

// Steps are the steps of a way of paying, in both languages.
type Steps struct {
	English    []string `json:"en"`
	Indonesian []string `json:"id"`
}

func (s Steps) in(l language.Language) []string {
	if l == language.Indonesian {
		return s.Indonesian
	}

	return s.English
}

// TutorialText is a tutorial as staff edit it.
type TutorialText struct {
	Label     Text   `json:"label"`
	Steps     Steps  `json:"steps"`
	CheckedOn string `json:"checkedOn"` // YYYY-MM-DD
}

type knownBank struct {
	Code         string         `json:"code"`
	ShortCode    string         `json:"shortCode"`
	Name         string         `json:"name"`
	TransferCode string         `json:"transferCode"`
	Logo         string         `json:"logo"`
	Note         Text           `json:"note"`
	Tutorials    []TutorialText `json:"tutorials"`
}

func knownBanks() ([]knownBank, error) {
	var list []knownBank
	if err := json.Unmarshal(banksJSON, &list); err != nil {
		return nil, fmt.Errorf("read the known banks: %w", err)
	}

	return list, nil
}

// Limits of a tutorial.
const (
	maxWays     = 20
	maxSteps    = 30
	maxStepText = 500
)

// check returns why a tutorial can't be stored, or nil.
func (t TutorialText) check() error {
	if t.Label.English == "" || t.Label.Indonesian == "" || len(t.Label.English) > maxStepText || len(t.Label.Indonesian) > maxStepText {
		return fmt.Errorf("%w: the label is missing or too long", errTutorial)
	}

	if len(t.Steps.English) == 0 || len(t.Steps.English) != len(t.Steps.Indonesian) || len(t.Steps.English) > maxSteps {
		return fmt.Errorf("%w: %s needs 1 to %d steps, as many in each language", errTutorial, t.Label.English, maxSteps)
	}

	for i := range t.Steps.English {
		for _, step := range []string{t.Steps.English[i], t.Steps.Indonesian[i]} {
			if step == "" || len(step) > maxStepText {
				return fmt.Errorf("%w: step %d of %s is empty or too long", errTutorial, i+1, t.Label.English)
			}
		}
	}

	if _, err := clock.ParseDay(t.CheckedOn); err != nil {
		return fmt.Errorf("%w: checkedOn of %s: %w", errTutorial, t.Label.English, err)
	}

	return nil
}
