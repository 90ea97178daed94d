package app_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// TestPermissionsAsDecided compares the published permissions with docs/product/access.md#calls.
// The matrix proves that the program follows its document; this test proves what the
// document says. Operations that are not named here need only a session.
func TestPermissionsAsDecided(t *testing.T) {
	t.Parallel()

	decided := map[string]string{
		"sign-in": "public", "forgot-password": "public", "show-link": "public", "confirm-link": "public", "show-link-result": "public",
		"health": "public", "ready": "public", "openapi": "public", "openapi-of": "public", "report-shop-events": "public",
		"download-file":           "public", // its link is signed
		"receive-supplier-notice": "signed", "receive-supplier-report": "signed", "receive-moota-notice": "signed",
		"snap-access-token": "signed", "snap-va-inquiry": "signed", "snap-va-payment": "signed",

		"ask-for-sign-in": "public", "open-look": "public", "sign-in-by-passkey": "public", "ask-for-second-step": "second-factor",
		"validate-password": "restricted", "force-change-password": "restricted", "finish-sign-in": "second-factor", "sign-out": "restricted", "sign-out-post": "restricted",

		"set-deposit-threshold": "75", "change-email": "17", "list-email-changes": "17", "resend-email-change": "17", "cancel-email-change": "17",
		"list-invoices": "204", "get-invoice": "204", "confirm-invoice-payment": "204",
		"list-roles": "305", "make-role": "305", "change-role": "305", "delete-role": "305", "give-role": "305",
		"add-user": "6", "make-api-key": "14", "change-api-key": "14", "roll-api-key": "14", "get-duplicate-guard": "14", "change-duplicate-guard": "14", "start-pin": "6 client_root",

		"create-scheduled-order": "206 corporate", "resume-scheduled-order": "206 corporate", "cancel-scheduled-order": "207 corporate", "list-scheduled-orders": "208 corporate",
		"get-scheduled-order": "209 corporate", "get-scheduled-order-progress": "209 corporate", "list-scheduled-order-lines": "209 corporate",
		"approve-scheduled-order": "206 corporate", "reject-scheduled-order": "206 corporate", "get-scheduled-approval": "208 corporate",
		"set-scheduled-approval": "6 corporate", "retry-scheduled-order": "206 corporate", "check-scheduled-order": "206 corporate", "inquire-scheduled-bills": "206 corporate",
		"get-scheduled-order-result": "209 corporate", "find-scheduled-order": "206 corporate", "approve-scheduled-approval": "206 corporate", "reject-scheduled-approval": "206 corporate", "check-scheduled-retry": "206 corporate",

		"list-contacts": "211 corporate", "check-numbers": "211 corporate", "create-contact": "210 corporate", "change-contact": "213 corporate",
		"delete-contact": "212 corporate",

		"get-shop": "session connect", "create-shop": "301 connect", "change-shop": "301 connect", "publish-shop": "301 connect",
		"favor-operator": "301 connect", "list-shop-operators": "session connect", "upload-file": "301 connect",
		"list-shop-skus": "session connect", "list-client-skus": "session connect", "summarise-shop-skus": "session connect",
		"get-payment-key": "session client_rootconnect", "change-payment-key": "session client_rootconnect",
		"make-shop-order": "public", "ask-shop-name": "public", "judge-shop-destination": "public", "get-shop-order": "public",
		"price-all-skus": "73 connect", "price-skus": "73 connect", "try-prices": "73 connect",

		"get-sales-overview": "session connect", "list-product-sales": "session connect", "list-visitor-sessions": "session connect",
		"list-component-clicks": "session connect", "list-banner-clicks": "session connect",
		"get-funnel": "session connect", "get-operator-funnel": "session connect", "get-product-funnel": "session connect",

		"start-factor-reset": "session client_root", "cancel-factor-reset": "session client_root", "change-client-security": "session client_root", "change-pin": "session client_root", "reset-pin": "session client_root",
		"create-unique-amount":   "session unique-amount",
		"raise-settlement-limit": "306",
		"list-webhooks":          "304", "make-webhook": "304", "change-webhook": "304", "delete-webhook": "304", "roll-webhook-secret": "304", "reveal-webhook-secret": "304", "test-webhook": "304",
		"get-sandbox": "304", "add-money-to-sandbox": "304", "end-order-of-sandbox": "304", "begin-sandbox-anew": "304", "move-clock-of-sandbox": "304", "set-limit-of-sandbox": "304", "pay-invoice-of-sandbox": "304", "make-test-key": "14", "delete-test-key": "14",
		"resend-webhook": "304", "list-webhook-deliveries": "304", "get-webhook-delivery": "304", "list-requests": "304", "get-request": "304", "change-request-log": "304", "list-webhook-addresses": "public",
		"list-order-reports":    "session depositEventNewReport",
		"export-deposit-events": "302", "get-deposit-statement": "302", "list-statement-rows": "302",
	}

	for path, methods := range document(t) {
		for method, o := range methods {
			want := decided[o.ID]

			switch {
			case want != "":
				delete(decided, o.ID)
			case strings.HasPrefix(path, "/h2h/"):
				want = "apikey"
			default:
				want = "session"
			}

			if got := strings.TrimSpace(strings.Join([]string{fmt.Sprint(o.Permission), o.Role + o.Option + o.Feature}, " ")); got != want {
				t.Errorf("%s %s (%s) needs %q, decided was %q", strings.ToUpper(method), path, o.ID, got, want)
			}
		}
	}

	if len(decided) > 0 {
		t.Errorf("no longer published: %v", slices.Sorted(maps.Keys(decided)))
	}
}
