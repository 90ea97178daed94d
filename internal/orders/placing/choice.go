package placing

import (
	"loket/internal/catalog"
	"loket/internal/orders/order"
	"loket/internal/orders/routing"
)

// firstSupplier is the SKU of an order's first attempt; empty when no supplier may be tried, and then the dispatch ends the order with its
// refund.
func (s *Service) firstSupplier(o *order.Order, group string, skus []catalog.SKU) catalog.SKU {
	sku, _ := order.ChooseSupplier(s.deps.Suppliers, s.deps.Routing.Route(routing.Purchase{
		OrderID: o.ID, ClientID: o.ClientID, Product: o.ProductCode, Group: group, Kind: o.Kind, Destination: o.DestinationNo, Price: o.Price,
	}, skus))

	return sku
}
