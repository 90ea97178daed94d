package storefront

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"loket/internal/identity"
	"loket/internal/platform/clock"
	"loket/internal/platform/db"
	"loket/internal/platform/mail"
	"loket/internal/platform/secret"
)

// maxChecked bounds one run; the next run continues.
const maxChecked = 200

// CheckPrices looks which SKUs of published shops have come below their net price, and tells the users who set prices. The shop
// itself leaves them out at once: its pages and orders compare the prices anew.
func (s *Service) CheckPrices(ctx context.Context) error {
	snap, err := s.deps.Catalog.Snapshot(ctx)
	if err != nil {
		return err
	}

	rows, err := s.deps.DB.Reader().Query(ctx, "SELECT client_id FROM storefronts WHERE is_published AND prices_checked <> $1 ORDER BY client_id LIMIT $2",
		snap.Version(), maxChecked)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (id int64, err error) { return id, row.Scan(&id) })
	if err != nil {
		return fmt.Errorf("find shops to check: %w", err)
	}

	var failed error // one shop must not stop the others

	for _, id := range list {
		if err := s.checkShop(ctx, id, snap.Version()); err != nil {
			failed = errors.Join(failed, fmt.Errorf("check the prices of client %d: %w", id, err))
		}

		if err := ctx.Err(); err != nil {
			return errors.Join(failed, err)
		}
	}

	return failed
}

func (s *Service) checkShop(ctx context.Context, clientID, version int64) error {
	list, err := s.offeredSKUs(ctx, clientID)
	if err != nil {
		return err
	}

	off := map[string]SKU{}
	codes := []string{}

	for _, k := range list {
		if k.Product.Active && k.Off() {
			off[k.Product.Code] = k
			codes = append(codes, k.Product.Code)
		}
	}

	text, err := json.Marshal(codes)
	if err != nil {
		return err
	}

	return s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		// Only one node goes on from a version; a change of prices meanwhile (0) lets the next run look again.
		n, err := tx.Exec(ctx, "UPDATE storefronts SET prices_checked = $1 WHERE client_id = $2 AND prices_checked <> $1", version, clientID)
		if err != nil || n == 0 {
			return err
		}

		in := "product_code IN (SELECT l.value FROM " + tx.Engine().List("$1") + " l)"
		if _, err := tx.Exec(ctx, "DELETE FROM storefront_off WHERE client_id = $2 AND NOT "+in, string(text), clientID); err != nil {
			return err
		}

		fresh, err := s.newlyOffTx(ctx, tx, clientID, string(text), off)
		if err != nil || len(fresh) == 0 {
			return err
		}

		return s.mailOffTx(ctx, tx, clientID, fresh)
	})
}

// newlyOffTx notes the SKUs that are off and returns those that were not before.
func (s *Service) newlyOffTx(ctx context.Context, tx *db.Tx, clientID int64, codes string, off map[string]SKU) ([]SKU, error) {
	rows, err := tx.Query(ctx, "SELECT l.value FROM "+tx.Engine().List("$1")+` l
		WHERE NOT EXISTS (SELECT 1 FROM storefront_off o WHERE o.client_id = $2 AND o.product_code = l.value) ORDER BY l.n`, codes, clientID)

	list, err := db.Collect(rows, err, func(row *sql.Rows) (code string, err error) { return code, row.Scan(&code) })
	if err != nil {
		return nil, err
	}

	_, err = tx.Exec(ctx, "INSERT INTO storefront_off (client_id, product_code, since) SELECT CAST($2 AS BIGINT), l.value, CAST($3 AS BIGINT) FROM "+
		tx.Engine().List("$1")+" l WHERE TRUE ON CONFLICT DO NOTHING", codes, clientID, clock.Micros(s.deps.Clock.Now()))
	if err != nil {
		return nil, err
	}

	fresh := make([]SKU, len(list))
	for i, code := range list {
		fresh[i] = off[code]
	}

	return fresh, nil
}

// mailOffTx tells who may set prices about the SKUs that the shop doesn't sell any more.
func (s *Service) mailOffTx(ctx context.Context, tx *db.Tx, clientID int64, fresh []SKU) error {
	if s.deps.Mail == nil {
		return nil
	}

	readers, err := s.deps.Identity.ReadersTx(ctx, tx, clientID, identity.ClientPriceEdit)
	if err != nil {
		return err
	}

	for _, r := range readers {
		l := r.Language
		n, skus := strconv.Itoa(len(fresh)), " SKUs are off in your shop"

		if len(fresh) == 1 {
			skus = " SKU is off in your shop"
		}

		m := mail.Message{
			To: r.Address, Language: l,
			Subject: l.Pick(n+skus, n+" SKU tidak dijual di toko Anda"),
			Paragraphs: []string{l.Pick("Their net price has risen above the price that you set, so the shop does not sell them. Set a new price to sell them again.",
				"Harga belinya naik di atas harga yang Anda tetapkan, sehingga toko tidak menjualnya. Tetapkan harga baru untuk menjualnya lagi.")},
		}

		for _, k := range fresh[:min(len(fresh), maxNamed)] {
			m.Facts = append(m.Facts, mail.Fact{Name: k.Product.Name, Value: l.Pick("net ", "harga beli ") + k.Net.String() + l.Pick(", yours ", ", Anda ") + k.Committed.String()})
		}

		if s.deps.Screen != nil {
			m.Action = &mail.Action{Label: l.Pick("Set SKU Price", "Atur harga SKU"), URL: secret.Text(s.deps.Screen())}
		}

		if err := s.deps.Mail.Send(ctx, tx, m); err != nil {
			return fmt.Errorf("mail about SKUs: %w", err)
		}
	}

	return nil
}
