package prices

import (
	"context"
	"net/http"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/catalog"
	"loket/internal/identity"
	"loket/internal/platform/fault"
)

// PriceSegment is a group of clients for price rules.
type PriceSegment struct {
	Name    string `json:"name" example:"Gold"`
	Clients int    `json:"clients" doc:"How many are in it"`
	Rules   int    `json:"rules" doc:"How many rules are for it"`
}

// PriceSegmentList has all segments.
type PriceSegmentList struct {
	Data []PriceSegment `json:"data" nullable:"false" doc:"By name"`
}

// ClientSegmentInput puts a client into a segment.
type ClientSegmentInput struct {
	PriceRuleStep

	Segment string `json:"segment" maxLength:"40" doc:"A name that staff give, which begins the segment if there is none of it; empty: none" example:"Gold"`
}

type setSegment struct {
	ID   int64 `path:"id" minimum:"1" maximum:"999999999" example:"1001"`
	Body ClientSegmentInput
}

func registerSegments(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "staff-list-price-segments", Method: http.MethodGet, Path: "/staff/v1/price-segments", Summary: "Segments of clients", Tag: tag,
		Description: "Groups of clients for price rules. One is listed as long as a client is in it or a rule is for it.",
		Access:      api.Needs(identity.ClientPriceEdit), Client: api.AnyClient,
	}, s.segments)

	api.Register(a, api.Operation{
		ID: "staff-set-client-segment", Method: http.MethodPost, Path: "/staff/v1/clients/{id}/segment", Summary: "Put a client into a segment", Tag: tag,
		Description: "A client is in at most one. Its own prices follow the rules of the segment where the client has none of its own. Without apply it is the preview. With apply " +
			"and the preview's tag the prices change at once, or wait for a second person. If the catalogue changed since the preview, nothing is done.",
		Cost: api.Bulk, Access: api.Needs(identity.ClientPriceEdit), Client: api.AnyClient, StepUp: true, Status: http.StatusOK,
		Faults:  []fault.Definition{fault.ErrNotFound, catalog.ErrPreview},
		Example: ClientSegmentInput{Segment: "Gold"},
	}, s.setSegment)
}

func (s Services) segments(ctx context.Context, _ *portal.NoInput) (*portal.Body[PriceSegmentList], error) {
	list, err := s.Catalog.Segments(ctx)
	if err != nil {
		return nil, err
	}

	out := PriceSegmentList{Data: make([]PriceSegment, len(list))}
	for i, one := range list {
		out.Data[i] = PriceSegment(one)
	}

	return portal.Answer(out), nil
}

func (s Services) setSegment(ctx context.Context, in *setSegment) (*portal.Body[PriceRuleReport], error) {
	if err := s.client(ctx, in.ID); err != nil {
		return nil, err
	}

	change := catalog.SegmentChange{ClientID: in.ID, Segment: in.Body.Segment}

	return s.take(ctx, in.Body.PriceRuleStep, func() (catalog.RulePreview, error) { return s.Catalog.PreviewSegment(ctx, change) },
		func(tag string, author catalog.By) (catalog.RulePreview, error) {
			return s.Catalog.ChangeSegment(ctx, change, tag, author)
		})
}
