package simulate

import "loket/internal/simulate/upstream"

// The fixed names of the demo. Primary is preferred; Reserve stands behind it.
const (
	Primary = "primary"
	Reserve = "reserve"
	// FailOverSuffix: the primary supplier of the demo is out of stock for
	// destinations that end so, and the reserve delivers.
	FailOverSuffix = "68"
)

// DemoSuppliers are the two suppliers of the demo. Their secrets are fixed and
// begin with "demo-", so that a real deployment can refuse them. Products may be nil.
func DemoSuppliers(products []upstream.Product) []upstream.Account {
	return []upstream.Account{
		{
			Name: Primary, Username: "demo-primary", Key: "demo-key-primary", WebhookSecret: "demo-hook-primary",
			Products: products, Knobs: upstream.Knobs{RefuseSuffix: FailOverSuffix},
		},
		{
			Name: Reserve, Username: "demo-reserve", Key: "demo-key-reserve", WebhookSecret: "demo-hook-reserve",
			Products: products,
		},
	}
}
