package staff

import (
	"cmp"
	"context"
	"maps"

	"loket/internal/identity"
	"loket/internal/platform/clientid"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/fault"
	"loket/internal/platform/language"
)

// firstClient is one below the first id that is given automatically.
const firstClient = 1000

// NewClient is the input of CreateClient.
type NewClient struct {
	ID           int64 // 0: the next free one from 1001
	Code         string
	Name         string
	LegalName    string // empty: Name
	EmailFinance string
	TimeZone     string            // empty: Asia/Jakarta
	Language     language.Language // empty: English
	TaxNumber    string
	Features     []identity.Feature
}

// CreateClient makes a client without users and wallets.
func (s *Service) CreateClient(ctx context.Context, by identity.By, in NewClient) (identity.Client, error) {
	c := identity.Client{
		ID: in.ID, Code: in.Code, Name: in.Name, LegalName: cmp.Or(in.LegalName, in.Name), EmailFinance: in.EmailFinance,
		TimeZone: cmp.Or(in.TimeZone, clock.DefaultZone),
		Language: cmp.Or(in.Language, language.English), TaxNumber: in.TaxNumber, Features: identity.MakeFeatures(in.Features...), Active: true,
	}

	fields := append(c.Check(), unknownFeatures(in.Features)...)
	if c.ID < 0 || clientid.IsSandbox(c.ID) {
		fields = append(fields, fault.Field{Field: "id", Message: msgIDForm})
	}

	if err := by.Check(fields); err != nil {
		return identity.Client{}, err
	}

	features, err := c.Features.Encode()
	if err != nil {
		return identity.Client{}, err
	}

	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		var err error

		c.CreatedAt = s.clk.Now()
		if c.ID, err = clientID(ctx, tx, in.ID); err != nil {
			return err
		}

		_, err = tx.Exec(ctx, `
			INSERT INTO clients (id, code, name, legal_name, email_finance, time_zone, language, tax_number, features, active, created_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
			c.ID, c.Code, c.Name, c.LegalName, c.EmailFinance, c.TimeZone, string(c.Language), db.NullText(c.TaxNumber), features, c.Active, clock.Micros(c.CreatedAt))
		if err != nil {
			return identity.TakenError(err, "code", "make a client")
		}

		return s.record(ctx, tx, by, identity.Entry{
			Client: c.ID, Action: "client.create", Subject: identity.Subject("client", c.ID),
			Detail: map[string]any{"code": c.Code, "features": c.Features.List()},
		})
	})

	return c, err
}

// clientID returns the next free id, or the wanted one after moving the sequence past it.
func clientID(ctx context.Context, tx *db.Tx, wanted int64) (int64, error) {
	if wanted == 0 {
		n, err := db.NextSequence(ctx, tx, "clients")

		return firstClient + n, wrap(err, "id of a client")
	}

	if wanted > firstClient {
		if err := db.RaiseSequence(ctx, tx, "clients", wanted-firstClient); err != nil {
			return 0, wrap(err, "id of a client")
		}
	}

	return wanted, nil
}

// ClientChange is the input of UpdateClient. Nil leaves a value as it is.
type ClientChange struct {
	ID           int64
	Code         *string
	Name         *string
	LegalName    *string
	EmailFinance *string
	TimeZone     *string
	Language     *language.Language
	TaxNumber    *string
	Features     *[]identity.Feature
	Active       *bool
	// Detail has further facts for the audit log.
	Detail map[string]any
}

// UpdateClient changes a client. Another finance e-mail is told to both addresses.
func (s *Service) UpdateClient(ctx context.Context, by identity.By, in ClientChange) (c identity.Client, err error) {
	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		c, err = s.UpdateClientTx(ctx, tx, by, in)

		return err
	})

	return c, err
}

// UpdateClientTx is UpdateClient in a transaction. Deactivating a client ends the sessions of all its users; its keys are refused while it is
// inactive.
func (s *Service) UpdateClientTx(ctx context.Context, tx *db.Tx, by identity.By, in ClientChange) (identity.Client, error) {
	if err := by.Check(nil); err != nil {
		return identity.Client{}, err
	}

	c, err := s.identity.LockClientTx(ctx, tx, in.ID)
	if err != nil {
		return identity.Client{}, err
	}

	was := c
	changed := in.apply(&c)

	if in.Features != nil {
		if fields := unknownFeatures(*in.Features); fields != nil {
			return identity.Client{}, fault.ErrValidation.With(fields...)
		}
	}

	if fields := c.Check(); fields != nil {
		return identity.Client{}, fault.ErrValidation.With(fields...)
	}

	if err := s.storeClient(ctx, tx, c); err != nil {
		return identity.Client{}, err
	}

	if c.EmailFinance != was.EmailFinance {
		if err := s.identity.TellFinanceEmailTx(ctx, tx, identity.FinanceEmailChange{ClientID: c.ID, From: was.EmailFinance, To: c.EmailFinance}); err != nil {
			return identity.Client{}, err
		}
	}

	maps.Copy(changed, in.Detail)

	return c, s.record(ctx, tx, by, identity.Entry{Client: c.ID, Action: "client.update", Subject: identity.Subject("client", c.ID), Detail: changed})
}

func (s *Service) storeClient(ctx context.Context, tx *db.Tx, c identity.Client) error {
	features, err := c.Features.Encode()
	if err != nil {
		return err
	}

	_, err = tx.Exec(ctx, `
		UPDATE clients SET code = $1, name = $2, legal_name = $3, email_finance = $4, time_zone = $5, language = $6, tax_number = $7, features = $8,
			active = $9
		WHERE id = $10`,
		c.Code, c.Name, c.LegalName, c.EmailFinance, c.TimeZone, string(c.Language), db.NullText(c.TaxNumber), features, c.Active, c.ID)
	if err != nil {
		return identity.TakenError(err, "code", "change a client")
	}

	// Its sandboxes are known by the same names, and their days and texts are the same.
	_, err = tx.Exec(ctx, `UPDATE clients SET name = $1, legal_name = $2, time_zone = $3, language = $4, tax_number = $5, features = $6 WHERE sandbox_of = $7`,
		c.Name, c.LegalName, c.TimeZone, string(c.Language), db.NullText(c.TaxNumber), features, c.ID)
	if err != nil || c.Active {
		return wrap(err, "change the sandboxes of a client")
	}

	_, err = tx.Exec(ctx, `UPDATE sessions SET ended_at = $1 WHERE client_id = $2 AND ended_at IS NULL`, clock.Micros(s.clk.Now()), c.ID)

	return wrap(err, "end a client's sessions")
}

// apply changes c and returns the changed values, before and after, for the audit log.
func (in *ClientChange) apply(c *identity.Client) map[string]any {
	changed := map[string]any{}

	change(changed, "code", &c.Code, in.Code)
	change(changed, "name", &c.Name, in.Name)
	change(changed, "legalName", &c.LegalName, in.LegalName)
	change(changed, "emailFinance", &c.EmailFinance, in.EmailFinance)
	change(changed, "timeZone", &c.TimeZone, in.TimeZone)
	change(changed, "language", &c.Language, in.Language)
	change(changed, "taxNumber", &c.TaxNumber, in.TaxNumber)
	change(changed, "active", &c.Active, in.Active)

	if in.Features != nil {
		was := c.Features
		if c.Features = identity.MakeFeatures(*in.Features...); c.Features != was {
			changed["features"] = fromTo(was.List(), c.Features.List())
		}
	}

	return changed
}

func change[T comparable](changed map[string]any, name string, value, to *T) {
	if to != nil && *to != *value {
		changed[name] = fromTo(*value, *to)
		*value = *to
	}
}

// fromTo is a value before and after, for the audit log.
func fromTo[T any](before, after T) map[string]T {
	return map[string]T{"before": before, "after": after}
}

func unknownFeatures(list []identity.Feature) []fault.Field {
	for _, f := range list {
		if !identity.MakeFeatures(f).Has(f) {
			return []fault.Field{{Field: "features", Message: msgNoFeature.With(string(f))}}
		}
	}

	return nil
}
