package schedule

import (
	"slices"
	"testing"

	"loket/internal/catalog"
	"loket/internal/dev/testkit"
	"loket/internal/platform/language"
	"loket/internal/platform/mail"
)

// TestMailsHaveTheTotalsOfTheScreen proves that a mail calls what the screens call the estimated total by this name, and writes
// counts as amounts are written.
func TestMailsHaveTheTotalsOfTheScreen(t *testing.T) {
	t.Parallel()

	for name, c := range map[string]struct {
		order Order
		want  []mail.Fact
	}{
		"prepaid": {Order{Kind: catalog.Prepaid, UnitPrice: 10_250, Quantity: 10_000}, []mail.Fact{
			{Name: "Destination numbers", Value: "10.000"}, {Name: "Estimated total", Value: "Rp.102.500.000"},
		}},
		"open amount": {Order{Kind: catalog.Open, Amount: 20_000, UnitPrice: 20_700, Quantity: 2}, []mail.Fact{
			{Name: "Destination numbers", Value: "2"},
			{Name: "Estimated total", Value: "Rp.40.000"},
			{Name: "Fee", Value: "Rp.1.400"},
			{Name: "Charged in total", Value: "Rp.41.400"},
		}},
		"bills": {Order{Kind: catalog.Postpaid, Quantity: 3}, []mail.Fact{
			{Name: "Destination numbers", Value: "3"}, {Name: "Estimated total", Value: "-"},
		}},
	} {
		facts := orderFacts(c.order, language.English, testkit.Jakarta(t))
		if got := facts[2 : len(facts)-2]; !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
