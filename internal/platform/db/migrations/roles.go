package migrations

import "strings"

// Role is where the rows of a table stand once clients are spread over several servers.
type Role string

const (
	// OfClients tables grow with orders. All rows of a client stand on one server: every unique key begins with client_id, and every
	// foreign key has it on both sides (TestKeysBeginWithTheClient). A statement names the client, but for looks over all clients, which only
	// read: TestStatementsNameTheClient lists them.
	OfClients Role = "of clients"
	// Everywhere tables are small, change seldom and are read beside clients' rows: each server has a copy. A write goes to all of them.
	Everywhere Role = "everywhere"
	// Shared tables stand on one server for all clients.
	Shared Role = "shared"
)

const ofClients = `orders order_attempts order_exchanges order_reviews order_notes order_complaints order_complaint_answers sales_days
	wallets wallet_history wallet_postings settlements settlement_history settlement_periods
	contacts scheduled_orders scheduled_lines scheduled_approvals idempotency_keys
	storefront_orders analytics_events analytics_days analytics_counts
	client_event_bodies webhook_endpoints webhook_deliveries webhook_sends
	api_requests api_request_bodies api_request_settings`

// everywhere are the tables with a copy on each server, which clients' rows refer to or are joined with.
var everywhere = []string{
	"clients",          // clients' rows refer to it; it grows with clients, not with orders
	"operators",        // the catalogue, which shops join with their figures
	"products",         // as operators
	"versions",         // each batch compares the catalogue's version in its own transaction
	"banks",            // names of the banks, beside what was paid there
	"bank_accounts",    // the provider's own accounts, a few
	"payment_channels", // one for each bank; the look for wallets without a number joins them
	"virtual_accounts", // one for each wallet and channel; found by its number, which names client and wallet
}

// shared are the tables on one server. Most grow with people, banks, products or staff. Those that grow with orders say what bounds them.
var shared = []string{
	// The program.
	"sequences",               // numbers that are given once over all clients
	"nodes",                   // one row for each node
	"schema_steps",            // one row for each migration
	"jobs",                    // claimed over all clients by when they are due; a job that is done is deleted, so they don't add up
	"job_schedules",           // one row for each kind of job
	"supplier_serials",        // a serial number is given once over all clients; one row for each success at a text supplier, deleted after 90 days
	"inbox_notices",           // found by sender and digest before anybody knows the client; grows with the notices of suppliers: see docs/architecture.md#growing
	"events",                  // consumers read them in one order over all clients; deleted after 35 days
	"event_positions",         // one row for each consumer
	"event_failures",          // copies of the events that a consumer fails at
	"api_announcements",       // one row for each release that changes the client API
	"approvals",               // staff read what waits over all clients; the client is a column
	"shift_notes",             // staff write a few in a day; deleted after 30 days
	"supplier_switches",       // one row for each supplier at most
	"supplier_balances",       // one row for each supplier and minute; deleted after eight days
	"supplier_balance_limits", // one row for each supplier at most
	"supplier_refills",        // staff note a few in a day
	"supplier_price_lists",    // one row for each supplier
	"supplier_price_rows",     // one row for each code of a supplier
	"supplier_price_changes",  // what changed in suppliers' lists; deleted after 90 days
	"routing_lists",           // one row for each change of staff
	"supplier_results",        // one row for each minute, supplier and product group; deleted after two days
	"sku_results",             // one row for each minute and SKU that was sold in it; deleted after six hours
	"supplier_exclusions",     // one row for each SKU at most that was ever switched off
	"exclusion_settings",      // one row
	"saved_views",             // staff keep 20 of a list at most
	"sales_totals",            // read over all clients; one row for each day, product and supplier, written once for each portion of events that one consumer reads
	"announcements",           // staff write a few in a day; read over all of them, whoever the client is
	"announcement_clients",    // as announcements; one row for each chosen client
	"announcement_closures",   // one row for each user at most; deleted 30 days after the announcement's end
	"audit_log",               // staff read it over all clients; one row for each action of a person, none for an order; the client is a column

	// People. A call knows a session, key, link or username before it knows the client.
	"roles",               // a few, for all clients
	"role_permissions",    // as roles
	"users",               // people: they grow with clients' staff, not with orders
	"user_roles",          // as users
	"past_passwords",      // as users
	"sessions",            // found by the hash of a token, which names the client
	"client_security",     // one row for each client; read with each session
	"sign_in_origins",     // found by the user
	"authenticator_apps",  // as users
	"passkeys",            // as users; ten for each
	"passkey_questions",   // found by a challenge, before anybody knows the client; gone after five minutes
	"recovery_codes",      // as users; ten for each
	"remembered_browsers", // as users; ten for each
	"tries",               // limits of addresses and accounts, whoever calls
	"api_keys",            // found by the hash of a key, which names the client; two for each client
	"one_time_links",      // found by the hash of a token, which names the client

	// Invoices: numbers without gaps over all clients, a few rows for each client and month.
	"tax_rates",       // the law's, a few
	"vat_rates",       // as tax_rates
	"invoices",        // numbered without gaps over all clients; found by token and number
	"invoice_lines",   // as invoices
	"invoice_files",   // as invoices
	"invoice_uploads", // files on their way, found by their names
	"invoice_states",  // as invoices; mails and overdue ones are found over all clients
	"credit_notes",    // as invoices
	"invoice_mails",   // as invoices

	// Catalogue and prices: read into memory as a whole, written by staff.
	"client_prices",     // read into memory with the catalogue
	"price_rules",       // as client_prices
	"client_segments",   // as client_prices; one row for each client at most
	"product_skus",      // as client_prices
	"price_changes",     // found over all clients by when they take effect
	"price_watches",     // found by the product whose price changes
	"price_watch_mails", // as price_watches

	// Files and settings: a few rows for each client.
	"order_exports",              // one that runs for each client; found by the file's name
	"order_reports",              // one for each client and day
	"scheduled_approval_changes", // one for each client at most

	// Money of banks: a bank's report names one of our accounts, not the client.
	"bank_tutorials",       // texts, a few for each bank
	"topup_orders",         // an amount is unique at an account over all clients; grows with bank transfers
	"unique_codes",         // 999 for each account, given out over all clients
	"va_payments",          // a bank's payment request is credited once, whoever the number belongs to; grows with payments
	"bank_transfers",       // a bank's line is stored once before it is known whose it is; grows with bank transfers
	"suspense_entries",     // as bank_transfers
	"topup_requests",       // staff read what waits over all clients
	"bank_requests",        // a bank's external id is answered once, whoever it is about; deleted after 7 days
	"bank_statement_lines", // lines of our own accounts, compared over all clients

	// Shops: what their owners edit, a few rows for each client.
	"storefronts",          // one for each client; found by the id in the shop's address
	"storefront_images",    // found by the token in a picture's address; unused ones over all clients
	"storefront_operators", // settings, read with the catalogue
	"storefront_pricing",   // as storefront_operators
	"storefront_prices",    // as storefront_operators
	"storefront_off",       // as storefront_operators
}

// Roles has the role of every table.
func Roles() map[string]Role {
	out := map[string]Role{}

	for name := range strings.FieldsSeq(ofClients) {
		out[name] = OfClients
	}

	for _, name := range everywhere {
		out[name] = Everywhere
	}

	for _, name := range shared {
		out[name] = Shared
	}

	return out
}
