package api_test

import (
	"strings"
	"testing"

	"loket/internal/api"
	"loket/internal/api/clientapi"
)

// BenchmarkOrderBodies compares the two ways to read the bodies of orders.
func BenchmarkOrderBodies(b *testing.B) {
	a := ordersAPI(b)
	one := "{" + usual + `,"clientRef":"INV-7"}`
	many := []byte(`{"orders":[` + strings.TrimSuffix(strings.Repeat(one+",", 100), ",") + "]}")

	for name, c := range map[string]struct {
		data []byte
		into func() api.SelfValidatingBody
	}{
		"order": {[]byte(one), func() api.SelfValidatingBody { return &clientapi.OrderInput{} }},
		"batch": {many, func() api.SelfValidatingBody { return &clientapi.BatchInput{} }},
	} {
		b.Run(name+"/quick", func(b *testing.B) {
			for b.Loop() {
				if !api.DecodeSelfValidating(c.data, c.into()) {
					b.Fatal("refused")
				}
			}
		})
		b.Run(name+"/careful", func(b *testing.B) {
			for b.Loop() {
				if err := a.DecodeLikeHuma(c.data, c.into()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
