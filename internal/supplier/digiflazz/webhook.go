package digiflazz

import (
	"context"
	"crypto/hmac"
	"crypto/sha1" //nolint:gosec // the supplier signs its notices with HMAC-SHA1
	"encoding/hex"
	"fmt"
	"net/http"
	"strings"

	"loket/internal/supplier"
	"loket/internal/supplier/wire"
)

// The headers of a notice, and the size limit of its body.
const (
	HeaderEvent     = "X-Digiflazz-Event"
	HeaderDelivery  = "X-Digiflazz-Delivery"
	HeaderSignature = "X-Hub-Signature"
	MaxNotice       = 64 << 10

	signaturePrefix = "sha1="
	maxDeliveryID   = 100
)

// VerifyNotice implements supplier.Adapter. It compares the signature of the raw
// bytes in constant time, and parses nothing before that.
func (c *Client) VerifyNotice(_ context.Context, sent supplier.Callback) (supplier.Notice, error) {
	header, body := sent.Header, sent.Body
	if len(body) > MaxNotice {
		return supplier.Notice{}, fmt.Errorf("body of %d bytes: %w", len(body), supplier.ErrNoticeMalformed)
	}

	if !c.signed(header, body) {
		return supplier.Notice{}, supplier.ErrNoticeSignature
	}

	delivery := header.Get(HeaderDelivery)
	delivery = strings.ToValidUTF8(delivery[:min(len(delivery), maxDeliveryID)], "")

	switch header.Get(HeaderEvent) {
	case "ping":
		return supplier.Notice{DeliveryID: delivery, Ping: true}, nil
	case "create", "update":
		return readNotice(delivery, body)
	default:
		return supplier.Notice{}, fmt.Errorf("event: %w", supplier.ErrNoticeMalformed)
	}
}

func (c *Client) signed(header http.Header, body []byte) bool {
	key := c.config.WebhookSecret.Reveal()
	given := header.Values(HeaderSignature)

	// Without a secret anyone could sign. A second signature may have been added on
	// the way.
	if key == "" || len(given) != 1 {
		return false
	}

	text, ok := strings.CutPrefix(given[0], signaturePrefix)
	if !ok {
		return false
	}

	sum, err := hex.DecodeString(text)
	if err != nil {
		return false
	}

	mac := hmac.New(sha1.New, []byte(key))
	mac.Write(body)

	return hmac.Equal(sum, mac.Sum(nil))
}

func readNotice(delivery string, body []byte) (supplier.Notice, error) {
	data, err := wire.ReadData(body)
	if err != nil {
		return supplier.Notice{}, fmt.Errorf("body: %w: %w", supplier.ErrNoticeMalformed, err)
	}

	reference := data.Text("ref_id")
	if reference == "" {
		return supplier.Notice{}, fmt.Errorf("no reference: %w", supplier.ErrNoticeMalformed)
	}

	return supplier.Notice{
		DeliveryID:  delivery,
		Reference:   reference,
		SKU:         data.Text("buyer_sku_code"),
		Destination: data.Text("customer_no"),
		Answer:      interpretData(interpretInput{Reply: wire.Reply{Status: http.StatusOK}, reference: reference, when: later}, data),
	}, nil
}
