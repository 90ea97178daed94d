package shop

import (
	"context"
	"mime/multipart"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/identity"
	"loket/internal/shop/storefront"
)

// UploadedFile is a stored image.
type UploadedFile struct {
	SignedURL string `json:"signedUrl" doc:"Link to the image for an hour"`
	Key       string `json:"key" doc:"Names the image in the set-up of the shop"`
}

func registerImages(a *api.API, s Services) {
	portal.RegisterUpload(a, api.RawRoute{
		ID: "upload-file", Path: "/v1/files/upload", Summary: "Upload an image for the shop", Tag: tagShop,
		Description: "One still PNG, JPEG, WebP or GIF of at most 10 MB, known by its content. It is written again, without meta data and in the sizes " +
			"that pages need. An image that the shop doesn't use for a week is deleted.",
		Access: api.Needs(identity.ShopManage), Feature: identity.Connect, MaxBody: storefront.MaxImage + portal.UploadHeads,
	}, map[string]*huma.Schema{
		storefront.FieldFiles: {Type: huma.TypeString, Format: "binary", Description: "The image"},
	}, []string{storefront.FieldFiles}, s.uploadImage)
}

func (s Services) uploadImage(r *http.Request) (UploadedFile, error) {
	content, err := readImage(r)
	if err != nil {
		return UploadedFile{}, err
	}

	ctx, cancel := context.WithTimeout(r.Context(), portal.UploadTime)
	defer cancel()

	image, err := s.Shops.Upload(ctx, shopBy(ctx), content)
	if err != nil {
		return UploadedFile{}, err
	}

	return UploadedFile{SignedURL: image.URL, Key: string(image.Key)}, nil
}

// readImage reads the one file of the form.
func readImage(r *http.Request) ([]byte, error) {
	var content []byte

	seen := false

	err := portal.ReadForm(r, func(part *multipart.Part) (err error) {
		if part.FormName() != storefront.FieldFiles {
			return portal.UnknownPart(part.FormName())
		}

		if seen {
			return storefront.MoreThanOneFile()
		}

		seen = true
		content, err = portal.ReadPart(part, storefront.MaxImage, storefront.TooLarge)

		return err
	})

	return content, err
}
