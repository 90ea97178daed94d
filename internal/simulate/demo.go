package simulate

import (
	"loket/internal/secret"
	"loket/internal/simulate/upstream"
)

// The fixed names of the demo. The first is preferred; the second stands behind it.
const (
	FirstSupplier  = "digiflazz-a"
	SecondSupplier = "digiflazz-b"
	// FailOverSuffix: the first supplier of the demo is out of stock for
	// destinations that end so, and the second delivers.
	FailOverSuffix = "68"
)

// DemoSuppliers are the two suppliers of the demo, without products and webhook
// addresses. Their secrets are fixed and begin with "demo-", so that a real
// deployment can refuse them.
func DemoSuppliers() []upstream.Account {
	first, second := demoAccount(FirstSupplier), demoAccount(SecondSupplier)
	first.Knobs.RefuseSuffix = FailOverSuffix

	return []upstream.Account{first, second}
}

func demoAccount(name string) upstream.Account {
	return upstream.Account{
		Name: name, Username: "demo-" + name,
		Key: secret.Text("demo-key-" + name), WebhookSecret: secret.Text("demo-hook-" + name),
	}
}
