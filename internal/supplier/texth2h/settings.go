// Package texth2h speaks the text protocols of the trade (OtomaX, IRS and their kin), each by configuration alone: templates of requests and
// signatures, ordered rules that read the sentences of a supplier, and stored sentences that prove the rules.
package texth2h

import (
	"bytes"
	"encoding/json"
	"fmt"

	"loket/internal/supplier"
)

// Settings describe one supplier. They are data: what a rule may conclude is checked in code (judge.go).
type Settings struct {
	// PlainHTTP allows a base URL without TLS, as many suppliers have it. Whoever sits between can read the secrets and change replies.
	PlainHTTP bool `json:"plainHttp"`
	// Values are named texts for the templates, such as the member's number.
	Values map[string]string `json:"values"`
	// Secrets are named texts for the templates that are never logged.
	Secrets  map[string]string `json:"secrets"`
	Requests Requests          `json:"requests"`
	Reply    Envelope          `json:"reply"`
	Rules    []Rule            `json:"rules"`
	Words    Words             `json:"words"`
	Limits   Limits            `json:"limits"`
	Reports  *Reports          `json:"reports"`
	Tests    []Test            `json:"tests"`
}

// Requests are the calls of a supplier. Buy is needed.
type Requests struct {
	Buy *Template `json:"buy"`
	// Status asks about a purchase and creates none.
	Status *Template `json:"status"`
	// RepeatIsStatus: the supplier takes a repeat of the purchase with the same reference as a status query.
	RepeatIsStatus bool      `json:"repeatIsStatus"`
	Balance        *Template `json:"balance"`
}

// Template is a request with placeholders: {ref}, {sku}, {dest}, {dest62}, {amount}, {maxPrice}, {sign}, and the names of values and secrets.
// Each value is escaped where it stands.
type Template struct {
	Path string `json:"path"`
	// Send is where the parameters go: query (the default), form or json.
	Send   string            `json:"send"`
	Params map[string]string `json:"params"`
	Sign   *Sign             `json:"sign"`
}

// Sign makes {sign}.
type Sign struct {
	Text string `json:"text"` // a template
	// Hash is none, md5, sha1, sha256 or hmac-sha256, whose key is the secret named Key.
	Hash string `json:"hash"`
	Key  string `json:"key"`
	// Encoding is hex, base64, base64url (without padding), or hex-base64url: the hex text in base64url.
	Encoding string `json:"encoding"`
	// Case is lower, upper, or empty for as it is.
	Case string `json:"case"`
}

// Envelope says where the parts of a reply or report are.
type Envelope struct {
	// Form is text (the whole body is the sentence), pairs (name=value&name=value) or json.
	Form string `json:"form"`
	// Inside is the name of the JSON object within which the names are.
	Inside   string `json:"inside"`
	Sentence string `json:"sentence"`
	Code     string `json:"code"`
	Ref      string `json:"ref"`
	Dest     string `json:"dest"`
	Product  string `json:"product"`
	Serial   string `json:"sn"`
	Price    string `json:"price"`
	Balance  string `json:"balance"`
	// Codes are the meanings of the code: success, pending or failed. A code that is not here is not understood.
	Codes map[string]string `json:"codes"`
}

// Rule reads sentences. The first rule whose pattern matches counts.
type Rule struct {
	Name string `json:"name"`
	// Pattern is of Go's regexp package (RE2), in any case, over the sentence with single spaces. Named parts: ref, dest, product, sn, price,
	// balance, before, reason, trxid, time.
	Pattern string `json:"pattern"`
	// SKUs, if not empty, is a pattern of the whole SKUs that the rule is for.
	SKUs string `json:"skus"`
	// Outcome is success, pending, failed, not_found or balance.
	Outcome string `json:"outcome"`
	// Reason is the code of a supplier.Reason that clients read.
	Reason string `json:"reason"`
	// NotCreated: as the reply to the first send, the failure proves that nothing was created.
	NotCreated bool `json:"notCreated"`
	// Confirm: the failure counts only when a status query repeats it later (Limits.ConfirmAfter).
	Confirm bool `json:"confirm"`
	// Serial, if not empty, is a pattern of the whole serial number.
	Serial string `json:"serial"`
}

// Words are the words of the classes. An empty list takes the default one.
type Words struct {
	Success []string `json:"success"`
	Failure []string `json:"failure"`
	Waiting []string `json:"waiting"`
	// Older: the reply is about an earlier purchase.
	Older []string `json:"older"`
}

// Limits of time.
type Limits struct {
	// StatusEvery is the least time between status queries; the program's own waits by default.
	StatusEvery string `json:"statusEvery"`
	// ConfirmAfter is the age at which a status query confirms a failure whose rule says confirm; 10 minutes by default.
	ConfirmAfter string `json:"confirmAfter"`
	// RetentionDays is how long the supplier knows a reference, at most 90. Older attempts are not asked about.
	RetentionDays int `json:"retentionDays"`
}

// Reports are the supplier's own reports by GET.
type Reports struct {
	Envelope

	// Key is the last part of the address, with 128 random bits in hexadecimal digits.
	Key string `json:"key"`
	// Addresses are those from which reports are taken: 203.0.113.7 or 203.0.113.0/24.
	Addresses []string `json:"addresses"`
}

// Test is a stored reply with what it must mean.
type Test struct {
	Name string `json:"name"`
	// When is first (the answer to the first send), query (to a status query within ConfirmAfter), late (after it, and after NotFoundAfter),
	// or report, whose reply is the raw query.
	When    string `json:"when"`
	Ref     string `json:"ref"`
	SKU     string `json:"sku"`
	Dest    string `json:"dest"`
	Reply   string `json:"reply"`
	Outcome string `json:"outcome"` // as supplier.Outcome is written
	Rule    string `json:"rule"`    // the rule that reads it; empty: any or none
	Serial  string `json:"sn"`
	Price   int64  `json:"price"`
}

// Parse reads settings. Its error wraps supplier.ErrConfig and quotes no value.
func Parse(raw []byte) (Settings, error) {
	var s Settings

	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.DisallowUnknownFields()

	if err := decoder.Decode(&s); err != nil {
		return Settings{}, fmt.Errorf("%w: %w", supplier.ErrConfig, err) // names fields and types, no values
	}

	return s, nil
}
