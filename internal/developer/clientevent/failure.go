package clientevent

import (
	"loket/internal/platform/language"
	"loket/internal/shop/checkout"
	"loket/internal/supplier"
)

// Failure is why an order failed, for programs.
type Failure struct {
	Code      string `json:"code" enum:"failed,timeout,reversed,no_supplier,unavailable,closed,number_wrong,number_blocked,other_operator,other_region,other_package,power_limit,too_often,no_bill,amount,not_thousands,staff" doc:"There may be more: then go by category and retryable" example:"number_wrong"`
	Category  string `json:"category" enum:"destination,amount,bill,product,operator,other" doc:"What to look at" example:"destination"`
	Retryable bool   `json:"retryable" doc:"A new order with the same input may succeed, at once or later"`
	Message   string `json:"message" doc:"The text of reason" example:"The destination number is wrong"`
}

// showFailure shows the reason of a failed order.
func showFailure(why supplier.Reason, l language.Language) *Failure {
	f := why.Failure()

	return &Failure{string(f.Code), string(f.Category), f.Retryable, why.Message().In(l)}
}

// StorefrontFailure is why an order of a shopper failed, for programs. Such an order is over: a new payment makes a new one.
type StorefrontFailure struct {
	Code    string `json:"code" enum:"given_up,not_placed,not_made" doc:"given_up: by you; not_placed: it was refused, so your wallet was not charged; not_made: its order on your wallet failed, see there" example:"not_made"`
	Message string `json:"message" doc:"The text of reason"`
}

// showStorefrontFailure shows the reason of a failed order of a shopper.
func showStorefrontFailure(o checkout.Order, l language.Language) *StorefrontFailure {
	why, known := o.Why()
	if !known || o.Status != checkout.Failed {
		return nil
	}

	return &StorefrontFailure{why.Code(), why.In(l)}
}
