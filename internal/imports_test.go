// Package internal_test checks which package may import which.
package internal_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// allowedImports names, for every package of this module, the packages of this
// module that it may import ("Who may know whom" in docs/architecture.md). Paths
// are written without loket/internal/; those after the semicolon stand under
// platform. Test files may import any package.
var allowedImports = map[string]string{
	// Commands and measurements.
	"bench":     "api api/portal/products app backoffice/sales catalog config dev/simulate/bankside dev/testkit identity identity/factor identity/password identity/staff money/books money/invoice money/settlement money/wallet money/wallet/sheets orders/export orders/order orders/placing orders/routing shop/analytics shop/storefront supplier supplier/digiflazz; argon audit clock db event file idempotency ids job language live logging mail money secret sheet",
	"cmd/loket": "api api/routes app backoffice/clientfile banking/statement banking/topup catalog catalog/sheets config dev/demo dev/demo/launch dev/simulate identity identity/staff money/books money/invoice money/settlement money/wallet orders/order shop/storefront supplier; approval argon audit backup clientid clock db event fault file ids inbox job language logging loopback mail money secret",
	"web":       "",

	// The versions of what checks the documents, a module of its own.
	"tools/openapi": "",
	// The OCI image, as above.
	"tools/image": "",
	// The Debian package, as above.
	"tools/package": "",

	// The assembly: only these packages know all others.
	"app":    "api api/callbacks api/clientapi api/pages/docs api/pages/linkpage api/pages/webapp api/portal/account api/portal/announcements api/portal/deposits api/portal/developer api/portal/files api/portal/invoices api/portal/orders api/portal/products api/portal/schedules api/portal/shop api/routes api/shop/calls api/shop/pages api/staff api/staff/account api/staff/announcements api/staff/approvals api/staff/audit api/staff/billing api/staff/clients api/staff/money api/staff/orders api/staff/overview api/staff/people api/staff/prices api/staff/products api/staff/reports api/staff/routing api/staff/shift api/staff/shops api/staff/suppliers api/staff/system api/staff/topups api/staff/views backoffice/announcement backoffice/balances backoffice/clientfile backoffice/decisions backoffice/exclusions backoffice/figures backoffice/pricelist backoffice/repair backoffice/sales backoffice/savedview backoffice/search backoffice/shift backoffice/switches banking/moota banking/snap banking/statement banking/topup catalog catalog/sheets catalog/watch config developer/clientevent developer/reconciliation developer/requestlog developer/sandbox developer/webhook identity identity/password identity/staff money/invoice money/settlement money/wallet orders/complaint orders/contact orders/dispatch orders/export orders/order orders/placing orders/routing orders/schedule shop/analytics shop/checkout shop/storefront supplier supplier/digiflazz supplier/iak supplier/sandbox supplier/texth2h web; argon backup clock db event fault file file/s3 idempotency ids inbox job live loopback mail metrics money node report scan secret trace",
	"config": "; db file/s3 loopback secret",

	// api.
	"api":                  "identity; audit clientid clock fault idempotency ids language limiter network safetext trace",
	"api/audience":         "",
	"api/callbacks":        "api banking/moota banking/snap orders/dispatch supplier; fault language",
	"api/clientapi":        "api api/reconciliations api/webhooks catalog catalog/destination developer/clientevent developer/reconciliation developer/sandbox developer/webhook identity money/settlement money/wallet orders/order orders/placing shop/checkout supplier supplier/sandbox; clientid fault language limiter money",
	"api/gen":              "api api/audience api/gen/site api/routes developer/changes",
	"api/gen/site":         "api developer/changes; fault language",
	"api/pages/asset":      "api",
	"api/pages/docs":       "api api/pages/asset; fault",
	"api/pages/linkpage":   "api identity identity/emaillink; fault ids language",
	"api/pages/webapp":     "api api/pages/asset orders/export; language limiter",
	"api/stream":           "api identity; fault limiter live",
	"api/portal":           "api identity; clock fault language money",
	"api/portal/account":   "api api/portal api/stream developer/sandbox identity identity/emaillink money/settlement; fault language live secret",
	"api/portal/deposits":  "api api/portal banking/topup identity money/settlement money/wallet money/wallet/sheets orders/order orders/schedule; clock fault language money sheet",
	"api/portal/developer": "api api/portal api/webhooks developer/requestlog developer/sandbox developer/webhook identity money/invoice money/settlement money/wallet orders/order supplier/sandbox; fault language money",
	"api/portal/files":     "api money/invoice shop/storefront; fault file limiter",
	"api/portal/invoices":  "api api/portal identity money/invoice money/settlement orders/order; clock fault language money",
	"api/portal/orders":    "api api/portal api/reconciliations developer/reconciliation identity money/wallet orders/complaint orders/export orders/order; clock fault language limiter money",
	"api/portal/products":  "api api/portal catalog catalog/watch identity money/wallet shop/storefront; fault language money sheet",
	"api/portal/schedules": "api api/portal catalog identity money/wallet orders/contact orders/order orders/placing orders/schedule; fault idempotency language money secret sheet",
	"api/portal/shop":      "api api/portal catalog identity money/wallet shop/analytics shop/checkout shop/storefront; fault language money secret",
	"api/reconciliations":  "api developer/reconciliation orders/order; clock fault language",
	"api/routes":           "api api/audience api/callbacks api/clientapi api/pages/linkpage api/portal/account api/portal/announcements api/portal/deposits api/portal/developer api/portal/files api/portal/invoices api/portal/orders api/portal/products api/portal/schedules api/portal/shop api/shop/calls api/staff/account api/staff/announcements api/staff/approvals api/staff/audit api/staff/billing api/staff/clients api/staff/money api/staff/orders api/staff/overview api/staff/people api/staff/prices api/staff/products api/staff/reports api/staff/routing api/staff/shift api/staff/shops api/staff/suppliers api/staff/system api/staff/topups api/staff/views backoffice/clientfile banking/topup catalog catalog/sheets developer/sandbox developer/webhook identity identity/emaillink identity/staff money/invoice money/settlement money/wallet orders/complaint orders/export orders/order orders/placing orders/routing orders/schedule shop/checkout shop/storefront; approval fault file idempotency",
	"api/staff":            "api api/portal identity; audit clock db",
	"api/staff/account":    "api api/portal api/stream identity; clientid fault language live secret",
	"api/staff/approvals":  "api api/portal api/staff backoffice/decisions identity identity/staff money/wallet orders/order; approval fault",
	"api/staff/audit":      "api api/portal api/staff identity; audit clock db sheet",
	"api/staff/billing":    "api api/portal api/staff identity money/invoice money/settlement; clientid clock fault file ids language money",
	"api/staff/clients":    "api api/portal api/staff backoffice/clientfile backoffice/sales developer/webhook identity identity/staff money/invoice money/settlement money/wallet money/wallet/sheets; clientid clock fault language sheet",
	"api/staff/money":      "api api/portal api/staff identity money/wallet; fault ids money",
	"api/staff/orders":     "api api/portal api/staff catalog identity orders/complaint orders/order supplier; audit clock db fault language money sheet",
	"api/staff/overview":   "api api/portal api/staff api/staff/suppliers backoffice/balances backoffice/exclusions backoffice/figures backoffice/pricelist backoffice/sales backoffice/search backoffice/switches banking/topup identity orders/order orders/routing supplier; approval db event job",
	"api/staff/people":     "api api/portal api/staff identity identity/staff; approval clientid fault",
	"api/staff/prices":     "api api/portal api/staff catalog catalog/sheets identity; approval clientid fault language money",
	"api/staff/products":   "api api/portal api/staff backoffice/announcement catalog catalog/destination identity; clock fault language money",
	"api/staff/reports":    "api api/portal api/staff backoffice/sales identity; clock fault language sheet",
	"api/staff/routing":    "api api/portal api/staff identity orders/routing supplier; fault",
	"api/staff/shops":      "api api/portal api/staff identity shop/storefront; clientid fault",
	"api/staff/suppliers":  "api api/portal api/staff backoffice/balances backoffice/exclusions backoffice/pricelist backoffice/switches identity orders/routing supplier; fault money",
	"api/staff/topups":     "api api/portal api/staff banking/statement banking/topup identity money/wallet; approval clientid fault language money safetext",
	"api/staff/system":     "api api/portal api/staff backoffice/repair identity; fault inbox",
	"api/staff/views":      "api api/portal api/staff backoffice/savedview; fault",
	"api/staff/shift":      "api api/portal api/staff backoffice/shift; audit fault",
	"api/shop/calls":       "api orders/placing shop/analytics shop/checkout shop/storefront; fault idempotency limiter money",
	"api/shop/pages":       "api/pages/asset catalog catalog/destination identity shop/storefront; fault language money",
	"api/webhooks":         "api api/portal developer/clientevent developer/webhook; fault language",

	"api/portal/announcements": "api api/portal backoffice/announcement; fault",
	"api/staff/announcements":  "api api/portal api/staff backoffice/announcement identity; clock fault",
	"backoffice/announcement":  "backoffice/sales catalog identity; clientid clock db fault job language live mail required safetext",

	// The domains, room by room.
	"backoffice/balances":   "identity supplier; audit clientid clock db fault follow job language mail money required",
	"backoffice/clientfile": "banking/topup catalog identity identity/staff money/invoice money/settlement money/wallet orders/order orders/schedule; approval clock db fault language money required",
	"backoffice/decisions":  "banking/topup catalog identity identity/staff money/settlement money/wallet orders/order; approval db fault language required",
	"backoffice/exclusions": "identity orders/routing supplier; audit clientid clock db fault follow language mail required",
	"backoffice/figures":    "; clientid clock event required",
	"backoffice/repair":     "identity; audit clock db fault inbox job language required",
	"backoffice/pricelist":  "catalog identity supplier; audit clock db fault job money required safetext",
	"backoffice/sales":      "catalog identity orders/order; clientid clock db event money required",
	"backoffice/search":     "identity orders/order; clientid clock db money required safetext",
	"backoffice/switches":   "identity supplier; audit clock db fault follow language required",
	"backoffice/savedview":  "; clock db fault language required safetext",
	"backoffice/shift":      "backoffice/decisions banking/topup identity money/invoice orders/complaint orders/order; approval audit clock db fault job language required safetext",
	"banking":               "; money",
	"banking/moota":         "banking banking/topup; clock db inbox money required safetext secret",
	"banking/snap":          "banking banking/topup; batch clock db ids inbox job money required secret",
	"banking/statement":     "banking/topup; audit clock db job language mail money required",
	"banking/topup":         "banking identity money/wallet; approval audit clientid clock db event fault idempotency ids job language live mail money required secret",
	"catalog":               "catalog/destination; approval audit clientid clock db event fault language money required",
	"developer/changes":     "; language",
	"catalog/destination":   "; language",
	"catalog/sheets":        "catalog catalog/destination; approval audit clock db fault language money required",
	"catalog/watch":         "catalog identity; audit clock db fault job language mail money required secret",
	"identity":              "identity/emaillink identity/factor identity/passkey identity/password; audit batch clientid clock db fault ids job language limiter loopback mail network required safetext secret",
	"identity/emaillink":    "; clock db fault ids language secret",
	"identity/factor":       "; secret",
	"identity/passkey":      "",
	"identity/password":     "; argon fault language limiter secret",
	"identity/staff":        "identity; approval audit clientid clock db fault ids language required secret",
	"money/books":           "; clientid db",
	"money/invoice":         "identity money/settlement; audit clientid clock db event fault file ids job language live mail money picture required scan secret sheet",
	"money/ledger":          "; clientid clock db money",
	"money/settlement":      "identity money/ledger; approval audit clientid clock db fault idempotency job language live mail money required secret",
	"money/wallet":          "identity money/ledger; approval audit clientid clock db event fault job language live mail money required secret",
	"money/wallet/sheets":   "money/wallet; language sheet",
	"orders/complaint":      "identity orders/order; audit clientid clock db event fault language live mail required safetext",
	"orders/contact":        "catalog/destination; audit clock db fault language required",
	"orders/dispatch":       "catalog orders/order orders/routing supplier; batch clientid clock db event inbox live money trace",
	"orders/export":         "identity money/wallet orders/order supplier; audit clientid clock db fault file ids job language live mail money required secret sheet",
	"orders/order":          "catalog catalog/destination identity money/settlement money/wallet supplier; approval audit clientid clock db event fault ids job language live mail money required safetext",
	"orders/placing":        "catalog money/settlement money/wallet orders/order orders/routing supplier; batch clientid clock db fault ids language limiter live money required trace",
	"orders/routing":        "catalog identity supplier; audit clientid clock db fault follow language money required",
	"orders/schedule":       "catalog catalog/destination identity money/wallet orders/order orders/placing supplier; audit clientid clock db event fault idempotency ids job language live mail money required secret sheet",
	"shop/analytics":        "catalog identity shop/checkout shop/storefront; batch clock db event fault job language limiter required safetext",
	"shop/checkout":         "catalog catalog/destination identity money/wallet orders/order orders/placing shop/storefront; audit clock db event fault idempotency ids job language limiter mail money required secret",
	"shop/storefront":       "catalog catalog/destination identity; audit clock db fault file ids job language mail money picture publichost required secret",
	"supplier":              "; clientid clock language money",
	"supplier/digiflazz":    "supplier supplier/wire; clock money secret",
	"supplier/iak":          "supplier supplier/wire; clock money secret",
	"supplier/sandbox":      "supplier; clock money",
	"supplier/texth2h":      "supplier supplier/wire; clock money safetext",
	"supplier/wire":         "supplier; loopback money safetext",

	// The platform knows no business.
	"platform/approval":      "; audit clock db fault language",
	"platform/argon":         "",
	"platform/audit":         "; clock db",
	"platform/backup":        "; clock db file",
	"platform/batch":         "; db fault",
	"platform/clientid":      "",
	"platform/clock":         "",
	"platform/db":            "; db/migrations fault",
	"platform/db/migrations": "",
	"platform/event":         "; clock db fault job safetext",
	"platform/fault":         "; language",
	"platform/file":          "; clock fault ids language secret",
	"platform/file/s3":       "; fault file ids loopback secret",
	"platform/follow":        "",
	"platform/idempotency":   "; clock db fault job language",
	"platform/ids":           "; clock",
	"platform/inbox":         "; batch clock db fault ids job safetext",
	"platform/job":           "; batch clock db ids safetext",
	"platform/language":      "",
	"platform/limiter":       "; fault",
	"platform/live":          "; clock db ids",
	"platform/logging":       "",
	"platform/loopback":      "",
	"platform/mail":          "; clock db job language secret",
	"platform/metrics":       "",
	"platform/money":         "",
	"platform/network":       "",
	"platform/node":          "; clock db ids",
	"platform/picture":       "; limiter",
	"platform/publichost":    "; loopback",
	"platform/report":        "; secret",
	"platform/required":      "",
	"platform/safetext":      "",
	"platform/scan":          "",
	"platform/secret":        "",
	"platform/trace":         "",
	"platform/sheet":         "",

	// Simulated suppliers, demo data and test helpers.
	"dev/demo":                 "backoffice/sales banking/topup catalog catalog/destination dev/simulate/bankside identity identity/factor identity/password money/wallet orders/order orders/placing supplier; clientid clock db ids language money secret",
	"dev/demo/launch":          "app config dev/demo dev/simulate dev/simulate/bankside dev/simulate/clientside dev/simulate/upstream identity money/invoice money/settlement orders/contact orders/dispatch orders/order orders/placing orders/schedule shop/analytics shop/storefront supplier supplier/texth2h; audit clock db event fault idempotency ids job loopback mail money secret",
	"dev/simulate":             "dev/simulate/bankside dev/simulate/clientside dev/simulate/mailbox dev/simulate/upstream; clock money",
	"dev/simulate/bankside":    "; clock secret",
	"dev/simulate/clientside":  "",
	"dev/simulate/journal":     "",
	"dev/simulate/mailbox":     "dev/simulate/journal; clock",
	"dev/simulate/upstream":    "dev/simulate/journal; clock money secret",
	"dev/testkit":              "money/books; clock db",
	"dev/testkit/banktest":     "api api/callbacks banking banking/moota banking/snap banking/topup dev/simulate/bankside dev/testkit dev/testkit/parts; clock db inbox secret",
	"dev/testkit/catalogtest":  "catalog catalog/sheets dev/testkit; clock db",
	"dev/testkit/cluster":      "dev/testkit",
	"dev/testkit/filetest":     "dev/testkit; file file/s3 ids secret",
	"dev/testkit/identitytest": "dev/testkit dev/testkit/mailtest identity identity/password; clock db secret",
	"dev/testkit/limittest":    "money/settlement orders/order; db event money",
	"dev/testkit/mailtest":     "dev/simulate/mailbox dev/testkit; clock db ids job mail",
	"dev/testkit/ordertest":    "catalog dev/simulate dev/simulate/upstream dev/testkit money/wallet orders/dispatch orders/order orders/placing orders/routing supplier supplier/digiflazz supplier/iak supplier/texth2h; clock db ids inbox job money secret",
	"dev/testkit/parts":        "dev/testkit dev/testkit/identitytest dev/testkit/mailtest identity money/invoice money/settlement money/wallet; clock db file idempotency ids job live",
	"dev/testkit/scantest":     "",
	"dev/testkit/webhooktest":  "catalog dev/testkit dev/testkit/identitytest dev/testkit/parts developer/clientevent developer/webhook money/invoice orders/order orders/schedule shop/checkout; clock db event",
	"dev/testkit/scheduletest": "catalog dev/testkit dev/testkit/mailtest dev/testkit/ordertest identity identity/password orders/schedule; clock db event idempotency ids job money secret",
	"developer/clientevent":    "catalog developer/changes identity money/invoice money/wallet orders/complaint orders/order orders/schedule shop/checkout supplier; clientid clock db event fault job language required secret",
	"developer/reconciliation": "orders/order; clock db fault file ids job language money required safetext sheet",
	"developer/requestlog":     "; audit clock db fault job language required safetext",
	"developer/sandbox":        "developer/clientevent developer/webhook identity money/invoice money/settlement money/wallet orders/order orders/schedule supplier supplier/sandbox; clientid clock db fault ids job language live money required secret",
	"developer/webhook":        "developer/clientevent identity supplier/sandbox; audit clientid clock db event fault ids job language limiter live loopback mail publichost required safetext secret",
}

// rooms says which rooms each folder of internal/ may import, as "Who may know whom" in docs/architecture.md does.
var rooms = map[string]string{
	"app":        "api config backoffice banking catalog developer identity money orders shop supplier platform",
	"api":        "backoffice banking catalog developer identity money orders shop supplier platform",
	"dev":        "app api config backoffice banking catalog developer identity money orders shop supplier platform",
	"backoffice": "banking catalog identity money orders supplier platform",
	"developer":  "catalog identity money orders shop supplier platform",
	"shop":       "catalog identity money orders platform",
	"orders":     "catalog identity money supplier platform",
	"banking":    "identity money platform",
	"money":      "identity platform",
	"catalog":    "identity platform",
	"supplier":   "platform",
	"identity":   "platform",
	"config":     "platform",
	"platform":   "",
}

func TestImports(t *testing.T) {
	t.Parallel()

	found := importsOfModule(t)

	for _, pkg := range slices.Sorted(maps.Keys(found)) {
		list, named := allowedImports[pkg]
		if !named {
			t.Errorf("%s is a new package: name it in allowedImports of internal/imports_test.go, with the packages that it may import, "+
				"after reading \"Who may know whom\" in docs/architecture.md", pkg)

			continue
		}

		allowed := parse(list)

		for _, target := range found[pkg] {
			if !slices.Contains(allowed, target) {
				t.Errorf("%s imports %s, which allowedImports of internal/imports_test.go does not allow: if docs/architecture.md does, "+
					"add it there; else move the code, or let the caller pass what is needed", pkg, target)
			}
		}

		for _, target := range allowed {
			if !slices.Contains(found[pkg], target) {
				t.Errorf("%s no longer imports %s: take it out of allowedImports", pkg, target)
			}
		}
	}

	for pkg := range allowedImports {
		if _, there := found[pkg]; !there {
			t.Errorf("allowedImports names %s, which is no package any more", pkg)
		}
	}
}

// TestAllowedImportsKeepTheRooms: the list itself keeps the arrows between rooms.
func TestAllowedImportsKeepTheRooms(t *testing.T) {
	t.Parallel()

	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}

	for _, e := range entries {
		if _, named := rooms[e.Name()]; e.IsDir() && !named {
			t.Errorf("internal/%s is a new room: name in rooms which others it may import", e.Name())
		}
	}

	for pkg, list := range allowedImports {
		room, _, _ := strings.Cut(pkg, "/")

		allowed, inside := rooms[room]
		if !inside { // commands, benchmarks, the web's files
			continue
		}

		for _, target := range parse(list) {
			other, _, _ := strings.Cut(target, "/")
			if _, isRoom := rooms[other]; isRoom && other != room && !slices.Contains(strings.Fields(allowed), other) {
				t.Errorf("%s imports %s: the room %s must not know %s (\"Who may know whom\" in docs/architecture.md)", pkg, target, room, other)
			}
		}
	}
}

func parse(list string) []string {
	ours, platform, _ := strings.Cut(list, ";")
	all := strings.Fields(ours)

	for name := range strings.FieldsSeq(platform) {
		all = append(all, "platform/"+name)
	}

	return all
}

// importsOfModule reads which packages of this module each package imports, under any
// build tags. Test files don't count.
func importsOfModule(t *testing.T) map[string][]string {
	t.Helper()

	const module = "loket/"

	short := func(pkg string) string { return strings.TrimPrefix(pkg, "internal/") }
	found := map[string][]string{}
	root := os.DirFS("..")

	err := fs.WalkDir(root, ".", func(file string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == "node_modules" || file != "." && strings.HasPrefix(entry.Name(), ".")):
			return fs.SkipDir
		case entry.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go"):
			return nil
		}

		text, err := fs.ReadFile(root, file)
		if err != nil {
			return err
		}

		parsed, err := parser.ParseFile(token.NewFileSet(), file, text, parser.ImportsOnly)
		if err != nil {
			return err
		}

		pkg := short(path.Dir(file))
		if _, known := found[pkg]; !known {
			found[pkg] = nil
		}

		for _, spec := range parsed.Imports {
			target, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}

			if target, ours := strings.CutPrefix(target, module); ours {
				found[pkg] = append(found[pkg], short(target))
			}
		}

		return nil
	})
	if err != nil {
		t.Fatal(err)
	}

	for pkg := range found {
		slices.Sort(found[pkg])
		found[pkg] = slices.Compact(found[pkg])
	}

	return found
}
