package checkout

import (
	"context"

	"loket/internal/catalog"
	"loket/internal/catalog/destination"
	"loket/internal/platform/fault"
	"loket/internal/platform/language"
	"loket/internal/shop/storefront"
)

// Destination is what a shopper filled in. Which parts count depends on the operator.
type Destination struct {
	Number string `json:"number,omitempty"`
	UserID string `json:"userId,omitempty"`
	ZoneID string `json:"zoneId,omitempty"`
	Server string `json:"server,omitempty"`
	Meter  string `json:"meter,omitempty"`
}

// JudgedDestination is a destination as it would be ordered.
type JudgedDestination struct {
	Number string
	Doubt  language.Message // why it is unlikely; none for a likely one
}

// Judge tells what a destination would be ordered as, before anything is ordered. Errors: those of Create about the destination.
func (s *Service) Judge(ctx context.Context, in Input) (JudgedDestination, error) {
	_, sku, number, err := s.check(ctx, in.Code, in.ProductCode, in.Destination)
	if err != nil {
		return JudgedDestination{}, err
	}

	return JudgedDestination{number, sku.Product.Judge(number).Message}, nil
}

// FilledDestination is what the shopper of an order filled in. It is empty if the catalogue doesn't have the product any more.
func (s *Service) FilledDestination(ctx context.Context, o Order) (Destination, error) {
	snap, err := s.deps.Catalog.Snapshot(ctx)
	if err != nil {
		return Destination{}, err
	}

	p, ok := snap.Product(o.ProductCode)
	if !ok {
		return Destination{}, nil
	}

	product := p.Destination()

	values := destination.Split(product, o.DestinationNo)
	if len(product.Parts) == 0 {
		values[storefront.DestinationFields(&p)[0].Name] = o.DestinationNo
	}

	return Destination{
		Number: values[storefront.FieldNumber], UserID: values[storefront.FieldUserID], ZoneID: values[storefront.FieldZoneID],
		Server: values[storefront.FieldServer], Meter: values[storefront.FieldMeter],
	}, nil
}

// text is the form in which orders take the destination. Errors: fault.ErrValidation with the parts that are wrong.
func (d Destination) text(p *catalog.Product) (string, error) {
	values := map[string]string{
		storefront.FieldNumber: d.Number, storefront.FieldUserID: d.UserID, storefront.FieldZoneID: d.ZoneID, storefront.FieldServer: d.Server,
		storefront.FieldMeter: d.Meter,
	}
	product := p.Destination()

	if len(product.Parts) > 0 {
		return joinParts(product, values)
	}

	names := storefront.DestinationFields(p)

	v := destination.Strict(product, values[names[0].Name])
	if v.Grade == destination.Refused {
		return "", fault.InvalidField("destination."+names[0].Name, v.Message)
	}

	return v.Number, nil
}

// joinParts joins the parts of a game.
func joinParts(p destination.Product, values map[string]string) (string, error) {
	v, wrong := destination.Join(p, values)
	fields := []fault.Field{}

	for _, part := range p.Parts {
		if m, ok := wrong[part.Name]; ok {
			fields = append(fields, fault.Field{Field: "destination." + part.Name, Message: m})
		}
	}

	if len(fields) > 0 {
		return "", fault.ErrValidation.With(fields...)
	}

	return v.Number, nil
}
