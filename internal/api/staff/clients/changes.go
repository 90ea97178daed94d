package clients

import (
	"context"
	"net/http"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/api/staff"
	"loket/internal/identity"
	staffs "loket/internal/identity/staff"
	"loket/internal/platform/fault"
	"loket/internal/platform/language"
)

// CreateClientInput makes a client, without wallets and users.
type CreateClientInput struct {
	Code         string   `json:"code" maxLength:"32" doc:"Part of the addresses of its shop: 3 to 32 small letters, digits or dashes" example:"sejahtera"`
	Name         string   `json:"name" maxLength:"100" example:"Toko Sejahtera"`
	LegalName    string   `json:"legalName,omitempty" maxLength:"100" doc:"The name without it"`
	EmailFinance string   `json:"emailFinance" maxLength:"254" example:"finance@example.com"`
	TimeZone     string   `json:"timeZone,omitempty" maxLength:"50" doc:"Asia/Jakarta without it" example:"Asia/Makassar"`
	Language     string   `json:"language,omitempty" enum:"en,id" doc:"Of its files and of mails to its finance e-mail; en without it"`
	TaxNumber    string   `json:"taxNumber,omitempty" maxLength:"24" doc:"Without one WHT 22 is higher"`
	Features     []string `json:"features,omitempty" maxItems:"10" nullable:"false" enum:"corporate,unique-amount,connect"`
	Reason       string   `json:"reason" maxLength:"500"`
}

// ChangeClientInput changes a client. What is missing stays.
type ChangeClientInput struct {
	Code         *string   `json:"code,omitempty" maxLength:"32" doc:"Addresses of its shop change with it"`
	Name         *string   `json:"name,omitempty" maxLength:"100"`
	LegalName    *string   `json:"legalName,omitempty" maxLength:"100"`
	EmailFinance *string   `json:"emailFinance,omitempty" maxLength:"254" doc:"The old and the new address are told"`
	TimeZone     *string   `json:"timeZone,omitempty" maxLength:"50"`
	Language     *string   `json:"language,omitempty" enum:"en,id"`
	TaxNumber    *string   `json:"taxNumber,omitempty" maxLength:"24"`
	Features     *[]string `json:"features,omitempty" maxItems:"10" enum:"corporate,unique-amount,connect" doc:"All that it has from then on"`
	Reason       string    `json:"reason" maxLength:"500"`
}

type createClient struct {
	Body CreateClientInput
}

type changeClient struct {
	ClientPath

	Body ChangeClientInput
}

func registerChanges(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "staff-create-client", Method: http.MethodPost, Path: "/staff/v1/clients", Summary: "Make a client, without wallets and users", Tag: tag,
		Access: api.Needs(identity.ClientCreate), Client: api.AnyClient, StepUp: true, Status: http.StatusCreated, Faults: []fault.Definition{identity.ErrTaken},
		Example: CreateClientInput{Code: "sejahtera", Name: "Toko Sejahtera", EmailFinance: "finance@example.com", Features: []string{"corporate"}, Reason: "Contract 12/2026"},
	}, func(ctx context.Context, in *createClient) (*portal.Body[StaffClientDetail], error) {
		b := in.Body

		c, err := s.Changes.CreateClient(ctx, staff.By(ctx, b.Reason), staffs.NewClient{
			Code: b.Code, Name: b.Name, LegalName: b.LegalName, EmailFinance: b.EmailFinance, TimeZone: b.TimeZone,
			Language: language.Language(b.Language), TaxNumber: b.TaxNumber, Features: features(b.Features),
		})
		if err != nil {
			return nil, err
		}

		out, err := s.detail(ctx, c)

		return portal.Answer(out), err
	})

	api.Register(a, api.Operation{
		ID: "staff-change-client", Method: http.MethodPatch, Path: "/staff/v1/clients/{id}", Summary: "Change a client; what is missing stays", Tag: tag,
		Access: api.Needs(identity.ClientCreate), Client: api.AnyClient, StepUp: true, Faults: []fault.Definition{fault.ErrNotFound, identity.ErrTaken},
		Example: map[string]any{"features": []string{"corporate", "connect"}, "reason": "Letter 14/2026"},
	}, func(ctx context.Context, in *changeClient) (*portal.Body[StaffClientDetail], error) {
		c, err := s.find(ctx, in.client())
		if err != nil {
			return nil, err
		}

		c, err = s.Changes.UpdateClient(ctx, staff.By(ctx, in.Body.Reason), in.Body.change(c.ID))
		if err != nil {
			return nil, err
		}

		out, err := s.detail(ctx, c)

		return portal.Answer(out), err
	})
}

func (in ChangeClientInput) change(id int64) staffs.ClientChange {
	c := staffs.ClientChange{
		ID: id, Code: in.Code, Name: in.Name, LegalName: in.LegalName, EmailFinance: in.EmailFinance, TimeZone: in.TimeZone, TaxNumber: in.TaxNumber,
	}

	if in.Language != nil {
		c.Language = new(language.Language(*in.Language))
	}

	if in.Features != nil {
		c.Features = new(features(*in.Features))
	}

	return c
}

func features(names []string) []identity.Feature {
	out := make([]identity.Feature, len(names))
	for i, n := range names {
		out[i] = identity.Feature(n)
	}

	return out
}
