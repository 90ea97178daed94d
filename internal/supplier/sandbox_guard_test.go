package supplier_test

import (
	"context"
	"testing"

	"loket/internal/platform/clientid"
	"loket/internal/supplier"
)

// counted counts the calls that reach an adapter.
type counted struct {
	supplier.Adapter

	calls int
}

func (c *counted) answer(context.Context, supplier.Request) supplier.Answer {
	c.calls++

	return supplier.Answer{Outcome: supplier.Success}
}

func (c *counted) Buy(ctx context.Context, r supplier.Request) supplier.Answer {
	return c.answer(ctx, r)
}

func (c *counted) Pay(ctx context.Context, r supplier.Request) supplier.Answer {
	return c.answer(ctx, r)
}

func (c *counted) Inquire(ctx context.Context, r supplier.Request) supplier.Answer {
	return c.answer(ctx, r)
}

func (c *counted) Status(ctx context.Context, r supplier.Request) supplier.Answer {
	return c.answer(ctx, r)
}

// No call of a sandbox reaches a real supplier, and no call of a client reaches the supplier of sandboxes, whoever routed it.
func TestSandboxesAndSuppliersNeverMeet(t *testing.T) {
	t.Parallel()

	const client = 1001

	for _, code := range []string{"a", supplier.Sandbox} {
		adapter := &counted{}

		registry, err := supplier.NewRegistry(supplier.Options{}, supplier.Entry{Code: code, Adapter: adapter})
		if err != nil {
			t.Fatal(err)
		}

		guard, _ := registry.Get(code)

		for _, id := range []int64{client, clientid.Sandbox(client, 1), clientid.Sandbox(client, 2)} {
			served := clientid.IsSandbox(id) == (code == supplier.Sandbox)

			for name, call := range map[string]func(context.Context, supplier.Request) supplier.Answer{
				"buy": guard.Buy, "pay": guard.Pay, "inquire": guard.Inquire, "status": guard.Status,
			} {
				adapter.calls = 0
				answer := call(t.Context(), supplier.Request{ClientID: id})

				want := supplier.FailedNotCreated
				if name == "status" {
					want = supplier.Unknown
				}

				if served != (adapter.calls == 1) || !served && (answer.Outcome != want || answer.Code != supplier.CodeInvalid) {
					t.Errorf("%s of client %d at %s: %d calls, %+v", name, id, code, adapter.calls, answer)
				}
			}
		}
	}
}
