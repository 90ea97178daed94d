package supplier

// Reason is why a purchase failed, in words for whoever ordered. Suppliers word
// it each in their own way, in one language, and now and then tell more than a
// client should know: that our account there is empty, for one. Their words stay
// with the attempt, for staff.
//
// The text itself is the English sentence; the edge knows it in Indonesian.
type Reason string

// All reasons. ReasonFailed is for what has no better one, and for what is
// between us and the supplier alone.
const (
	ReasonFailed        Reason = "The transaction failed"
	ReasonTimeout       Reason = "The operator did not answer in time"
	ReasonReversed      Reason = "The operator took the transaction back"
	ReasonNoSupplier    Reason = "No supplier could deliver" // said by us, of all of them
	ReasonUnavailable   Reason = "The product is not available at present"
	ReasonClosed        Reason = "The product is not sold at this hour"
	ReasonNumberWrong   Reason = "The destination number is wrong"
	ReasonNumberBlocked Reason = "The destination number is blocked"
	ReasonOtherOperator Reason = "The destination number belongs to another operator"
	ReasonOtherRegion   Reason = "The product is not sold in the region of this number"
	ReasonOtherPackage  Reason = "The number has another package, which must end first"
	ReasonPowerLimit    Reason = "The purchase exceeds the power limit of this meter"
	ReasonTooOften      Reason = "Too many transactions for this number, try again later"
	ReasonNoBill        Reason = "There is no open bill for this number"
	ReasonAmount        Reason = "The amount is not valid for this product"
	ReasonNotThousands  Reason = "The amount must be a multiple of 1,000"
)

// Reasons are all, so that none stays without words in every language.
func Reasons() []Reason {
	return []Reason{
		ReasonFailed, ReasonTimeout, ReasonReversed, ReasonNoSupplier, ReasonUnavailable, ReasonClosed, ReasonNumberWrong, ReasonNumberBlocked, ReasonOtherOperator,
		ReasonOtherRegion, ReasonOtherPackage, ReasonPowerLimit, ReasonTooOften, ReasonNoBill, ReasonAmount, ReasonNotThousands,
	}
}
