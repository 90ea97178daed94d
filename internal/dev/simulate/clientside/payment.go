// Package clientside plays the own system of a client with a shop: the page where its shoppers pay. It knows of Loket what the documents for
// clients say (docs/storefront-payments.md), and nothing else.
package clientside

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Client is a client with a payment page.
type Client struct {
	Name   string
	API    string // origin of Loket: http://host
	APIKey string
	// Key gives the key that signs payment links.
	Key func(ctx context.Context) (string, error)
}

// Payment is what a payment link asks for.
type Payment struct {
	OrderID string
	Amount  int64
	Return  string
	Expires time.Time
}

// ErrForged means that a payment link was not signed with our key, or was changed after.
var ErrForged = errors.New("this link was changed on its way, or is not from your shop")

// Read checks the signature of a link's parameters.
func (c *Client) Read(ctx context.Context, query url.Values) (Payment, error) {
	key, err := c.Key(ctx)
	if err != nil {
		return Payment{}, err
	}

	lines := []string{query.Get("order_id"), query.Get("amount"), query.Get("return_url"), query.Get("expires")}

	mac := hmac.New(sha256.New, []byte(key))
	mac.Write([]byte(strings.Join(lines, "\n")))

	signature, err := hex.DecodeString(query.Get("signature"))
	if err != nil || !hmac.Equal(signature, mac.Sum(nil)) {
		return Payment{}, ErrForged
	}

	amount, err := strconv.ParseInt(lines[1], 10, 64)
	if err != nil {
		return Payment{}, ErrForged
	}

	expires, err := strconv.ParseInt(lines[3], 10, 64)
	if err != nil {
		return Payment{}, ErrForged
	}

	return Payment{OrderID: lines[0], Amount: amount, Return: lines[2], Expires: time.Unix(expires, 0)}, nil
}

// Back is the address of the shop's page after a payment that went so: paid or cancelled.
func (p Payment) Back(status string) string {
	u, err := url.Parse(p.Return)
	if err != nil {
		return p.Return // it was signed
	}

	query := u.Query()
	query.Set("status", status)
	u.RawQuery = query.Encode()

	return u.String()
}

const callTime = 10 * time.Second

// Confirm tells Loket that a shopper paid.
func (c *Client) Confirm(ctx context.Context, p Payment) error {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()

	body, err := json.Marshal(map[string]int64{"amount": p.Amount})
	if err != nil {
		return err
	}

	address := c.API + "/h2h/v1/storefront-orders/" + url.PathEscape(p.OrderID) + "/paid"

	request, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("confirm a payment: %w", err)
	}

	request.Header.Set("Authorization", "Bearer "+c.APIKey)
	request.Header.Set("Content-Type", "application/json")

	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return fmt.Errorf("confirm a payment: %w", err)
	}
	defer func() { _ = answer.Body.Close() }()

	const most = 64 << 10

	text, err := io.ReadAll(io.LimitReader(answer.Body, most))
	if err != nil {
		return fmt.Errorf("confirm a payment: %w", err)
	}

	if answer.StatusCode == http.StatusOK {
		return nil
	}

	var refusal struct {
		Message string `json:"message"`
	}

	_ = json.Unmarshal(text, &refusal) // without a message the status tells

	return fmt.Errorf("%w: %d %s", errRefused, answer.StatusCode, refusal.Message)
}

var errRefused = errors.New("the provider refused the payment")
