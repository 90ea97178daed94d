package portal

import (
	"context"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"loket/internal/httpapi"
	"loket/internal/identity"
	"loket/internal/platform/fault"
	"loket/internal/platform/limiter"
	"loket/internal/storefront"
)

// maxImageBody is an image with the head of its part.
const maxImageBody = storefront.MaxImage + 64<<10

// UploadedFile is a stored image.
type UploadedFile struct {
	SignedURL string `json:"signedUrl" doc:"Link to the image for an hour"`
	Key       string `json:"key" doc:"Names the image in the set-up of the shop"`
}

func registerShopImages(a *httpapi.API, s Services) {
	places := limiter.NewShares[int64](limiter.SharesOptions{Places: maxUploads, Share: clientUploads})

	a.Raw(httpapi.RawRoute{
		ID: "upload-file", Method: http.MethodPost, Path: "/v1/files/upload", Summary: "Upload an image for the shop", Tag: tagShop,
		Description: "One PNG, JPEG, WebP or GIF of at most 10 MB, known by its content. It is written again, without meta data and in the sizes " +
			"that pages need. An image that the shop doesn't use for a week is deleted.",
		Access: httpapi.Session(), Feature: identity.Connect, Tenant: httpapi.TenantCaller, MaxBody: maxImageBody, Result: UploadedFile{},
		Faults: []fault.Definition{httpapi.ErrTooLarge, fault.ErrThrottled, fault.ErrOutcomeUnknown},
		Body: &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{multipartType: {
			Schema: &huma.Schema{
				Type: huma.TypeObject, Required: []string{storefront.FieldFiles},
				Properties: map[string]*huma.Schema{storefront.FieldFiles: {Type: huma.TypeString, Format: "binary", Description: "The image"}},
			},
		}}},
	}, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		client := caller(r.Context()).ClientID

		if !places.Take(client) {
			a.WriteError(w, r, fault.Busy(exportRetry))

			return
		}
		defer places.Release(client)

		uploaded, err := s.uploadImage(r)
		if err != nil {
			a.WriteError(w, r, err)

			return
		}

		httpapi.WriteJSON(w, http.StatusOK, uploaded)
	}))
}

func (s Services) uploadImage(r *http.Request) (UploadedFile, error) {
	content, err := readImage(r)
	if err != nil {
		return UploadedFile{}, err
	}

	ctx, cancel := context.WithTimeout(r.Context(), uploadTime)
	defer cancel()

	image, err := s.Shops.Upload(ctx, shopBy(ctx), content)
	if err != nil {
		return UploadedFile{}, err
	}

	return UploadedFile{SignedURL: image.URL, Key: string(image.Key)}, nil
}

// readImage reads the one file of the form. A body that is no form has none, which is reported as missing.
func readImage(r *http.Request) ([]byte, error) {
	kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != multipartType || params["boundary"] == "" {
		return nil, nil //nolint:nilerr // the file is missing, which is reported
	}

	form := multipart.NewReader(r.Body, params["boundary"])

	var content []byte

	for seen := false; ; seen = true {
		part, err := form.NextPart()

		switch {
		case errors.Is(err, io.EOF):
			return content, nil
		case err != nil:
			return nil, unreadable(err)
		case part.FormName() != storefront.FieldFiles:
			return nil, fault.InvalidField(formField(part.FormName()), msgUnknownPart)
		case seen:
			return nil, storefront.MoreThanOneFile()
		}

		if content, err = readPart(part, storefront.MaxImage, storefront.TooLarge); err != nil {
			return nil, err
		}
	}
}
