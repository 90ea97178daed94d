package prices

import (
	"context"
	"time"

	"loket/internal/api/portal"
	"loket/internal/catalog"
	"loket/internal/platform/clientid"
	"loket/internal/platform/fault"
	"loket/internal/platform/money"
)

// ClientPriceRow is a price of a client's own beside the list price.
type ClientPriceRow struct {
	ProductCode string `json:"productCode" example:"TSEL10"`
	ProductName string `json:"productName"`
	Kind        string `json:"kind" enum:"prepaid,postpaid,open" doc:"Of postpaid and open products prices are our fee on top"`
	Price       int64  `json:"price" doc:"Whole rupiah"`
	ListPrice   int64  `json:"listPrice"`
	Cost        *int64 `json:"cost" doc:"Recorded at the preferred supplier; null without one"`
	ByRule      bool   `json:"byRule" doc:"A price rule of the client or its segment gives it; otherwise staff set it"`
}

// ClientPricePage is a page of the own prices of a client.
type ClientPricePage struct {
	Data    []ClientPriceRow `json:"data" nullable:"false"`
	Page    int              `json:"page"`
	PerPage int              `json:"perPage"`
	Total   int              `json:"total" doc:"Of all pages"`
	Segment string           `json:"segment" doc:"Whose price rules hold where the client has none of its own; empty without one"`
}

// SetClientPriceInput changes the own price of a client.
type SetClientPriceInput struct {
	ProductCode string     `json:"productCode" maxLength:"32" example:"TSEL10"`
	Amount      *int64     `json:"amount,omitempty" minimum:"0" maximum:"1000000000000" doc:"Missing: the own price ends, and the price rule of the client or its segment holds, or the list price"`
	EffectiveAt *time.Time `json:"effectiveAt,omitempty" doc:"From when it holds; missing: at once. Below cost it is needed"`
	Until       *time.Time `json:"until,omitempty" doc:"When it ends: what held before holds again; missing: no end"`
	Reason      string     `json:"reason" maxLength:"500"`
}

type listClientPrices struct {
	ID   int64 `path:"id" minimum:"1" maximum:"999999999" example:"1001"`
	Page int   `query:"page" minimum:"1" maximum:"100000"`
}

type setClientPrice struct {
	ID   int64 `path:"id" minimum:"1" maximum:"999999999" example:"1001"`
	Body SetClientPriceInput
}

// client refuses the provider's own row and clients that don't exist.
func (s Services) client(ctx context.Context, id int64) error {
	if id == clientid.Provider {
		return fault.ErrNotFound.New()
	}

	_, err := s.Identity.Client(ctx, id)

	return err
}

func (s Services) clientPrices(ctx context.Context, in *listClientPrices) (*portal.Body[ClientPricePage], error) {
	if err := s.client(ctx, in.ID); err != nil {
		return nil, err
	}

	snap, err := s.Catalog.Snapshot(ctx)
	if err != nil {
		return nil, err
	}

	byRule, err := s.Catalog.OwnByRule(ctx, in.ID)
	if err != nil {
		return nil, err
	}

	segment, err := s.Catalog.SegmentOf(ctx, in.ID)
	if err != nil {
		return nil, err
	}

	all := snap.OwnPricesOf(in.ID)
	out := ClientPricePage{Data: []ClientPriceRow{}, Page: max(in.Page, 1), PerPage: perPage, Total: len(all), Segment: segment}
	first := min((out.Page-1)*perPage, len(all))

	for _, one := range all[first:min(first+perPage, len(all))] {
		out.Data = append(out.Data, ClientPriceRow{
			ProductCode: one.Product.Code, ProductName: one.Product.Name, Kind: string(one.Product.Kind), Price: int64(one.Price),
			ListPrice: int64(one.Product.Price), Cost: (*int64)(one.Cost), ByRule: byRule[one.Product.Code],
		})
	}

	return portal.Answer(out), nil
}

func (s Services) setClientPrice(ctx context.Context, in *setClientPrice) (*waitingAnswer, error) {
	if err := s.client(ctx, in.ID); err != nil {
		return nil, err
	}

	change := catalog.PriceChange{ProductCode: in.Body.ProductCode, ClientID: in.ID, Amount: (*money.Rupiah)(in.Body.Amount)}

	return s.set(ctx, change, in.Body.EffectiveAt, in.Body.Until, in.Body.Reason)
}
