package digiflazz

import "loket/internal/supplier"

// Reason implements supplier.Adapter, by the same table as classOf. Faults of our
// own account are not told to clients: for them the product is not available.
func (*Client) Reason(code string) supplier.Reason {
	switch code {
	case "01", "70":
		return supplier.ReasonTimeout
	case "51":
		return supplier.ReasonNumberBlocked
	case "52":
		return supplier.ReasonOtherOperator
	case "54", "57":
		return supplier.ReasonNumberWrong
	case "58", "66":
		return supplier.ReasonClosed
	case "59":
		return supplier.ReasonOtherRegion
	case "60":
		return supplier.ReasonNoBill
	case "63", "65", "85", "86":
		return supplier.ReasonTooOften
	case "72":
		return supplier.ReasonOtherPackage
	case "73":
		return supplier.ReasonPowerLimit
	case "74":
		return supplier.ReasonReversed
	case "84":
		return supplier.ReasonAmount
	case codeNotThousand:
		return supplier.ReasonNotThousands
	case "53", "55", "71":
		return supplier.ReasonUnavailable
	}

	if c := classOf(code); c == classRefused || c == classDenied {
		return supplier.ReasonUnavailable
	}

	return supplier.ReasonFailed
}
