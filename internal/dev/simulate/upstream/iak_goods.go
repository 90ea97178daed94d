package upstream

import (
	"net/http"
	"strings"
)

func (s *Supplier) serveTopUp(w http.ResponseWriter, r *http.Request) {
	s.serveGoods(w, r, func(in iakRequest) (verdict, error) {
		if in.Reference == "" || in.SKU == "" || in.Customer == "" {
			return verdict{refused: codePayload}, nil
		}

		if known, ok := s.book.find(s.account.Name, in.Reference); ok { // whatever it is about
			return s.ask(known, true)
		}

		if when, code := s.testNumber(in.SKU, in.Customer); when == testPurchase {
			product, _ := s.product(in.SKU, false)

			return s.beginTest(s.newRecord(in.purchase(), kindPrepaid, product.Price), code)
		}

		return s.buy(in.purchase())
	})
}

func (s *Supplier) serveGoodsStatus(w http.ResponseWriter, r *http.Request) {
	s.serveGoods(w, r, func(in iakRequest) (verdict, error) {
		known, ok := s.book.find(s.account.Name, in.Reference)
		if !ok || known.Kind != kindPrepaid || (known.Status == StatusNone && known.Plan.Strict) {
			return verdict{refused: iakNotFound}, nil
		}

		return s.ask(known, false)
	})
}

// serveGoods answers a call about a prepaid purchase, whose signature covers the reference.
func (s *Supplier) serveGoods(w http.ResponseWriter, r *http.Request, decide func(in iakRequest) (verdict, error)) {
	var in iakRequest
	if !s.readBody(w, r, &in) {
		return
	}

	s.deliver(w, r, func() (verdict, error) {
		s.mu.Lock()
		defer s.mu.Unlock()

		if !s.maySign(in, in.Reference) {
			return verdict{refused: iakSignature}, nil
		}

		return decide(in)
	}, func(v verdict) any {
		if v.refused != "" {
			code := iakRefusal(v.refused)

			return map[string]any{fieldReference: in.Reference, fieldStatus: 2, "rc": code, fieldMessage: iakMessage(code)}
		}

		return s.goodsFields(v.record)
	})
}

func (s *Supplier) goodsFields(r record) map[string]any {
	status, code := s.iakState(r)
	fields := map[string]any{
		fieldReference: r.RefID, fieldStatus: numeral(r.RefID, status), "product_code": r.SKUCode, "customer_id": r.CustomerNo, "price": number(r.RefID, r.Price),
		fieldMessage: iakMessage(code), "balance": s.Balance(), "tr_id": numeral(r.RefID, handleOf(r.RefID)), "rc": code,
	}

	if r.SN != "" {
		fields["sn"] = s.iakSerial(r)
	}

	return fields
}

// iakSerial is a serial number as IAK writes it: of a token, tariff and power are one part that has a slash itself.
func (s *Supplier) iakSerial(r record) string {
	parts := strings.Split(r.SN, "/")
	if !isElectricity(s.productOf(r)) || len(parts) != 5 { // token/name/tariff/power/energy
		return r.SN
	}

	return strings.Join([]string{parts[0], parts[1], segment(r.CustomerNo), parts[4]}, "/")
}

func (s *Supplier) serveDeposit(w http.ResponseWriter, r *http.Request) {
	s.serveFixed(w, r, "bl", func(iakRequest) any {
		return map[string]any{"balance": s.Balance(), fieldMessage: "SUCCESS", "rc": iakSuccess}
	})
}

// serveGoodsList gives the rows within an object, as newer accounts get them.
func (s *Supplier) serveGoodsList(w http.ResponseWriter, r *http.Request) {
	s.serveFixed(w, r, "pl", func(iakRequest) any {
		rows := []map[string]any{}

		for _, p := range s.account.Products {
			if p.Postpaid {
				continue
			}

			status := "active"
			if p.Off {
				status = "non active"
			}

			rows = append(rows, map[string]any{
				"product_code": p.SKU, "product_description": p.Brand, "product_nominal": p.Name, "product_details": "-", "product_price": p.Price,
				"product_type": strings.ToLower(p.Category), "active_period": "0", fieldStatus: status, "icon_url": "-", "product_category": p.Category,
			})
		}

		return map[string]any{"pricelist": rows, "rc": iakSuccess, fieldMessage: "SUCCESS"}
	})
}

// serveFixed answers a call that moves no money. Its signature covers a fixed word.
func (s *Supplier) serveFixed(w http.ResponseWriter, r *http.Request, subject string, data func(in iakRequest) any) {
	var in iakRequest
	if !s.readBody(w, r, &in) {
		return
	}

	s.suppliers.wait(r.Context(), s.FaultSettings().Delay)

	if !s.maySign(in, subject) {
		s.write(w, map[string]any{fieldStatus: 2, "rc": iakSignature, fieldMessage: iakMessage(iakSignature)})

		return
	}

	s.write(w, data(in))
}

// serveMeterName finds the customer of a prepaid electricity meter.
func (s *Supplier) serveMeterName(w http.ResponseWriter, r *http.Request) {
	var in iakRequest
	if !s.readBody(w, r, &in) {
		return
	}

	s.suppliers.wait(r.Context(), s.FaultSettings().Delay)

	code := iakSuccess
	when, own := s.testNumber("", in.Customer)

	switch {
	case !s.maySign(in, in.Customer):
		code = iakSignature
	case len(in.Customer) < shortestMeter || len(in.Customer) > longestMeter || strings.Trim(in.Customer, "0123456789") != "":
		code = "14"
	case when == testInquiry:
		code = own
	}

	if code != iakSuccess {
		s.write(w, map[string]any{fieldStatus: "2", "customer_id": in.Customer, "rc": code, fieldMessage: iakMessage(code)})

		return
	}

	s.write(w, map[string]any{
		fieldStatus: "1", "rc": code, fieldMessage: iakMessage(code), "customer_id": in.Customer, "meter_no": in.Customer,
		"subscriber_id": "5" + in.Customer[:shortestMeter], "name": customerName(in.Customer), "segment_power": segment(in.Customer),
	})
}
