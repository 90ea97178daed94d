package catalog

import (
	"loket/internal/catalog/destination"
	"loket/internal/platform/fault"
)

// The field of the client API that holds the destination.
const destinationField = "destinationNo"

// Destination is what package destination needs to judge numbers for a product.
func (p Product) Destination() destination.Product {
	out := destination.Product{Type: p.OperatorType, Operator: p.OperatorCode, Code: p.Code}
	if p.parts != nil {
		out.Parts = *p.parts
	}

	return out
}

// Judge tells what a text is as a destination of the product.
func (p Product) Judge(raw string) destination.Verdict {
	return destination.Judge(p.Destination(), raw)
}

// Normalise converts a destination to the form that is stored, sent and searched, where nobody looks at it before it is ordered.
// Error: fault.ErrValidation about destinationNo.
func (p Product) Normalise(raw string) (string, error) {
	v := destination.Strict(p.Destination(), raw)
	if v.Grade == destination.Refused {
		return "", fault.InvalidField(destinationField, v.Message)
	}

	return v.Number, nil
}
