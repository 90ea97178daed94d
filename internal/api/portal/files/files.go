// Package files serves stored files, and the documents of invoices, by signed links. The links come from calls of other rooms.
package files

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"loket/internal/api"
	"loket/internal/money/invoice"
	"loket/internal/platform/fault"
	"loket/internal/platform/file"
)

// Services are what the handlers call. All may be nil in the generator of the document.
type Services struct {
	Files    file.Store
	Links    *file.Links
	Invoices *invoice.Service
}

// Register adds the call.
func Register(a *api.API, s Services) {
	a.Raw(api.RawRoute{
		ID: "download-file", Method: http.MethodGet, Path: file.Base + "{kind}/{client}/{file}", Summary: "A file by its signed link", Tag: "orders",
		Cost: api.Own, Access: api.Public(), Client: api.NoClient, Produces: "application/octet-stream",
		Faults: []fault.Definition{file.ErrLink, fault.ErrBusy},
		Parameters: []*huma.Param{
			{Name: "kind", In: "path", Required: true, Schema: &huma.Schema{Type: huma.TypeString}},
			{Name: "client", In: "path", Required: true, Schema: &huma.Schema{Type: huma.TypeString}},
			{Name: "file", In: "path", Required: true, Schema: &huma.Schema{Type: huma.TypeString}},
			{Name: "name", In: "query", Schema: &huma.Schema{Type: huma.TypeString}},
			{Name: "until", In: "query", Schema: &huma.Schema{Type: huma.TypeString}},
			{Name: "signature", In: "query", Schema: &huma.Schema{Type: huma.TypeString}},
		},
	}, s.download(a, newFilePlaces()))
}
