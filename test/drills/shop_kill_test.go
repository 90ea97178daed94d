package drills

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"regexp"
	"strconv"
	"sync"
	"testing"
	"time"

	"loket/internal/dev/demo"
	"loket/internal/dev/testkit"
	"loket/internal/platform/db"
)

// The flag sets the long run: go test ./test/drills -shopkills 30. There is no short one: what a killed program had claimed goes on when
// the lease of its job ends.
var shopKills = flag.Int("shopkills", 0, "how often the program is killed between payments of shoppers and their orders on each engine; 0 leaves the drill out")

const (
	paidAKill        = 20 // below what one address may order
	meetsTheOrders   = 60 * time.Millisecond
	patienceForShops = 3 * time.Minute
)

// shopperOrder is an order of a shopper as the client API shows it.
type shopperOrder struct {
	ID            string `json:"id"`
	Status        string `json:"status"`
	DestinationNo string `json:"destinationNo"`
}

// TestKilledBetweenPaidAndPlaced kills the program repeatedly while shoppers' payments are confirmed. A payment without an answer is
// confirmed again, as a client's system would. Each paid order is delivered once, and the books hold.
func TestKilledBetweenPaidAndPlaced(t *testing.T) {
	t.Parallel()

	if *shopKills == 0 {
		t.Skip("only with -shopkills")
	}

	for _, engine := range []db.Engine{db.SQLite, db.Postgres} {
		t.Run(engine.String(), func(t *testing.T) {
			t.Parallel()

			url, _ := durableDatabase(t, engine)
			c := &shopOwner{t: t, p: newProgram(t, url)}

			c.p.start(t) // makes the demo's data
			c.p.stop(t)
			c.p.fund(t)
			c.p.start(t)
			c.readPrice()

			var ids []string

			for n := range *shopKills {
				made := make([]string, paidAKill)
				for i := range made {
					made[i] = c.order(fmt.Sprintf("0812%05d%02d0", n, i))
				}

				var wg sync.WaitGroup

				for _, id := range made {
					wg.Go(func() { c.confirm(id) }) // its answer may be lost
				}

				time.Sleep(rand.N(meetsTheOrders))
				c.p.kill()
				wg.Wait()
				c.p.start(t)

				for _, id := range made {
					if status := c.confirm(id); status != http.StatusOK {
						t.Fatalf("the payment of %s answers %d", id, status)
					}
				}

				ids = append(ids, made...)
			}

			delivered := map[string]bool{}

			for _, id := range ids {
				var o shopperOrder

				testkit.Eventually(t, patienceForShops, "the order "+id+" ends", func() bool {
					o = c.get(id)

					return o.Status == "success" || o.Status == "failed"
				})

				delivered[o.DestinationNo] = true

				if o.Status != "success" {
					t.Errorf("%s is %s", id, o.Status)
				}
			}

			book := supplierBook(t, c.p)
			for destination := range delivered {
				if book[destination] != 1 {
					t.Errorf("%s was delivered %d times", destination, book[destination])
				}
			}

			if len(book) != len(ids) {
				t.Errorf("%d destinations were delivered for %d orders", len(book), len(ids))
			}

			c.p.stop(t)
			c.p.verify(t)
		})
	}
}

// shopOwner plays the shoppers and the system of the client.
type shopOwner struct {
	t     *testing.T
	p     *program
	price int64
}

func (c *shopOwner) call(method, path string, headers map[string]string, body any) (int, []byte) {
	c.t.Helper()

	text, err := json.Marshal(body)
	must(c.t, err)

	req, err := http.NewRequestWithContext(c.t.Context(), method, c.p.address()+path, bytes.NewReader(text))
	must(c.t, err)
	req.Header.Set("Content-Type", "application/json")

	for name, value := range headers {
		req.Header.Set(name, value)
	}

	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, nil
	}

	defer res.Body.Close()

	text, err = io.ReadAll(res.Body)
	if err != nil {
		return 0, nil
	}

	return res.StatusCode, text
}

// readPrice reads the price of TSEL10 from the shop's page.
func (c *shopOwner) readPrice() {
	c.t.Helper()

	_, text := c.call(http.MethodGet, "/majujaya/TSEL", nil, nil)

	found := regexp.MustCompile(`"code":"TSEL10"[^}]*"price":(\d+)`).FindSubmatch(text)
	if found == nil {
		c.t.Fatal("the shop doesn't sell TSEL10")
	}

	var err error

	c.price, err = strconv.ParseInt(string(found[1]), 10, 64)
	must(c.t, err)
}

func (c *shopOwner) order(destination string) string {
	c.t.Helper()

	status, text := c.call(http.MethodPost, "/shop/v1/majujaya/orders", map[string]string{"Idempotency-Key": "drill-of-shoppers-" + destination},
		map[string]any{"productCode": "TSEL10", "price": c.price, "destination": map[string]string{"number": destination}})

	var made shopperOrder
	if status != http.StatusCreated || json.Unmarshal(text, &made) != nil {
		c.t.Fatalf("an order answers %d: %s", status, text)
	}

	return made.ID
}

// confirm returns the status, 0 without an answer.
func (c *shopOwner) confirm(id string) int {
	status, _ := c.call(http.MethodPost, "/h2h/v1/storefront-orders/"+id+"/paid", map[string]string{"Authorization": "Bearer " + demo.MainKey}, map[string]int64{"amount": c.price})

	return status
}

func (c *shopOwner) get(id string) shopperOrder {
	c.t.Helper()

	var out struct {
		Data shopperOrder `json:"data"`
	}

	status, text := c.call(http.MethodGet, "/h2h/v1/storefront-orders/"+id, map[string]string{"Authorization": "Bearer " + demo.MainKey}, nil)
	if status != http.StatusOK {
		c.t.Fatalf("an order answers %d: %s", status, text)
	}

	must(c.t, json.Unmarshal(text, &out))

	return out.Data
}
