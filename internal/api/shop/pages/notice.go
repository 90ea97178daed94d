package pages

import (
	"bytes"
	"html/template"
	"net/http"

	"loket/internal/platform/language"
)

// notice is a page without scripts: where there is no shop, product or build to show. Shops are Indonesian first, so a notice is
// in English only for browsers that ask for it and not for Indonesian.
type notice struct {
	title, text texts
	name        string // of the shop, if it may be told
	home        string // path of the shop; empty for no link
	elsewhere   string // address that the client gives for the time being; empty for none
}

// texts are a text by language.
type texts struct{ id, en string }

func (t texts) in(l language.Language) string {
	if l == language.Indonesian {
		return t.id
	}

	return t.en
}

func unknownNotice() notice {
	return notice{
		title: texts{"Toko tidak ditemukan", "Shop not found"},
		text:  texts{"Periksa kembali alamatnya. Mungkin ada huruf yang salah.", "Check the address. A letter may be wrong."},
	}
}

func noProductNotice(name, home string) notice {
	return notice{
		title: texts{"Produk tidak ditemukan", "Product not found"},
		text:  texts{"Produk ini tidak dijual di sini, atau sudah tidak tersedia.", "This product is not sold here, or not any more."},
		name:  name, home: home,
	}
}

func hiddenNotice(name string) notice {
	return notice{
		title: texts{"Toko sedang tutup", "This shop is closed"},
		text:  texts{"Toko ini belum dibuka atau sedang ditutup. Silakan kembali lagi nanti.", "This shop is not open at the moment. Please come back later."},
		name:  name,
	}
}

func movedNotice(name, elsewhere string) notice {
	n := hiddenNotice(name)
	n.text = texts{"Toko ini sedang ditutup. Selama itu, toko mengarahkan Anda ke alamat ini:", "This shop is closed at the moment. Meanwhile it sends you to this address:"}
	n.elsewhere = elsewhere

	return n
}

func unbuiltNotice() notice {
	const text = "This program was compiled without the shop. Run make build (Node is needed) and start it again."

	return notice{title: texts{"The shop is not built", "The shop is not built"}, text: texts{text, text}}
}

const noticeStyle = `body{margin:0;min-height:100vh;display:grid;grid-template-rows:auto 1fr;color:#0e1628;background:#fff;` +
	`font:16px/1.5 system-ui,sans-serif}header{background:#0f2970;color:#fff;min-height:72px;padding:0 16px;box-sizing:border-box;` +
	`display:flex;align-items:center;font-size:18px;font-weight:600;overflow-wrap:anywhere}main{place-self:center;text-align:center;` +
	`padding:16px;max-width:26rem;overflow-wrap:anywhere}h1{font-size:20px;line-height:28px;margin:0 0 8px}p{margin:0 0 16px;color:#465065}` +
	`a{display:inline-block;padding:12px 24px;border-radius:16px;background:#0c45e1;color:#fff;text-decoration:none;font-weight:600}` +
	`a:focus-visible{outline:2px solid;outline-offset:2px;outline-color:#0c45e1}` +
	`@media(prefers-color-scheme:dark){body{color:#e9edf5;background:#0e1119}header{background:#12224d}p{color:#aeb8ca}}`

var noticePage = template.Must(template.New("notice").Parse(`<!doctype html><html lang="{{.Language}}"><head><meta charset="utf-8">` +
	`<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>{{.Title}}</title>` +
	"<style>" + noticeStyle + "</style></head>" +
	`<body><header>{{.Name}}</header><main><h1>{{.Title}}</h1><p>{{.Text}}</p>` +
	`{{with .Elsewhere}}<p><b>{{.}}</b></p><a href="{{.}}" rel="noopener noreferrer nofollow">{{$.Go}}</a>{{end}}` +
	`{{if .Home}}<a href="{{.Home}}">{{.Back}}</a>{{end}}</main></body></html>` + "\n"))

// plain answers with a notice.
func (p *Pages) plain(w http.ResponseWriter, r *http.Request, status int, n notice) {
	spoken := language.Indonesian
	if accepted := r.Header.Get("Accept-Language"); accepted != "" {
		spoken = language.FromHeader(accepted)
	}

	view := struct{ Language, Title, Text, Name, Home, Back, Elsewhere, Go string }{
		string(spoken), n.title.in(spoken), n.text.in(spoken), n.name, n.home,
		texts{"Ke beranda toko", "To the shop's home page"}.in(spoken), n.elsewhere, texts{"Buka alamat ini", "Open this address"}.in(spoken),
	}

	var body bytes.Buffer
	if err := noticePage.Execute(&body, view); err != nil {
		p.Failed(w, r, err)

		return
	}

	p.headers(w, noticeStyle)
	w.Header().Set("Content-Type", htmlType)
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Add("Vary", "Accept-Language")
	w.WriteHeader(status)
	_, _ = w.Write(body.Bytes()) // the reader may be gone
}
