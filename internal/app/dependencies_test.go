package app_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"loket/internal/backoffice/announcement"
	"loket/internal/backoffice/repair"
	"loket/internal/banking/moota"
	"loket/internal/banking/snap"
	"loket/internal/banking/statement"
	"loket/internal/banking/topup"
	"loket/internal/catalog"
	"loket/internal/catalog/sheets"
	"loket/internal/catalog/watch"
	"loket/internal/developer/reconciliation"
	"loket/internal/identity"
	"loket/internal/identity/staff"
	"loket/internal/money/invoice"
	"loket/internal/money/settlement"
	"loket/internal/money/wallet"
	"loket/internal/orders/complaint"
	"loket/internal/orders/contact"
	"loket/internal/orders/export"
	"loket/internal/orders/order"
	"loket/internal/orders/placing"
	"loket/internal/orders/routing"
	"loket/internal/orders/schedule"
	"loket/internal/shop/analytics"
	"loket/internal/shop/checkout"
	"loket/internal/shop/storefront"
)

// Constructors name every dependency that they can't do without.
func TestConstructorsRefuseNil(t *testing.T) {
	t.Parallel()

	for name, c := range map[string]struct {
		lacks string
		build func()
	}{
		"announcement":   {"DB, Clock, Clients, Catalog, Sales, Mail, Jobs, Live", func() { announcement.New(announcement.Deps{}) }},
		"catalog":        {"DB, Clock", func() { catalog.New(nil, nil) }},
		"sheets":         {"DB, Clock, Catalog", func() { sheets.New(sheets.Deps{}) }},
		"watch":          {"DB, Clock, Catalog, Clients, Mail, Jobs, Screen", func() { watch.NewService(watch.Deps{}) }},
		"identity":       {"DB, Clock, Mail, Jobs", func() { _, _ = identity.New(nil, nil, identity.Options{}) }},
		"staff":          {"DB, Clock, Identity", func() { staff.New(staff.Deps{}) }},
		"wallet":         {"DB, Clock, Clients, Live", func() { wallet.NewService(wallet.Deps{}, wallet.Options{}) }},
		"low":            {"DB, Clock, Clients, Jobs, Mail, Log, Screen", func() { wallet.NewLowBalances(wallet.LowBalanceDeps{}) }},
		"settlement":     {"DB, Clock, Clients, Live, Keys, Mail, Log, Screen", func() { settlement.NewService(settlement.Deps{}, settlement.Options{}) }},
		"closer":         {"settlements, invoices", func() { settlement.NewPeriodCloser(nil, nil, nil) }},
		"invoice":        {"DB, Clock, Clients, Limits, Jobs, Mail, Live, Files, Links, Log, Screen", func() { invoice.NewService(invoice.Deps{}, invoice.Options{}) }},
		"topup":          {"DB, Clock, Wallets, Clients, Keys, Jobs, Live, Mail, Screen, NoticesWait", func() { topup.NewService(topup.Deps{}, topup.Options{}) }},
		"snap":           {"DB, Clock, TopUps, Inbox, Jobs", func() { _, _ = snap.New(snap.Deps{}, "", nil) }},
		"moota":          {"Inbox, TopUps", func() { _, _ = moota.New(nil, nil, nil) }},
		"statement":      {"DB, Clock, Jobs, Log, Mail", func() { statement.New(statement.Deps{}, "") }},
		"contact":        {"DB, Clock", func() { contact.NewService(contact.Deps{}) }},
		"export":         {"DB, Clock, Jobs, Files, Links, Mail, Clients, Log", func() { export.NewService(export.Deps{}, export.Options{}) }},
		"reconciliation": {"DB, Clock, Orders, Files, Links, Jobs", func() { reconciliation.NewService(reconciliation.Deps{}) }},
		"complaint":      {"DB, Clock, People, Mail, Live", func() { complaint.New(complaint.Deps{}) }},
		"order":          {"DB, Clock, Suppliers", func() { order.NewService(order.Deps{}) }},
		"repair":         {"DB, Clock, Jobs, Inbox", func() { repair.New(repair.Deps{}) }},
		"placing":        {"DB, Clock, Catalog, Suppliers, Routing, Orders, Log, Enqueue", func() { placing.NewService(placing.Deps{}, placing.Options{}) }},
		"routing":        {"DB, Clock, Catalog, Suppliers, Log", func() { routing.New(routing.Deps{}, routing.Options{}) }},
		"schedule":       {"DB, Clock, People, Catalog, Orders, Bills, Keys", func() { schedule.NewService(schedule.Deps{}) }},
		"storefront":     {"DB, Clock, Catalog, Identity, Log", func() { storefront.NewService(storefront.Deps{}, storefront.Options{}) }},
		"checkout": {
			"DB, Clock, Catalog, Shops, Orders, Placing, Identity, Keys, Jobs, Events, Mail, Log, Origin, Deposit",
			func() { checkout.NewService(checkout.Deps{}) },
		},
		"analytics": {"DB, Clock, Catalog, Shops, Identity, Events", func() { analytics.NewService(analytics.Deps{}, analytics.Options{}) }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()

			defer func() {
				if got, ok := recover().(string); !ok || !strings.HasSuffix(got, " lacks "+c.lacks) {
					t.Errorf("%q, want one that lacks %s", got, c.lacks)
				}
			}()

			c.build()
		})
	}
}

// What tests may leave out, the program has: a dependency that is optional and forgotten would be missed in silence.
func TestProgramLeavesNothingOut(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *program) {
		t.Helper()

		seen, services := 0, reflect.ValueOf(p.Services)

		for i := range services.NumField() {
			name, service := services.Type().Field(i).Name, services.Field(i)
			if service.Kind() != reflect.Pointer || service.IsNil() || service.Elem().Kind() != reflect.Struct {
				continue
			}

			for _, field := range []string{"Deps", "deps"} {
				if deps := service.Elem().FieldByName(field); deps.IsValid() {
					seen++

					for _, missing := range nilFields(deps) {
						if !slices.Contains(optional, name+"."+missing) {
							t.Errorf("%s is built without %s", name, missing)
						}
					}
				}
			}
		}

		if seen < leastServices {
			t.Errorf("%d services with dependencies, want at least %d", seen, leastServices)
		}
	})
}

// optional is what only some deployments have: a scanner of files, a collector of traces.
var optional = []string{"Invoices.Scanner", "Placing.Traces", "Dispatch.Traces"}

// leastServices is how many services of the program keep their dependencies in a field of that name, at least.
const leastServices = 10

func nilFields(deps reflect.Value) []string {
	missing := []string{}

	for i := range deps.NumField() {
		switch f := deps.Field(i); f.Kind() { //nolint:exhaustive // others can't be nil
		case reflect.Pointer, reflect.Interface, reflect.Func, reflect.Map:
			if f.IsNil() {
				missing = append(missing, deps.Type().Field(i).Name)
			}
		}
	}

	return missing
}
