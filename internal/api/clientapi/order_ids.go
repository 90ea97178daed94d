package clientapi

import (
	"strconv"

	"loket/internal/orders/order"
	"loket/internal/platform/fault"
)

// idOf is the id of an order in a field, or 0 without one. An id has one form: any other text is fault.ErrValidation, never the first page.
func idOf(field, text string) (int64, error) {
	if text == "" {
		return 0, nil
	}

	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil || id <= 0 || order.FormatID(id) != text {
		return 0, fault.InvalidField(field, msgOrderID)
	}

	return id, nil
}
