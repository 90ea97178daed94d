package schedules

import (
	"context"
	"net/http"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/identity"
	"loket/internal/orders/contact"
	"loket/internal/platform/fault"
)

const tagContacts = "contacts"

// Contact is an employee or customer with a destination number.
type Contact struct {
	ID            string `json:"id"`
	Code          string `json:"code" doc:"The client's own number of the person; never changes" example:"EMP-001"`
	Name          string `json:"name" example:"Siti Aminah"`
	DestinationNo string `json:"destinationNo" example:"081234567890"`
	Active        bool   `json:"active" doc:"false once it was deleted"`
}

// OneContact is the answer of calls about one.
type OneContact struct {
	Data Contact `json:"data"`
}

// SameNumber is another contact with the same number.
type SameNumber struct {
	ID   string `json:"id" example:"8"`
	Code string `json:"code" example:"EMP-002"`
	Name string `json:"name" example:"Budi Santoso"`
}

// SavedContact is a contact as it was stored.
type SavedContact struct {
	Contact

	Repair     *Repair      `json:"repair,omitempty" doc:"Absent for a number that is taken as it was written"`
	SameNumber []SameNumber `json:"sameNumber" nullable:"false" doc:"Other active contacts with this number, at most 5"`
}

// OneSavedContact is the answer of calls that store one.
type OneSavedContact struct {
	Data SavedContact `json:"data"`
}

// Contacts is a page.
type Contacts struct {
	Data    []Contact `json:"data" nullable:"false"`
	Page    int       `json:"page"`
	PerPage int       `json:"perPage"`
	Total   int       `json:"total"`
}

// ContactInput makes or changes a contact.
type ContactInput struct {
	Code          string `json:"code" maxLength:"256" example:"EMP-001" missing:"filled"`
	Name          string `json:"name" maxLength:"400" example:"Siti Aminah" missing:"filled"`
	DestinationNo string `json:"destinationNo" maxLength:"256" example:"081234567890"`
}

// ContactChange changes a contact.
type ContactChange struct {
	ContactInput

	ID string `json:"id" maxLength:"19" example:"7"`
}

// BulkCheck asks for the contacts of numbers. One of both lists is enough.
type BulkCheck struct {
	DestinationNo  []string `json:"destinationNo,omitempty" nullable:"false" maxItems:"10000"`
	DestinationNos []string `json:"destinationNos,omitempty" nullable:"false" maxItems:"10000"`
}

// CheckedNumber is a number with its contact.
type CheckedNumber struct {
	ID            string `json:"id" doc:"Of the contact; empty for an unsaved number"`
	Name          string `json:"name" doc:"Empty for an unsaved number"`
	DestinationNo string `json:"destinationNo" doc:"As it was sent"`
	Normalised    string `json:"normalised" doc:"As a contact would be stored with it; empty for what is no number"`
	Message       string `json:"message" doc:"Why it is no number; else empty"`
	Contacts      int    `json:"contacts" doc:"Active contacts with this number"`

	Repair *Repair `json:"repair,omitempty" doc:"Absent for a number that is taken as it was written"`
}

// CheckedNumbers are the numbers in the order in which they were sent.
type CheckedNumbers struct {
	Data []CheckedNumber `json:"data" nullable:"false"`
}

type listContacts struct {
	Active      bool   `query:"active" doc:"Only active contacts are listed, also without it"`
	SearchValue string `query:"searchValue" maxLength:"100" doc:"Part of code or name, or of a number in any writing"`
	Page        int    `query:"page" minimum:"1" maximum:"100000" doc:"From 1"`
	PerPage     int    `query:"perPage" minimum:"1" maximum:"100" doc:"10 without it"`
}

type createContact struct{ Body ContactInput }

type changeContact struct{ Body ContactChange }

type deleteContact struct {
	ID string `path:"id" maxLength:"19" doc:"Contact" example:"7"`
}

type bulkCheck struct{ Body BulkCheck }

func registerContacts(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "list-contacts", Sandbox: api.InSandbox, Method: http.MethodGet, Path: "/v1/employees", Summary: "Contacts", Tag: tagContacts, Description: "By name. A number is found in any writing.",
		Access: api.Needs(identity.ContactList), Feature: identity.Corporate, Client: api.CallersClient,
	}, s.listContacts)

	api.Register(a, api.Operation{
		ID: "create-contact", Sandbox: api.InSandbox, Method: http.MethodPost, Path: "/v1/employee", Summary: "Create a contact", Tag: tagContacts, Texts: contact.Texts(),
		Access: api.Needs(identity.ContactCreate), Feature: identity.Corporate, Client: api.CallersClient,
		Example: ContactInput{Code: "EMP-001", Name: "Siti Aminah", DestinationNo: "081234567890"},
	}, func(ctx context.Context, in *createContact) (*portal.Body[OneSavedContact], error) {
		c, err := s.Contacts.Create(ctx, contactBy(ctx), contact.Input(in.Body))

		return savedContact(ctx, c, in.Body.DestinationNo, err)
	})

	api.Register(a, api.Operation{
		ID: "change-contact", Sandbox: api.InSandbox, Method: http.MethodPatch, Path: "/v1/edit/employee", Summary: "Change name and number of a contact", Tag: tagContacts,
		Access: api.Needs(identity.ContactUpdate), Feature: identity.Corporate, Client: api.CallersClient,
		Texts: contact.Texts(), Faults: []fault.Definition{fault.ErrNotFound},
		Example: ContactChange{ContactInput{Code: "EMP-001", Name: "Siti Aminah", DestinationNo: "081234567891"}, "7"},
	}, func(ctx context.Context, in *changeContact) (*portal.Body[OneSavedContact], error) {
		c, err := s.Contacts.Change(ctx, contactBy(ctx), portal.ParseID(in.Body.ID), contact.Input(in.Body.ContactInput))

		return savedContact(ctx, c, in.Body.DestinationNo, err)
	})

	api.Register(a, api.Operation{
		ID: "delete-contact", Sandbox: api.InSandbox, Method: http.MethodPatch, Path: "/v1/employee/{id}", Summary: "Delete a contact", Tag: tagContacts,
		Access: api.Needs(identity.ContactDelete), Feature: identity.Corporate, Client: api.CallersClient,
		Faults: []fault.Definition{fault.ErrNotFound},
	}, func(ctx context.Context, in *deleteContact) (*portal.Body[OneContact], error) {
		c, err := s.Contacts.Delete(ctx, contactBy(ctx), portal.ParseID(in.ID))

		return oneContact(c, err)
	})

	api.Register(a, api.Operation{
		ID: "check-numbers", Sandbox: api.InSandbox, Method: http.MethodPost, Path: "/v1/employee/bulk-check", Summary: "The contacts of up to 10,000 numbers", Tag: tagContacts,
		Description: "A number is found however it is written. Of several contacts with one number the last changed counts.",
		Cost:        api.Bulk, Access: api.Needs(identity.ContactList), Feature: identity.Corporate, Client: api.CallersClient,
		MaxBody: scheduledBody, Example: BulkCheck{DestinationNo: []string{"081234567890", "081234567891"}},
	}, s.bulkCheck)
}

func contactBy(ctx context.Context) contact.By {
	p := portal.Caller(ctx)

	return contact.By{ClientID: p.ClientID, Actor: api.Actor(p), Address: api.Address(ctx)}
}

func oneContact(c contact.Contact, err error) (*portal.Body[OneContact], error) {
	if err != nil {
		return nil, err
	}

	return portal.Answer(OneContact{showContact(c)}), nil
}

func savedContact(ctx context.Context, c contact.SavedContact, sent string, err error) (*portal.Body[OneSavedContact], error) {
	if err != nil {
		return nil, err
	}

	out := SavedContact{
		Contact: showContact(c.Contact), Repair: showRepair(ctx, string(c.Number.Repair), c.Number.RepairMessage, sent), SameNumber: []SameNumber{},
	}
	for _, other := range c.SameNumber {
		out.SameNumber = append(out.SameNumber, SameNumber{portal.FormatID(other.ID), other.Code, other.Name})
	}

	return portal.Answer(OneSavedContact{out}), nil
}

func showContact(c contact.Contact) Contact {
	return Contact{ID: portal.FormatID(c.ID), Code: c.Code, Name: c.Name, DestinationNo: c.DestinationNo, Active: c.Active}
}

func (s Services) listContacts(ctx context.Context, in *listContacts) (*portal.Body[Contacts], error) {
	page, perPage := max(in.Page, 1), in.PerPage
	if perPage == 0 {
		perPage = portal.PerPage
	}

	list, total, err := s.Contacts.List(ctx, portal.Caller(ctx).ClientID, in.SearchValue, page, perPage)
	if err != nil {
		return nil, err
	}

	out := Contacts{Data: make([]Contact, len(list)), Page: page, PerPage: perPage, Total: total}
	for i, c := range list {
		out.Data[i] = showContact(c)
	}

	return portal.Answer(out), nil
}

func (s Services) bulkCheck(ctx context.Context, in *bulkCheck) (*portal.Body[CheckedNumbers], error) {
	list := in.Body.DestinationNo
	if len(list) == 0 {
		list = in.Body.DestinationNos
	}

	found, err := s.Contacts.ContactsOfNumbers(ctx, portal.Caller(ctx).ClientID, list)
	if err != nil {
		return nil, err
	}

	out := CheckedNumbers{Data: make([]CheckedNumber, len(found))}

	for i, c := range found {
		out.Data[i] = CheckedNumber{
			Name: c.Name, DestinationNo: c.DestinationNo, Normalised: c.Number.Number, Contacts: c.Contacts,
			Repair: showRepair(ctx, string(c.Number.Repair), c.Number.RepairMessage, c.DestinationNo),
		}
		if c.Number.Number == "" {
			out.Data[i].Message = api.Say(ctx, c.Number.Message)
		}

		if c.ID != 0 {
			out.Data[i].ID = portal.FormatID(c.ID)
		}
	}

	return portal.Answer(out), nil
}
