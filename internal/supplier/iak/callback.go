package iak

import (
	"context"
	"crypto/subtle"
	"fmt"
	"net/http"
	"strings"

	"loket/internal/supplier"
	"loket/internal/supplier/wire"
)

// MaxNotice is the size limit of a callback, in bytes.
const MaxNotice = 64 << 10

// VerifyNotice implements supplier.Adapter. A callback of IAK has its signature in the body, and it covers our reference alone: whoever has
// seen one for a reference can say anything about it. So a callback is only a hint, and a status query decides.
func (c *Client) VerifyNotice(_ context.Context, sent supplier.Callback) (supplier.Notice, error) {
	body := sent.Body
	if len(body) > MaxNotice {
		return supplier.Notice{}, fmt.Errorf("body of %d bytes: %w", len(body), supplier.ErrNoticeMalformed)
	}

	data, err := wire.ReadData(body)
	if err != nil {
		return supplier.Notice{}, fmt.Errorf("body: %w: %w", supplier.ErrNoticeMalformed, err)
	}

	reference := data.Text("ref_id")
	if reference == "" {
		return supplier.Notice{}, fmt.Errorf("no reference: %w", supplier.ErrNoticeMalformed)
	}

	given := strings.ToLower(data.Text("sign"))
	if subtle.ConstantTimeCompare([]byte(given), []byte(c.sign(reference))) != 1 {
		return supplier.Notice{}, supplier.ErrNoticeSignature
	}

	answer := interpretGoods(wire.Reply{Status: http.StatusOK, Body: body}, question{reference: reference, timing: timing{when: later}})
	answer.Price = 0 // what a callback says costs nothing

	return supplier.Notice{
		Reference: reference, SKU: either(data, "product_code", "code"), Destination: destination(either(data, "customer_id", "hp")),
		Answer: answer, AskNow: true,
	}, nil
}

// destination is a number as the caller has it. The parts of a player are joined otherwise here, so they are left to the status query.
func destination(told string) string {
	if strings.Contains(told, "|") {
		return ""
	}

	return told
}

// either is a field by its name of version 2 or 1 of the protocol.
func either(data wire.Object, name, old string) string {
	if value := data.Text(name); value != "" {
		return value
	}

	return data.Text(old)
}
