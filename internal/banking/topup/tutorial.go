package topup

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"loket/internal/platform/audit"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/language"
)

// Tutorial is one way of paying at a bank, in the words of one language.
type Tutorial struct {
	Label     string
	Steps     []string
	CheckedOn clock.Day // when staff last compared it with the bank
}

// BankTutorials are the tutorials of one bank; there may be none.
type BankTutorials struct {
	Bank      Bank
	Tutorials []Tutorial
}

// Tutorials returns every bank, sorted by name, with its tutorials in their order.
func (s *Service) Tutorials(ctx context.Context, l language.Language) ([]BankTutorials, error) {
	banks, err := s.Banks(ctx, l)
	if err != nil {
		return nil, err
	}

	type line struct {
		Tutorial

		bank int64
	}

	rows, err := s.deps.DB.Reader().Query(ctx, `SELECT label_en, label_id, steps_en, steps_id, checked_on, bank_id
		FROM bank_tutorials ORDER BY bank_id, place`)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (line, error) {
		var bank int64

		text, err := scanTutorial(withColumn{row, &bank})
		if err != nil {
			return line{}, err
		}

		day, err := clock.ParseDay(text.CheckedOn)

		return line{Tutorial{text.Label.in(l), text.Steps.in(l), day}, bank}, err
	})
	if err != nil {
		return nil, fmt.Errorf("list tutorials: %w", err)
	}

	byBank := map[int64][]Tutorial{}
	for _, n := range list {
		byBank[n.bank] = append(byBank[n.bank], n.Tutorial)
	}

	out := make([]BankTutorials, len(banks))
	for i, b := range banks {
		out[i] = BankTutorials{b, byBank[b.ID]}
	}

	return out, nil
}

// withColumn is a row with one more column at its end.
type withColumn struct {
	db.Row

	last any
}

// Scan implements db.Row.
func (r withColumn) Scan(into ...any) error { return r.Row.Scan(append(into, r.last)...) }

// EnsureBanks stores the banks and their tutorials that the program knows and the database doesn't. What staff changed
// stays.
func (s *Service) EnsureBanks(ctx context.Context) error {
	list, err := knownBanks()
	if err != nil {
		return err
	}

	var stored int

	err = s.deps.DB.Reader().QueryRow(ctx, "SELECT COUNT(*) FROM banks").Scan(&stored)
	if err == nil && stored < len(list) {
		err = s.deps.DB.Tx(ctx, func(tx *db.Tx) error { return EnsureBanksTx(ctx, tx) })
	}

	if err != nil {
		return fmt.Errorf("store the known banks: %w", err)
	}

	return nil
}

// EnsureBanksTx is EnsureBanks in the caller's transaction.
func EnsureBanksTx(ctx context.Context, tx *db.Tx) error {
	list, err := knownBanks()
	if err != nil {
		return err
	}

	if err := tx.Lock(ctx, "topup/banks"); err != nil {
		return err
	}

	for i, b := range list {
		n, err := tx.Exec(ctx, `INSERT INTO banks (id, code, short_code, name, transfer_code, logo, note_en, note_id)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`,
			i+1, b.Code, b.ShortCode, b.Name, b.TransferCode, b.Logo, b.Note.English, b.Note.Indonesian)
		if err != nil {
			return fmt.Errorf("store bank %s: %w", b.Code, err)
		}

		if n == 0 {
			continue
		}

		if err := storeTutorials(ctx, tx, int64(i+1), b.Tutorials); err != nil {
			return fmt.Errorf("tutorials of %s: %w", b.Code, err)
		}
	}

	return nil
}

// storeTutorials replaces the tutorials of a bank.
func storeTutorials(ctx context.Context, tx *db.Tx, bankID int64, list []TutorialText) error {
	if _, err := tx.Exec(ctx, "DELETE FROM bank_tutorials WHERE bank_id = $1", bankID); err != nil {
		return fmt.Errorf("remove the old ones: %w", err)
	}

	for i, t := range list {
		english, err := json.Marshal(t.Steps.English)
		if err != nil {
			return fmt.Errorf("encode the steps: %w", err)
		}

		indonesian, err := json.Marshal(t.Steps.Indonesian)
		if err != nil {
			return fmt.Errorf("encode the steps: %w", err)
		}

		_, err = tx.Exec(ctx, `INSERT INTO bank_tutorials (bank_id, place, label_en, label_id, steps_en, steps_id, checked_on)
			VALUES ($1, $2, $3, $4, $5, $6, $7)`,
			bankID, i+1, t.Label.English, t.Label.Indonesian, string(english), string(indonesian), t.CheckedOn)
		if err != nil {
			return fmt.Errorf("store %s: %w", t.Label.English, err)
		}
	}

	return nil
}

var errTutorial = errors.New("the tutorial can't be stored")

// BankTutorialTexts returns the tutorials of a bank as staff edit them, or fault.ErrNotFound.
func (s *Service) BankTutorialTexts(ctx context.Context, bankCode string) ([]TutorialText, error) {
	bankID, err := bankID(ctx, s.deps.DB.Reader(), bankCode)
	if err != nil {
		return nil, err
	}

	rows, err := s.deps.DB.Reader().Query(ctx, `SELECT label_en, label_id, steps_en, steps_id, checked_on
		FROM bank_tutorials WHERE bank_id = $1 ORDER BY place`, bankID)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (TutorialText, error) { return scanTutorial(row) })
	if err != nil {
		return nil, fmt.Errorf("read the tutorials of %s: %w", bankCode, err)
	}

	return list, nil
}

// NewTutorials is the input of ReplaceTutorials.
type NewTutorials struct {
	Bank      string // BBCA
	Tutorials []TutorialText
	Actor     string
	Reason    string
}

// ReplaceTutorials stores other tutorials of a bank, all or none, with the reason in the audit log.
func (s *Service) ReplaceTutorials(ctx context.Context, n NewTutorials) error {
	if n.Reason == "" {
		return errReason()
	}

	if len(n.Tutorials) > maxWays {
		return fmt.Errorf("%w: at most %d ways of paying", errTutorial, maxWays)
	}

	for _, t := range n.Tutorials {
		if err := t.check(); err != nil {
			return err
		}
	}

	return s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		id, err := bankID(ctx, tx, n.Bank)
		if err != nil {
			return err
		}

		if err := storeTutorials(ctx, tx, id, n.Tutorials); err != nil {
			return err
		}

		return audit.Write(ctx, tx, s.deps.Clock.Now(), audit.Entry{
			Actor: n.Actor, Action: "tutorial.replace", Subject: "bank:" + n.Bank, Reason: n.Reason,
			Detail: map[string]any{"tutorials": len(n.Tutorials)},
		})
	})
}

func bankID(ctx context.Context, q db.Querier, code string) (int64, error) {
	var id int64

	err := q.QueryRow(ctx, "SELECT id FROM banks WHERE code = $1", code).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, fault.ErrNotFound.Msg(msgNoBank)
	}

	if err != nil {
		return 0, fmt.Errorf("find bank %s: %w", code, err)
	}

	return id, nil
}

func scanTutorial(row db.Row) (TutorialText, error) {
	var (
		t                   TutorialText
		english, indonesian string
	)

	if err := row.Scan(&t.Label.English, &t.Label.Indonesian, &english, &indonesian, &t.CheckedOn); err != nil {
		return t, fmt.Errorf("read a tutorial: %w", err)
	}

	if err := json.Unmarshal([]byte(english), &t.Steps.English); err != nil {
		return t, fmt.Errorf("steps of %s: %w", t.Label.English, err)
	}

	if err := json.Unmarshal([]byte(indonesian), &t.Steps.Indonesian); err != nil {
		return t, fmt.Errorf("steps of %s: %w", t.Label.English, err)
	}

	return t, nil
}
