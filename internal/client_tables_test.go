package internal_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"loket/internal/platform/db/migrations"
)

// Rows of a client stand together on one server once clients are spread over several (docs/architecture.md). So a statement on such a
// table names the client, with client_id = $1 or = ANY($1), in each of its parts, and joins such tables by client_id. A look over all
// clients is a read of its own.

// allowed is how many statements a function has that are one, with all functions of its name in its package, and why. One more is a
// fault.
type allowed struct {
	statements int
	why        string
}

// anyNumber is for a package whose every statement is a look.
const anyNumber = -1

// overAllClients are the looks over all clients, by function and table or by package, and why. They write and lock nothing.
var overAllClients = map[string]allowed{
	"backoffice/sales.Buyers:sales_days":                  {1, "finds who bought a product, client by client, by the key that begins with the client"},
	"banking/topup.missingNumbers:wallets":                {1, "finds wallets without a virtual account, which another transaction opens"},
	"developer/clientevent.Purge:client_event_bodies":     {1, "finds old bodies, which a statement by their clients deletes"},
	"developer/requestlog.purgeBodies:api_request_bodies": {1, "finds old bodies, which a statement by their clients deletes"},
	"developer/requestlog.purgeRequests:api_requests":     {1, "as api_request_bodies"},
	"developer/webhook.endpointsFor:webhook_endpoints":    {1, "finds all endpoints for an event of no single client"},
	"developer/webhook.eraseOldSecrets:webhook_endpoints": {1, "finds old secrets, which a statement by their clients erases"},
	"developer/webhook.find:webhook_endpoints":            {1, "finds the endpoints that have something to send"},
	"developer/webhook.Purge:webhook_deliveries":          {1, "finds old deliveries, which a statement by their clients deletes"},
	"developer/webhook.Purge:webhook_endpoints":           {1, "as webhook_deliveries"},
	"money/books": {anyNumber, "proves the invariants of all rows"},
	"money/settlement.CloseDue:settlement_periods":       {1, "finds the periods that are due"},
	"money/settlement.RefreshBlocks:settlements":         {1, "goes through all settlements, each in a transaction of its own"},
	"money/settlement:settlement_history":                {1, "the trial balance"},
	"money/settlement:settlements":                       {1, "the trial balance"},
	"money/settlement:wallet_history":                    {1, "the trial balance"},
	"money/settlement:wallets":                           {1, "the trial balance"},
	"money/wallet.find:wallets":                          {1, "finds the wallets whose alert is due"},
	"money/wallet:settlement_history":                    {1, "the trial balance"},
	"money/wallet:settlements":                           {1, "the trial balance"},
	"money/wallet:wallet_history":                        {1, "the trial balance"},
	"money/wallet:wallets":                               {1, "the trial balance"},
	"orders/complaint.BySupplier:order_complaints":       {1, "staff's figures of the last 30 days"},
	"orders/complaint.Closed:order_complaints":           {1, "staff's list of what was closed"},
	"orders/complaint.Queue:order_complaints":            {1, "staff's list of what waits for an answer"},
	"orders/dispatch.dueClients:order_attempts":          {1, "finds the clients whose status queries are due"},
	"orders/dispatch.expectWaiting:order_attempts":       {1, "finds the clients whose orders wait for a supplier"},
	"orders/dispatch.handleUnconfigured:order_attempts":  {1, "finds attempts at suppliers that are not configured any more"},
	"orders/dispatch.handleUnconfigured:orders":          {1, "as order_attempts"},
	"orders/dispatch.rerouteLate:order_attempts":         {1, "finds attempts that wait too long for a slot of their supplier"},
	"orders/dispatch.rerouteLate:orders":                 {1, "as order_attempts"},
	"orders/dispatch.rerouteOpenCircuit:order_attempts":  {1, "finds attempts that wait for a supplier whose circuit is open"},
	"orders/dispatch.rerouteOpenCircuit:orders":          {1, "as order_attempts"},
	"orders/dispatch.suppliersOfAttempts:order_attempts": {1, "finds the suppliers of attempts, to see which are not configured any more"},
	"orders/order.BelowCost:order_attempts":              {1, "staff's list of products sold below cost"},
	"orders/order.BelowCost:orders":                      {1, "as order_attempts"},
	"orders/order.PurgeExchanges:order_exchanges":        {1, "finds old exchanges, which a statement by their clients deletes"},
	"orders/order.Reviews:order_reviews":                 {1, "staff's list of what waits for a decision"},
	"orders/placing.countOnce:order_attempts":            {1, "counts the open orders of each client when a node starts, and now and then"},
	"orders/schedule.Expire:scheduled_orders":            {1, "finds drafts whose approval came too late"},
	"orders/schedule.Forecast:scheduled_orders":          {1, "finds the runs whose forecast is due"},
	"orders/schedule.Sweep:scheduled_orders":             {1, "finds canceled orders whose lines are old"},
	"platform/idempotency.Purge:idempotency_keys":        {1, "finds old keys, which a statement by their clients deletes"},
	"shop/analytics.RollDue:analytics_days":              {1, "finds the days whose figures are old"},
	"shop/analytics.Sweep:analytics_events":              {1, "finds old events, which a statement by their clients deletes"},
	"shop/checkout.PlaceWaiting:storefront_orders":       {1, "finds the paid orders that wait to be placed"},
	"shop/checkout.purge:storefront_orders":              {1, "finds orders that nobody paid, which a statement by their clients deletes"},
}

// unreadable is SQL that the test can't follow, by the function (and table) or value that has it, and why it needs no client.
var unreadable = map[string]allowed{
	"money/wallet.History:wallet_history":       {1, lostInLoops},
	"money/wallet.historyAtOnce:wallet_history": {1, lostInLoops},
	"money/wallet.rowsOf:wallet_history":        {2, lostInLoops},
}

const lostInLoops = "every condition of the history has the wallet and the client (conditions, partsOfType): the test loses them in loops over lists"

// own are packages whose SQL makes data for measurements, demos and tests.
func own(function string) bool {
	return strings.HasPrefix(function, "bench") || strings.HasPrefix(function, "dev/") || strings.HasPrefix(function, "test/")
}

func isLook(function, table string) bool {
	return overAllClients[function+":"+table].why != "" || overAllClients[packageOf(function)].why != ""
}

func packageOf(function string) string {
	pkg, _, _ := strings.Cut(function, ".")

	return pkg
}

// TestTablesHaveRoles compares the list of roles with the migrations.
func TestTablesHaveRoles(t *testing.T) {
	t.Parallel()

	tables, roles := tablesOfMigrations(t), migrations.Roles()

	for _, table := range slices.Sorted(maps.Keys(tables)) {
		if roles[table] == "" {
			t.Errorf("the table %s has no role in migrations/roles.go", table)
		}
	}

	for _, table := range slices.Sorted(maps.Keys(roles)) {
		if !tables[table] {
			t.Errorf("migrations/roles.go has the table %s, which no migration creates", table)
		}
	}
}
