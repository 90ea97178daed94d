package upstream

import (
	"net/http"
	"strings"
	"time"
)

const (
	priceListEvery = 5 * time.Minute
	shortestMeter  = 11
	longestMeter   = 12
)

type listRequest struct {
	Command  string `json:"cmd"`
	Username string `json:"username"`
	Sign     string `json:"sign"`
	Code     string `json:"code"`
}

func (s *Supplier) serveBalance(w http.ResponseWriter, r *http.Request) {
	var in listRequest
	if !s.readBody(w, r, &in) {
		return
	}

	code := s.checkCaller(in.Username, in.Sign, "depo")
	if code == "" && in.Command != "deposit" {
		code = codePayload
	}

	s.suppliers.wait(r.Context(), s.FaultSettings().Delay)

	if code != "" {
		s.write(w, refusedFields(request{}, code))

		return
	}

	s.write(w, map[string]any{"deposit": s.Balance()})
}

func (s *Supplier) servePriceList(w http.ResponseWriter, r *http.Request) {
	var in listRequest
	if !s.readBody(w, r, &in) {
		return
	}

	code := s.checkCaller(in.Username, in.Sign, "pricelist")

	switch {
	case code != "":
	case in.Command != "prepaid" && in.Command != "pasca":
		code = codePayload
	case !s.mayList(in):
		code = codeTooOften
	}

	s.suppliers.wait(r.Context(), s.FaultSettings().Delay)

	if code != "" {
		s.write(w, refusedFields(request{}, code))

		return
	}

	s.write(w, s.priceRows(in))
}

// mayList keeps the real supplier's limit: the whole list once in five minutes,
// a single code once a second.
func (s *Supplier) mayList(in listRequest) bool {
	s.mu.Lock()
	defer s.mu.Unlock()

	every := orDefault(s.settings.PriceListEvery, priceListEvery)
	if in.Code != "" && every > 0 {
		every = time.Second
	}

	key := in.Command + " " + in.Code
	now := s.clock.Now()

	if last, ok := s.listed[key]; ok && now.Sub(last) < every {
		return false
	}

	s.listed[key] = now

	return true
}

func (s *Supplier) priceRows(in listRequest) []map[string]any {
	rows := []map[string]any{}

	for _, p := range s.account.Products {
		if p.Postpaid != (in.Command == "pasca") || (in.Code != "" && in.Code != p.SKU) {
			continue
		}

		row := map[string]any{
			"product_name": p.Name, "category": p.Category, "brand": p.Brand, "seller_name": "PT Simulasi",
			"buyer_sku_code": p.SKU, "buyer_product_status": true, "seller_product_status": !p.Off, "desc": "-",
		}

		if p.Postpaid {
			row["admin"], row["commission"] = p.Admin, p.Commission
		} else {
			row["type"], row["price"], row["unlimited_stock"], row["stock"] = p.Type, p.Price, true, 0
			row["multi"], row["start_cut_off"], row["end_cut_off"] = true, "0:0", "0:0"
		}

		rows = append(rows, row)
	}

	return rows
}

// serveMeter finds the customer of a prepaid electricity meter.
func (s *Supplier) serveMeter(w http.ResponseWriter, r *http.Request) {
	var in request
	if !s.readBody(w, r, &in) {
		return
	}

	code := s.checkCaller(in.Username, in.Sign, in.Customer)
	if code == "" && (len(in.Customer) < shortestMeter || len(in.Customer) > longestMeter ||
		strings.Trim(in.Customer, "0123456789") != "") {
		code = codeDestination
	}

	s.suppliers.wait(r.Context(), s.FaultSettings().Delay)

	if code != "" {
		s.write(w, refusedFields(in, code))

		return
	}

	s.write(w, map[string]any{
		"message": message(codeSuccess), "status": statusSuccess, "rc": codeSuccess,
		"customer_no": in.Customer, "meter_no": in.Customer, "subscriber_id": "5" + in.Customer[:shortestMeter],
		"name": customerName(in.Customer), "segment_power": segment(in.Customer),
	})
}
