package pages

import (
	"cmp"
	"html/template"
	"slices"
	"strings"
	"unicode"

	"loket/internal/platform/money"
)

// firstPages are the pages as the scripts write them first, without what only scripts can do, so that nothing moves when they take over.
// The classes are those of the app, whose styles the build has.
var firstPages = template.Must(template.New("").Funcs(template.FuncMap{
	"figure":       func(n int64) string { return strings.TrimPrefix(money.Rupiah(n).String(), "Rp ") },
	"popularLabel": func() string { return popularLabel },
	"initials":     initials, "hue": hueClass, "label": fieldLabel, "arrives": deliveryText,
}).Parse(helpHTML + `
{{define "title"}}<div class="mx-auto flex min-h-[72px] max-w-4xl items-center gap-2.5 px-4 py-2">` +
	`<span class="flex size-9 shrink-0 items-center justify-center overflow-hidden rounded-[10px] bg-ground font-semibold tracking-tight text-link" aria-hidden="true">` +
	`{{with .Logo}}<img src="{{.}}" alt="" class="size-full object-contain">{{else}}{{initials .Name}}{{end}}</span>` +
	`<h1 class="min-w-0 flex-1 truncate text-lg font-semibold" title="{{.Name}}">{{.Name}}</h1></div>{{end}}

{{define "tile"}}<span class="flex items-center justify-center rounded-tile font-semibold tracking-tight {{hue .Code}} ` +
	`mb-1.5 aspect-square w-full text-2xl transition-opacity group-hover:opacity-85" aria-hidden="true">{{initials .Name}}</span>{{end}}

{{define "grid"}}<ul class="grid grid-cols-[repeat(auto-fill,minmax(max(3.75rem,calc((100%-43px)/4)),1fr))] gap-x-3.5 gap-y-4 sm:grid-cols-6 md:grid-cols-8">{{$home := .Home}}` +
	`{{range .Operators}}<li><a href="{{$home}}/{{.Code}}" class="group block rounded-tile text-center text-xs/4 font-medium">{{template "tile" .}}` +
	`<span class="line-clamp-3 wrap-break-word">{{.Name}}</span></a></li>{{end}}</ul>{{end}}

{{define "heading"}}<div class="mb-2 flex min-h-6 items-center justify-between gap-3"><h2 class="text-base font-semibold">{{.}}</h2></div>{{end}}

{{define "home"}}<div class="flex min-h-dvh flex-col"><header class="bg-header text-header-text">{{template "title" .}}{{with .Banner}}<div class="h-[70px]"></div>{{end}}</header>
<main class="mx-auto w-full max-w-4xl flex-1 px-4 pb-6">
{{with .Banner}}<div class="-mt-[72px] max-w-lg md:mx-auto"><div class="group relative overflow-hidden rounded-tile bg-band shadow-lg shadow-black/15">` +
	`<div class="aspect-[320/100] w-full">{{if .Href}}<a href="{{.Href}}" rel="noopener noreferrer" class="block size-full">{{end}}` +
	`<img src="{{.Image}}" alt="{{.Name}}" class="size-full object-cover">{{if .Href}}</a>{{end}}</div></div>{{if $.HasMore}}<div class="mt-1 h-6"></div>{{end}}</div>{{end}}
{{with .Popular.Operators}}<section class="pt-5">{{template "heading" popularLabel}}{{template "grid" $.Popular}}</section>{{end}}
{{with .Games.Operators}}<section class="pt-5">{{template "heading" "Semua game"}}{{template "grid" $.Games}}</section>{{end}}
{{with .Rows}}<section class="pt-5">{{template "heading" "Produk digital"}}<ul class="divide-y divide-line overflow-hidden rounded-2xl border border-line">
{{range .}}<li><details><summary class="flex min-h-15 items-center gap-3 px-3.5 py-2.5 -outline-offset-2 hover:bg-band">` +
	`<span class="flex size-10 shrink-0 rounded-[10px] bg-accent"></span><span class="min-w-0 flex-1"><span class="block text-sm font-medium">{{.Label}}</span>` +
	`<span class="block truncate text-xs/5 text-quiet" title="{{.Names}}">{{.Names}}</span></span></summary><div class="px-4 pb-6">{{template "grid" .}}</div></details></li>
{{end}}</ul></section>{{end}}
</main><footer class="flex flex-wrap items-center justify-center px-4 pb-6 text-sm"><a href="{{.Home}}/help" ` +
	`class="inline-flex min-h-11 items-center gap-1.5 px-3 text-link underline underline-offset-4">Butuh bantuan?</a></footer></div>{{end}}

{{define "product"}}<div class="flex min-h-dvh flex-col"><header class="bg-header text-header-text"><div class="mx-auto flex min-h-[76px] max-w-2xl items-center gap-3 py-2 pr-4 pl-2">` +
	`<a href="{{.Home}}" aria-label="Kembali ke beranda" class="flex size-11 shrink-0 items-center justify-center rounded-full">` +
	`<svg width="18" height="18" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" ` +
	`class="shrink-0" aria-hidden="true"><path d="M20 12H5m6-6-6 6 6 6"/></svg></a>{{with .Product.Operator}}` +
	`<span class="flex items-center justify-center rounded-tile font-semibold tracking-tight {{hue .Code}} size-12 shrink-0 text-lg" aria-hidden="true">{{initials .Name}}</span>` +
	`<div class="min-w-0"><h1 class="truncate text-base font-semibold" title="{{.Name}}">{{.Name}}</h1>` +
	`<p class="text-[13px]/[18px] text-header-quiet">{{arrives .Type}}</p></div>{{end}}</div></header>
<main class="flex-1"><section class="mx-auto block max-w-2xl px-4 pb-5"><h2 class="pt-4 pb-2.5 text-sm font-semibold">1. Tujuan</h2>` +
	`<noscript><p class="mb-2 text-sm text-quiet">Aktifkan JavaScript di peramban Anda untuk membeli.</p></noscript><div class="flex gap-2">
{{range .Product.Fields}}<label class="min-w-0 {{if or (eq .Name "zoneId") (eq .Name "server")}}flex-1{{else}}flex-2{{end}}"><span class="mb-1.5 block text-[13px]/[18px] font-medium">` +
	`{{label . $.Product.Operator.Type}}</span><input disabled class="h-11 w-full rounded-md border border-control bg-ground px-2.5 font-mono text-base"></label>
{{end}}</div>{{if .Product.Inquiry}}<p class="mt-2 flex min-h-5"></p>{{end}}</section><div class="h-2 bg-band"></div><section class="mx-auto block max-w-2xl px-4 pb-6"><h2 class="pt-4 pb-2.5 text-sm font-semibold">2. Nominal</h2>
<ul class="grid grid-cols-[repeat(auto-fill,minmax(min(100%,max(9.5rem,calc((100%-21px)/3))),1fr))] gap-2.5">
{{range .Product.Nominals}}<li class="relative flex min-h-[68px] flex-col justify-center rounded-tile border border-control/60 px-3.5 py-2.5">` +
	`<span class="flex items-start gap-1.5 text-sm/5 font-medium"><svg width="18" height="18" class="shrink-0" aria-hidden="true"></svg><span class="min-w-0 wrap-break-word">{{.Denom}}</span></span>` +
	`{{with .Description}}<span class="mt-0.5 text-xs/4 text-quiet">{{.}}</span>{{end}}` +
	`<span class="whitespace-nowrap mt-1 text-sm"><span class="font-normal text-quiet">Rp</span>&nbsp;{{figure .Price}}</span></li>
{{end}}</ul></section></main></div>{{end}}

{{define "shell"}}<noscript><main class="mx-auto flex min-h-dvh max-w-sm flex-col items-center justify-center px-4 text-center"><h1 class="text-xl/7 font-semibold">{{.Name}}</h1>` +
	`<p class="mt-2 text-sm text-quiet">Aktifkan JavaScript di peramban Anda untuk membuka halaman ini.</p>` +
	`<a href="{{.Home}}" class="mt-5 inline-flex min-h-12 items-center rounded-button bg-pay px-6 text-sm font-semibold text-pay-text">Ke beranda toko</a></main></noscript>{{end}}`))

// firstView is what the templates show. Banner is the first one, nil without any.
type firstView struct {
	Data

	Home           string
	Banner         *Banner
	HasMore        bool // banners than one
	Questions      []question
	Popular, Games firstGroup
	Rows           []firstGroup
}

// firstGroup has the operators of a kind, with the address of the shop's home page.
type firstGroup struct {
	Label, Home string
	Operators   []Operator
}

// Names are those of some operators.
func (g firstGroup) Names() string {
	const shown = 4

	first := g.Operators[:min(shown, len(g.Operators))]
	names := make([]string, 0, len(first))

	for _, o := range first {
		names = append(names, o.Name)
	}

	return strings.Join(names, ", ")
}

// viewOf arranges the home page as web/storefront does: popular operators, all games, and the other kinds.
func viewOf(data Data) firstView {
	v := firstView{Data: data, Home: "/" + data.Code, HasMore: len(data.Banners) > 1, Questions: questions()}
	v.Popular.Home, v.Games.Home = v.Home, v.Home

	if len(data.Banners) > 0 {
		v.Banner = &data.Banners[0]
	}

	groups := mergeRareGroups(data.Groups)

	for _, code := range data.Popular {
		for _, g := range groups {
			if at := slices.IndexFunc(g.Operators, func(o Operator) bool { return o.Code == code }); at >= 0 {
				v.Popular.Operators = append(v.Popular.Operators, g.Operators[at])
			}
		}
	}

	for _, g := range groups {
		if g.Label != gameLabel {
			v.Rows = append(v.Rows, firstGroup{g.Label, v.Home, g.Operators})

			continue
		}

		v.Games.Operators = g.Operators
	}

	return v
}

const (
	gameLabel    = "Game"
	popularLabel = "Populer" //nolint:misspell // Indonesian
)

// mergeRareGroups are the groups under the words of web/storefront, of which some have two types.
func mergeRareGroups(groups []Group) []Group {
	words := map[string]string{
		"game": gameLabel, "game_close_amount": gameLabel, "voucher": "Voucher", "mobile": "Pulsa", "data": "Paket data", "ewallet": "E-wallet",
		"ewallet_inquiry": "E-wallet", "emoney": "Uang elektronik", "electricity": "Token listrik", "mobile_international": "Pulsa internasional",
	}
	list := []Group{}

	for _, g := range groups {
		label := cmp.Or(words[g.Type], g.Label)

		at := slices.IndexFunc(list, func(other Group) bool { return other.Label == label })
		if at < 0 {
			list = append(list, Group{Label: label})
			at = len(list) - 1
		}

		list[at].Operators = append(list[at].Operators, g.Operators...)
	}

	return list
}

// fieldLabel is what web/storefront calls a field of the destination.
func fieldLabel(f Field, operatorType string) string {
	words := map[string]string{"number": "Nomor HP", "userId": "User ID", "zoneId": "Zone ID", "server": "Server", "meter": "Nomor meter"}

	if f.Name == "number" && operatorType == "emoney" {
		return "Nomor kartu"
	}

	return words[f.Name]
}

// deliveryText says how an order is delivered, by the type of its operator.
func deliveryText(operatorType string) string {
	switch operatorType {
	case "voucher":
		return "Kode voucher tampil di halaman pesanan"
	case "electricity":
		return "Token tampil di halaman pesanan"
	default:
		return "Biasanya masuk dalam hitungan detik"
	}
}

// initials are the first letters of the first two words, in capitals.
func initials(name string) string {
	words := strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
	words = words[:min(2, len(words))] //nolint:mnd // two words
	first := make([]rune, 0, len(words))

	for _, word := range words {
		first = append(first, []rune(word)[0])
	}

	return strings.ToUpper(string(first))
}
