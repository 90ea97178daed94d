package launch

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log/slog"
	"path/filepath"
	"time"

	"loket/internal/config"
	"loket/internal/dev/demo"
	"loket/internal/dev/simulate"
	"loket/internal/dev/simulate/upstream"
	"loket/internal/orders/dispatch"
	"loket/internal/platform/clock"
	"loket/internal/platform/secret"
	"loket/internal/supplier/texth2h"
)

// The demo's times: every order ends within 15 s.
const (
	demoTimeout  = 3 * time.Second
	demoNotFound = 10 * time.Second
	demoCheck    = 2 * time.Second
	demoGiveUp   = time.Hour
)

// Dispatch are the times of the demo's status queries.
func Dispatch() dispatch.Options {
	return dispatch.Options{CheckAfter: demoCheck, MaxCheckWait: demoCheck, GiveUpAfter: demoGiveUp}
}

func supplierSecrets(data, code string) (key, hook secret.Text, err error) {
	if key, err = Secret(data, code+"-key"); err != nil {
		return "", "", fmt.Errorf("demo: %w", err)
	}

	if hook, err = Secret(data, code+"-hook"); err != nil {
		return "", "", fmt.Errorf("demo: %w", err)
	}

	return key, hook, nil
}

// NewSimulators makes the simulators of the demo: the suppliers, their book, the bank, and the mailbox. loket
// is the program's address, to which notices are sent.
func NewSimulators(data, listen, loket string, clk clock.Clock, logger *slog.Logger) (*simulate.Server, error) {
	accounts := []upstream.Account{}

	for _, code := range demo.Suppliers() {
		key, hook, err := supplierSecrets(data, code)
		if err != nil {
			return nil, err
		}

		account := upstream.Account{
			Name: code, Username: code, Key: key, WebhookSecret: hook, FaultSettings: upstream.FaultSettings{OutOfStock: demo.OutOfStock(code)},
		}

		if code == demo.IAKSupplier {
			account.Protocol = upstream.IAK
		}

		if code == demo.TextSupplier {
			account.Protocol, account.WebhookSecret = upstream.OtomaX, secret.Text(reportKey(hook))
		}

		if loket != "" {
			account.WebhookURL = NoticeURL(loket) + "/" + code
		}

		for _, g := range demo.SupplierPriceList(code) {
			account.Products = append(account.Products, upstream.Product{
				SKU: g.SKU, Name: g.Name, Category: g.Category, Brand: g.Brand, Type: g.Type,
				Postpaid: g.Postpaid, Price: g.Price, Admin: g.Admin, Commission: g.Commission, Off: g.Off,
			})
		}

		accounts = append(accounts, account)
	}

	bank, err := BankOptions(data)
	if err != nil {
		return nil, err
	}

	simulators, err := simulate.New(simulate.Options{
		Listen: listen, Dir: filepath.Join(data, "simulate"), Suppliers: accounts, Bank: bank, Clock: clk, Logger: logger,
		AppCode: func() string { return demo.StaffCode(time.Now()) }, // apps have the real time
	})
	if err != nil {
		return nil, fmt.Errorf("demo: %w", err)
	}

	return simulators, nil
}

// NoticeURL is the URL of suppliers' notices without the supplier's code.
func NoticeURL(loket string) string { return loket + "/callbacks/suppliers" }

// SimulatedSuppliers returns the settings for the suppliers of started simulators.
func SimulatedSuppliers(simulators *simulate.Server, data string) ([]config.Supplier, error) {
	out := []config.Supplier{}

	for _, code := range demo.Suppliers() {
		key, hook, err := supplierSecrets(data, code)
		if err != nil {
			return nil, err
		}

		s := config.Supplier{
			Code: code, Kind: config.KindDigiflazz, BaseURL: simulators.SupplierURL(code), Username: code, Key: key, WebhookSecret: hook,
			Timeout: demoTimeout, NotFoundAfter: demoNotFound,
		}

		if code == demo.IAKSupplier { // its callbacks are signed with the key
			s.Kind, s.WebhookSecret = config.KindIAK, ""
			s.BaseURL, s.PostpaidURL = simulators.IAKURLs(code)
		}

		if code == demo.TextSupplier {
			s = config.Supplier{Code: code, Kind: config.KindText, BaseURL: simulators.TextURL(code), Timeout: demoTimeout, NotFoundAfter: demoNotFound}
			if s.Text, err = textSettings(code, key, hook); err != nil {
				return nil, err
			}
		}

		out = append(out, s)
	}

	return out, nil
}

// reportKey is the last part of the address of a supplier's reports.
func reportKey(hook secret.Text) string {
	const bytes = 16

	return hex.EncodeToString(secret.HMAC([]byte(hook.Reveal()), "reports")[:bytes])
}

// textSettings are those of a simulated text supplier.
func textSettings(code string, key, hook secret.Text) (secret.Text, error) {
	s, err := texth2h.Example("otomax")
	if err != nil {
		return "", fmt.Errorf("demo: %w", err)
	}

	s.Values["member"], s.Secrets["pin"], s.Secrets["password"] = code, key.Reveal(), key.Reveal()
	s.Limits.StatusEvery = "" // orders of the demo end soon
	s.Reports = &texth2h.Reports{
		Key: reportKey(hook), Addresses: []string{"127.0.0.0/8", "::1"},
		Envelope: texth2h.Envelope{Ref: "refid", Code: "status", Sentence: "message", Codes: s.Reply.Codes},
	}

	text, err := json.Marshal(s)
	if err != nil {
		return "", fmt.Errorf("demo: %w", err)
	}

	return secret.Text(text), nil
}
