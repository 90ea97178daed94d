package pages

// question is one of the help, with its answer.
type question struct{ Text, Answer string }

// questions are those of web/storefront/src/features/help/help-texts.ts, for readers without scripts.
func questions() []question {
	return []question{
		{
			"Kapan pesanan saya masuk?",
			"Biasanya dalam hitungan detik setelah pembayaran diterima. Halaman pesanan menunjukkan setiap langkahnya.",
		},
		{
			"Saya sudah membayar, tetapi pesanan belum masuk.",
			"Buka halaman pesanan Anda. Jika statusnya masih menunggu pembayaran, tunggu beberapa menit: halaman itu berubah dengan sendirinya.",
		},
		{"Pesanan saya gagal.", "Toko mengembalikan uang Anda lewat cara pembayaran yang Anda pakai. Simpan nomor pesanan Anda."},
		{"Saya salah mengisi tujuan.", "Pesanan yang sudah terkirim tidak bisa dibatalkan. Selama belum dibayar, buat saja pesanan baru."},
		{"Harga berubah.", "Harga pesanan berlaku 15 menit. Setelah itu, buat pesanan baru dengan harga yang berlaku."},
	}
}

// noContact is what the help says in a shop that names no contact.
const noContact = "Toko ini belum mencantumkan kontak. Simpan nomor pesanan Anda, lalu tanyakan di tempat Anda menemukan toko ini."

// helpHTML is the page of help, as the scripts write it.
const helpHTML = `{{define "help"}}<div class="flex min-h-dvh flex-col"><header class="bg-header text-header-text">` +
	`<div class="mx-auto flex min-h-[76px] max-w-2xl items-center gap-3 py-2 pr-4 pl-2">` +
	`<a href="{{.Home}}" aria-label="Ke beranda toko" class="flex size-11 shrink-0 items-center justify-center rounded-full">` +
	`<svg width="18" height="18" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" ` +
	`class="shrink-0" aria-hidden="true"><path d="M20 12H5m6-6-6 6 6 6"/></svg></a>` +
	`<div class="min-w-0 flex-1"><h1 class="truncate text-base font-semibold">Bantuan</h1></div></div></header><main class="mx-auto w-full max-w-2xl flex-1 px-4 py-5">` +
	`{{range .Questions}}<section class="border-b border-line py-4 first:pt-0"><h2 class="text-sm font-semibold">{{.Text}}</h2>` +
	`<p class="mt-1 text-sm text-quiet">{{.Answer}}</p></section>{{end}}<div class="mt-5">` +
	`{{with .Contact}}<section class="rounded-2xl border border-line px-4 py-3 text-sm"><h2 class="font-semibold">Hubungi toko</h2>` +
	`{{with .Link}}<p class="flex flex-wrap items-center gap-x-2"><span class="text-quiet">WhatsApp</span><a href="{{.}}" rel="noopener noreferrer" ` +
	`class="inline-flex min-h-11 items-center text-link underline underline-offset-4 wrap-anywhere">{{$.Contact.WhatsApp}}</a></p>{{end}}` +
	`{{with .Email}}<p class="flex flex-wrap items-center gap-x-2"><span class="text-quiet">Email</span><a href="mailto:{{.}}" rel="noopener noreferrer" ` +
	`class="inline-flex min-h-11 items-center text-link underline underline-offset-4 wrap-anywhere">{{.}}</a></p>{{end}}` +
	`{{with .Hours}}<p class="pt-1 text-quiet">Jam layanan: {{.}}</p>{{end}}</section>{{else}}<p class="text-sm text-quiet">` + noContact + `</p>{{end}}` +
	`</div></main></div>{{end}}`
