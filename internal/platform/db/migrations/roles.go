package migrations

import "strings"

// Role is where the rows of a table stand once clients are spread over several servers.
type Role string

const (
	// OfClients tables grow with orders. All rows of a client stand on one server: every unique key begins with client_id, and every
	// foreign key has it on both sides (TestKeysBeginWithTheClient). A statement names the client, but for looks over all clients and
	// those that don't yet: TestStatementsNameTheClient lists both.
	OfClients Role = "of clients"
	// Everywhere tables are small and read beside clients' rows: each server has a copy.
	Everywhere Role = "everywhere"
	// Shared tables stand on one server for all clients.
	Shared Role = "shared"
)

// tables by their roles.
const (
	ofClients = `orders order_attempts order_reviews
		wallets wallet_history wallet_postings settlements settlement_history settlement_periods
		contacts scheduled_orders scheduled_lines scheduled_approvals idempotency_keys
		storefront_orders analytics_events analytics_days analytics_counts`
	everywhere = `clients operators products versions banks bank_accounts payment_channels virtual_accounts`
	shared     = `sequences nodes jobs job_schedules inbox_notices events event_positions event_failures approvals audit_log
		roles role_permissions users user_roles past_passwords sessions sign_in_origins tries api_keys one_time_links
		tax_rates vat_rates invoices invoice_lines invoice_files invoice_uploads invoice_states credit_notes invoice_mails
		client_prices product_skus price_changes price_watches price_watch_mails
		order_exports order_reports scheduled_approval_changes
		bank_tutorials topup_orders unique_codes va_payments bank_transfers suspense_entries topup_requests bank_requests
		bank_statement_lines
		storefronts storefront_images storefront_operators storefront_pricing storefront_prices storefront_off`
)

// Roles has the role of every table.
func Roles() map[string]Role {
	out := map[string]Role{}

	for role, tables := range map[Role]string{OfClients: ofClients, Everywhere: everywhere, Shared: shared} {
		for table := range strings.FieldsSeq(tables) {
			out[table] = role
		}
	}

	return out
}
