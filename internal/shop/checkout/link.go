package checkout

import (
	"context"
	"encoding/hex"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"loket/internal/platform/db"
	"loket/internal/platform/secret"
	"loket/internal/shop/storefront"
)

// The parameters of a payment link.
const (
	paramOrder     = "order_id"
	paramAmount    = "amount"
	paramReturn    = "return_url"
	paramExpires   = "expires" // Unix seconds
	paramSignature = "signature"
)

// Path is the path of an order's page.
func Path(code, token string) string { return "/" + code + "/orders/" + token }

// PaymentLink is where a shopper pays: the client's payment link with what to pay, signed. Whoever has the key can check that nothing
// was changed (docs/storefront-payments.md).
func (s *Service) PaymentLink(ctx context.Context, shop storefront.Shop, o Order) (string, error) {
	if shop.Published == nil {
		return "", ErrClosed.New()
	}

	u, err := url.Parse(shop.Published.PaymentLink)
	if err != nil {
		return "", fmt.Errorf("payment link of the shop %s: %w", shop.ClientCode, err)
	}

	key, err := s.PaymentKey(ctx, shop.ClientID)
	if err != nil {
		return "", err
	}

	back := s.deps.Origin() + Path(shop.ClientCode, o.Token)
	values := []string{FormatID(o.ID), strconv.FormatInt(int64(o.Price), 10), back, strconv.FormatInt(o.PayableUntil.Unix(), 10)}
	query := u.Query() // the client's own parameters stay

	for i, name := range []string{paramOrder, paramAmount, paramReturn, paramExpires} {
		query.Set(name, values[i])
	}

	query.Set(paramSignature, Sign(key, values...))
	u.RawQuery = query.Encode()

	return u.String(), nil
}

// Sign signs the values of a payment link: HMAC-SHA256 of their lines, in hexadecimal.
func Sign(key secret.Text, values ...string) string {
	return hex.EncodeToString(secret.HMAC([]byte(key.Reveal()), strings.Join(values, "\n")))
}

// PaymentKey is the key that signs the payment links of a client. It is computed, so it stands in no table and no backup.
func (s *Service) PaymentKey(ctx context.Context, clientID int64) (secret.Text, error) {
	var number int64
	if err := s.deps.DB.Reader().QueryRow(ctx, "SELECT payment_key FROM storefronts WHERE client_id = $1", clientID).Scan(&number); err != nil {
		return "", fmt.Errorf("payment key of client %d: %w", clientID, err)
	}

	return s.paymentKey(clientID, number), nil
}

func (s *Service) paymentKey(clientID, number int64) secret.Text {
	text := fmt.Sprintf("storefront payment key/%d/%d", clientID, number)

	return secret.Text("lkpay_" + hex.EncodeToString(secret.HMAC([]byte(s.deps.Secret.Reveal()), text)))
}

// ChangePaymentKey makes a new key. Links that were signed with the old one count no more on the client's payment page.
func (s *Service) ChangePaymentKey(ctx context.Context, by storefront.By) (secret.Text, error) {
	var number int64

	err := s.deps.DB.Tx(ctx, func(tx *db.Tx) error {
		err := tx.QueryRow(ctx, "UPDATE storefronts SET payment_key = payment_key + 1 WHERE client_id = $1 RETURNING payment_key", by.ClientID).Scan(&number)
		if err != nil {
			return err
		}

		return s.auditTx(ctx, tx, by, "storefront.payment_key")
	})
	if err != nil {
		return "", fmt.Errorf("change the payment key of client %d: %w", by.ClientID, err)
	}

	return s.paymentKey(by.ClientID, number), nil
}
