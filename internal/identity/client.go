package identity

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"time"

	"loket/internal/platform/clock"
	"loket/internal/platform/fault"
	"loket/internal/platform/language"
)

// Feature is a part of the product that is switched on or off for each client.
type Feature string

// The features (docs/product/access.md#features).
const (
	Corporate    Feature = "corporate"
	UniqueAmount Feature = "unique-amount"
	Connect      Feature = "connect"
)

// AllFeatures returns every feature in the order of the API's answers.
func AllFeatures() []Feature { return []Feature{Corporate, UniqueAmount, Connect} }

// FeatureSet is a set of features. Bit i stands for AllFeatures()[i].
type FeatureSet uint8

// MakeFeatures makes a set and ignores unknown names.
func MakeFeatures(list ...Feature) FeatureSet {
	var s FeatureSet

	for i, f := range AllFeatures() {
		if slices.Contains(list, f) {
			s |= 1 << i
		}
	}

	return s
}

// Has reports whether f is in the set.
func (s FeatureSet) Has(f Feature) bool {
	i := slices.Index(AllFeatures(), f)

	return i >= 0 && s&(1<<i) != 0
}

// List returns the features. It is never nil, because it goes into JSON.
func (s FeatureSet) List() []Feature {
	out := []Feature{}

	for i, f := range AllFeatures() {
		if s&(1<<i) != 0 {
			out = append(out, f)
		}
	}

	return out
}

// Encode returns the stored form.
func (s FeatureSet) Encode() (string, error) {
	text, err := json.Marshal(s.List())
	if err != nil {
		return "", fmt.Errorf("encode features: %w", err)
	}

	return string(text), nil
}

func decodeFeatures(text string) (FeatureSet, error) {
	list := []Feature{}
	if err := json.Unmarshal([]byte(text), &list); err != nil {
		return 0, fmt.Errorf("decode features: %w", err)
	}

	return MakeFeatures(list...), nil
}

// Client is a business that uses the product. Every row of business data
// belongs to one.
type Client struct {
	ID           int64
	Code         string // unique; part of the addresses of its storefront
	Name         string
	LegalName    string
	EmailFinance string
	TimeZone     string // IANA name; defines the client's calendar days
	TaxNumber    string // empty: the higher rate of WHT 22 applies
	Features     FeatureSet
	// Language is the language of mails to the finance address and of files for the
	// client.
	Language  language.Language
	Active    bool
	CreatedAt time.Time
}

// MaxName is how many characters names may have.
const MaxName = 100

var (
	codePattern      = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{2,31}$`)
	taxNumberPattern = regexp.MustCompile(`^[0-9][0-9.-]{13,22}[0-9]$`)
)

// reservedCodes lists names that are, or may become, paths of the program. The address
// {host}/{clientCode} must not hide one (docs/product/shop.md#address).
func reservedCodes() []string {
	return []string{
		"account", "admin", "analytics", "api", "app", "assets", "auth", "callback", "callbacks", "cdn", "connect", "dashboard",
		"docs", "events", "external", "favicon", "file", "files", "h2h", "health", "healthz", "help", "internal", "login", "logout",
		"loket", "mail", "metrics", "openapi", "openapi-json", "preview", "public", "readyz", "robots", "root", "settlement", "shop",
		"simulate", "static", "status", "storefront", "support", "system", "webapp", "well-known", "www",
	}
}

// ValidCode reports whether a text has the form of a client's code and is not reserved.
func ValidCode(text string) bool {
	return codePattern.MatchString(text) && !slices.Contains(reservedCodes(), text)
}

// Check returns what is wrong with the fields of a client.
func (c *Client) Check() []fault.Field {
	var fields []fault.Field

	switch {
	case !codePattern.MatchString(c.Code):
		fields = append(fields, fault.Field{Field: "code", Message: msgCodeForm})
	case slices.Contains(reservedCodes(), c.Code):
		fields = append(fields, fault.Field{Field: "code", Message: msgCodeReserved})
	}

	fields = append(fields, CheckText("name", c.Name, MaxName)...)
	fields = append(fields, CheckText("legalName", c.LegalName, MaxName)...)

	if !ValidEmail(c.EmailFinance) {
		fields = append(fields, fault.Field{Field: "emailFinance", Message: msgFinanceEmailInvalid})
	}

	if _, err := clock.Zone(c.TimeZone); err != nil || c.TimeZone == "" || c.TimeZone == "Local" {
		fields = append(fields, fault.Field{Field: "timeZone", Message: msgTimeZone})
	}

	if !c.Language.Known() {
		fields = append(fields, fault.Field{Field: "language", Message: msgLanguage})
	}

	if c.TaxNumber != "" && !taxNumberPattern.MatchString(c.TaxNumber) {
		fields = append(fields, fault.Field{Field: "taxNumber", Message: msgTaxNumber})
	}

	return fields
}
