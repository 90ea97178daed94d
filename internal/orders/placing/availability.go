package placing

import (
	"time"

	"loket/internal/catalog"
	"loket/internal/platform/fault"
	"loket/internal/platform/language"
	"loket/internal/platform/money"
)

// checkAvailable returns the reason why a product can't be ordered, or nil.
func checkAvailable(r Request, p catalog.Product, price money.Rupiah, now time.Time) error {
	switch {
	case !p.Active:
		return ErrProductInactive.New()
	case p.Problem:
		return productProblem(p)
	case p.CutOff.Left(now) > 0:
		return CutOff(p, now)
	case r.MaxPrice > 0 && price > r.MaxPrice:
		return ErrPriceAboveMaximum.Msg(msgPriceAbove.With(price.Pointed(), r.MaxPrice.Pointed()))
	case p.Kind == catalog.Open && (r.Amount < p.MinAmount || (p.MaxAmount > 0 && r.Amount > p.MaxAmount)):
		return fault.InvalidField("amount", msgAmountRange.With(p.MinAmount.Pointed(), p.MaxAmount.Pointed()))
	case p.Kind != catalog.Open && r.Amount != 0:
		return fault.InvalidField("amount", msgFixedPrice)
	}

	return nil
}

// productProblem is the error for a product with a problem. It says why, if anything was said.
func productProblem(p catalog.Product) error {
	english := p.ProblemReason(language.English)
	if english == "" {
		return ErrProductProblem.New()
	}

	return ErrProductProblem.Msg(msgProductProblemWhy.With(language.Both(english, p.ProblemReason(language.Indonesian))))
}

// CutOff is the error for a product that is not sold at a moment.
func CutOff(p catalog.Product, at time.Time) *fault.Error {
	e := ErrProductCutOff.Msg(msgProductCutOff.With(p.CutOff.From.String(), p.CutOff.To.String()))
	e.RetryAfter = p.CutOff.Left(at)

	return e
}
