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
	"cmd/loket": "app bank/statement books catalog config demo httpapi httpapi/routes identity invoice order settlement simulate storefront topup wallet; approval argon audit clock db fault ids inbox job language logging money secret",
	"bench":     "analytics app books catalog config httpapi httpapi/portal identity identity/password invoice order orderfile settlement simulate/bankside storefront supplier supplier/digiflazz testkit wallet walletfile; argon audit clock db ids inbox job language logging money secret sheet",
	"web":       "",

	// The assembly: only these packages know all others.
	"app":    "analytics bank/moota bank/snap bank/statement catalog config contact demo httpapi httpapi/callback httpapi/emaillinkpage httpapi/h2h httpapi/page httpapi/portal httpapi/routes httpapi/shop httpapi/shopapi identity identity/password invoice order orderfile pricewatch schedule settlement simulate simulate/bankside simulate/clientside simulate/upstream storefront storefrontorder supplier supplier/digiflazz topup wallet web; argon clock db fault file file/s3 idempotency ids inbox job live loopback mail metrics money node report scan secret",
	"config": "; db file/s3 ids loopback secret",

	// The edge.
	"httpapi":               "identity; audit fault idempotency ids language limiter",
	"httpapi/asset":         "",
	"httpapi/callback":      "bank/moota bank/snap httpapi order supplier; fault language",
	"httpapi/emaillinkpage": "httpapi identity identity/emaillink; fault ids language",
	"httpapi/gen":           "httpapi httpapi/routes",
	"httpapi/h2h":           "catalog httpapi identity order settlement storefrontorder supplier wallet; fault money",
	"httpapi/page":          "httpapi httpapi/asset orderfile; language limiter",
	"httpapi/portal":        "analytics catalog contact httpapi identity identity/emaillink invoice order orderfile pricewatch schedule settlement storefront storefrontorder topup wallet walletfile; clock fault file idempotency language limiter live money secret sheet",
	"httpapi/shop":          "catalog destination httpapi/asset identity storefront; fault language money",
	"httpapi/shopapi":       "analytics httpapi order storefront storefrontorder; fault idempotency limiter money",
	"httpapi/routes":        "catalog httpapi httpapi/callback httpapi/emaillinkpage httpapi/h2h httpapi/portal httpapi/shopapi identity identity/emaillink invoice order orderfile schedule settlement storefront storefrontorder topup wallet; approval fault file idempotency",

	// The domains.
	"analytics":          "catalog identity storefront storefrontorder; batch clock db fault job language limiter",
	"bank":               "; money",
	"bank/moota":         "bank topup; db inbox money secret",
	"bank/snap":          "bank topup; batch clock db fault ids inbox job money secret",
	"bank/statement":     "; audit clock db job language mail money",
	"books":              "; db",
	"catalog":            "destination; approval audit clock db fault language money",
	"contact":            "destination; audit clock db fault language",
	"destination":        "; language",
	"identity":           "identity/emaillink identity/password; audit batch clock db fault ids job language limiter mail secret",
	"identity/emaillink": "; clock db fault ids language secret",
	"identity/password":  "; argon fault language limiter secret",
	"invoice":            "identity settlement; audit clock db fault file ids job language live mail money picture scan secret sheet",
	"ledger":             "; clock db money",
	"order":              "catalog destination settlement supplier wallet; audit batch clock db fault ids inbox language limiter live money",
	"orderfile":          "identity order supplier; audit clock db fault file ids job language live mail money secret sheet",
	"pricewatch":         "catalog identity; audit clock db fault job language mail money secret",
	"schedule":           "catalog destination identity order supplier wallet; audit clock db fault idempotency ids job language live mail money secret sheet",
	"settlement":         "identity ledger; approval audit clock db fault idempotency job language live mail money secret",
	"storefront":         "catalog destination identity; audit clock db fault file ids job language mail money picture publichost secret",
	"storefrontorder":    "catalog destination identity order storefront wallet; audit clock db fault idempotency ids job language limiter mail money secret",
	"supplier":           "; clock language money",
	"supplier/digiflazz": "supplier; clock loopback money secret",
	"topup":              "bank identity wallet; approval audit clock db fault idempotency ids job language live mail money secret",
	"wallet":             "identity ledger; approval audit clock db fault job language live mail money secret",
	"walletfile":         "wallet; language sheet",

	// The platform knows no business.
	"platform/approval":      "; audit clock db fault language",
	"platform/argon":         "",
	"platform/audit":         "; clock db",
	"platform/batch":         "; fault",
	"platform/clock":         "",
	"platform/db":            "; db/migrations fault",
	"platform/db/migrations": "",
	"platform/fault":         "; language",
	"platform/file":          "; clock fault ids language secret",
	"platform/file/s3":       "; fault file ids loopback secret",
	"platform/idempotency":   "; clock db fault job language",
	"platform/ids":           "",
	"platform/inbox":         "; batch clock db fault ids job",
	"platform/job":           "; batch clock db ids",
	"platform/language":      "",
	"platform/limiter":       "; fault",
	"platform/live":          "; clock db ids",
	"platform/logging":       "",
	"platform/loopback":      "",
	"platform/mail":          "; clock db job language secret",
	"platform/metrics":       "",
	"platform/money":         "",
	"platform/node":          "; clock db ids",
	"platform/picture":       "; limiter",
	"platform/publichost":    "; loopback",
	"platform/report":        "; secret",
	"platform/scan":          "",
	"platform/secret":        "",
	"platform/sheet":         "",

	// Simulated suppliers, demo data and test helpers.
	"demo":                 "catalog destination identity identity/password order simulate/bankside supplier topup wallet; clock db ids language money secret",
	"simulate":             "simulate/bankside simulate/clientside simulate/mailbox simulate/upstream; clock money",
	"simulate/bankside":    "; clock secret",
	"simulate/clientside":  "",
	"simulate/journal":     "",
	"simulate/mailbox":     "simulate/journal; clock",
	"simulate/upstream":    "simulate/journal; clock money secret",
	"testkit":              "books; clock db",
	"testkit/banktest":     "bank/moota bank/snap httpapi httpapi/callback identity simulate/bankside testkit topup wallet; clock db ids inbox job secret",
	"testkit/filetest":     "testkit; file file/s3 ids secret",
	"testkit/limittest":    "settlement; db money",
	"testkit/mailtest":     "simulate/mailbox testkit; clock db ids job mail",
	"testkit/scantest":     "",
	"testkit/scheduletest": "catalog identity identity/password schedule testkit testkit/ordertest; clock db idempotency ids job money secret",
	"testkit/ordertest":    "catalog order simulate simulate/upstream supplier supplier/digiflazz testkit wallet; clock db ids inbox job money",
}

// domains know no HTTP, no settings and no assembly.
var (
	domains      = strings.Fields("analytics bank books catalog contact destination identity invoice ledger order orderfile schedule settlement storefront storefrontorder supplier topup wallet")
	aboveDomains = strings.Fields("app config demo httpapi simulate testkit")
)

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

// The list itself keeps the layers: cmd -> app -> httpapi -> domains -> platform.
func TestAllowedImportsKeepTheLayers(t *testing.T) {
	t.Parallel()

	for pkg, list := range allowedImports {
		layer, _, _ := strings.Cut(pkg, "/")

		for _, target := range parse(list) {
			importedLayer, _, _ := strings.Cut(target, "/")

			switch {
			case layer == "platform" && importedLayer != "platform":
				t.Errorf("%s knows business: %s", pkg, target)
			case slices.Contains(domains, layer) && slices.Contains(aboveDomains, importedLayer):
				t.Errorf("the domain %s reaches upwards to %s", pkg, target)
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
