package upstream

import (
	"net/http"
	"strings"

	"loket/internal/platform/money"
)

// serveBills answers every call about bills: they have one address and a word.
func (s *Supplier) serveBills(w http.ResponseWriter, r *http.Request) {
	var in iakRequest
	if !s.readBody(w, r, &in) {
		return
	}

	if in.Commands == "pricelist-pasca" {
		s.listBills(w, in)

		return
	}

	s.deliver(w, r, func() (verdict, error) {
		s.mu.Lock()
		defer s.mu.Unlock()

		switch in.Commands {
		case "inq-pasca":
			return s.inquireIAK(in)
		case "pay-pasca":
			return s.payIAK(in)
		case "checkstatus":
			return s.checkIAK(in)
		default:
			return verdict{refused: "101"}, nil
		}
	}, func(v verdict) any {
		if v.refused != "" {
			code := iakRefusal(v.refused)

			return map[string]any{fieldReference: in.Reference, "response_code": code, fieldMessage: iakMessage(code)}
		}

		fields := s.iakBill(v.record, in.Commands)

		if desc, ok := fields["desc"].(map[string]any); ok && in.Year != "" {
			desc["tahun_pajak"] = in.Year
		}

		return fields
	})
}

// codeBillSignature is the code of a wrong signature in calls about bills.
const codeBillSignature = "100"

func (s *Supplier) inquireIAK(in iakRequest) (verdict, error) {
	_, known := s.book.find(s.account.Name, in.Reference)
	when, code := s.testNumber(in.BillSKU, in.BillCustomer)

	switch {
	case !s.maySign(in, in.Reference):
		return verdict{refused: codeBillSignature}, nil
	case in.lacksField():
		return verdict{refused: iakMalformed}, nil
	case in.Reference == "" || in.BillSKU == "" || in.BillCustomer == "" || strings.Trim(in.Reference, lettersAndDigits) != "":
		return verdict{refused: "03"}, nil
	case known:
		return verdict{refused: iakDuplicate}, nil
	case when == testInquiry && code != iakSuccess:
		return verdict{refused: code}, nil
	}

	made, err := s.inquire(in.bill())
	if err != nil || made.refused != "" {
		return made, err
	}

	made.record.Handle = s.freeHandle(in.Reference)

	return made, s.book.save(made.record)
}

// lacksField reports whether an inquiry lacks a field that its kind of bill needs.
func (in iakRequest) lacksField() bool {
	return in.BillSKU == "BPJS" && in.Month == "" || strings.HasPrefix(in.BillSKU, "PBB") && in.Year == "" ||
		strings.HasPrefix(in.BillSKU, "ESAMSAT") && in.Identity == ""
}

// freeHandle is a handle that no other inquiry has.
func (s *Supplier) freeHandle(ref string) string {
	handle := handleOf(ref)

	for _, taken := s.book.findHandle(s.account.Name, handle); taken; _, taken = s.book.findHandle(s.account.Name, handle) {
		handle += "0"
	}

	return handle
}

const lettersAndDigits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// payIAK pays the bill with a handle. The simulator takes a second payment of it as a status query; the real one doesn't say what it does.
func (s *Supplier) payIAK(in iakRequest) (verdict, error) {
	if !s.maySign(in, in.Handle) {
		return verdict{refused: codeBillSignature}, nil
	}

	known, ok := s.book.findHandle(s.account.Name, in.Handle)
	if !ok {
		return verdict{refused: iakNotFound}, nil
	}

	if when, code := s.testNumber(known.SKUCode, known.CustomerNo); when == testPurchase && known.Kind == kindInquiry {
		known.Kind, known.At = kindBill, s.clock.Now()

		return s.beginTest(known, code)
	}

	return s.pay(request{Reference: known.RefID, SKU: known.SKUCode, Customer: known.CustomerNo, Amount: known.Amount})
}

// checkIAK asks about a bill. Of one that was only inquired, or whose payment was lost, it says that no payment was received.
func (s *Supplier) checkIAK(in iakRequest) (verdict, error) {
	if !s.maySign(in, "cs") {
		return verdict{refused: codeBillSignature}, nil
	}

	known, ok := s.book.find(s.account.Name, in.Reference)

	switch {
	case !ok || known.Kind == kindPrepaid:
		return verdict{refused: iakNotFound}, nil
	case known.Kind == kindInquiry || (known.Status == StatusNone && known.Plan.Strict):
		return verdict{record: known}, nil
	default:
		return s.ask(known, false)
	}
}

// iakBill is an answer about a bill. Only the answer to a status query has a status.
func (s *Supplier) iakBill(r record, command string) map[string]any {
	owed := billFor(s.productOf(r), r.CustomerNo, r.Amount, r.At.In(s.zone))
	code, status := iakSuccess, "1"

	switch {
	case command == "inq-pasca":
	case r.Kind == kindInquiry || r.Status == StatusNone:
		code, status = "42", "0"
	case r.Status == statusPending:
		code, status = iakPending, "3"
	case r.Status == statusFailed:
		_, code = s.iakState(r)
		status = "2"
	}

	details := make([]map[string]any, len(owed.periods))
	for i, period := range owed.periods {
		details[i] = map[string]any{
			"periode": period, "nilai_tagihan": number(r.RefID, owed.nominals[i]), "admin": number(r.RefID, owed.admin), "denda": "0",
			"total": number(r.RefID, owed.nominals[i]+owed.admin),
		}
	}

	desc := owed.describe(s.productOf(r), r.CustomerNo)
	delete(desc, "detail")
	desc["tagihan"] = map[string]any{"detail": details}

	fields := map[string]any{
		"tr_id": numeral(r.RefID, r.Handle), "code": r.SKUCode, "hp": r.CustomerNo, "tr_name": customerName(r.CustomerNo),
		"period": strings.Join(owed.periods, ","), "nominal": owed.owed() - owed.admins(), "admin": owed.admins(), fieldReference: r.RefID,
		"response_code": code, fieldMessage: iakMessage(code), "price": owed.owed(), "selling_price": r.Price, "desc": desc,
	}

	if command != "inq-pasca" {
		fields["datetime"], fields["balance"], fields["noref"] = r.At.In(s.zone).Format("20060102150405"), s.Balance(), r.SN
	}

	if command == "checkstatus" {
		fields["status"] = numeral(r.RefID, status)
	}

	return fields
}

func (s *Supplier) listBills(w http.ResponseWriter, in iakRequest) {
	if !s.maySign(in, "pl") {
		s.write(w, map[string]any{"response_code": codeBillSignature, fieldMessage: iakMessage(iakSignature)})

		return
	}

	rows := []map[string]any{}

	for _, p := range s.account.Products {
		if !p.Postpaid {
			continue
		}

		status := 1
		if p.Off {
			status = 4 // switched off
		}

		rows = append(rows, map[string]any{
			"code": p.SKU, "name": p.Name, fieldStatus: status, "fee": max(p.Admin, money.Rupiah(0)), "komisi": p.Commission, "type": strings.ToLower(p.Brand),
			"category": p.Category, "province": "-",
		})
	}

	s.write(w, map[string]any{"pasca": rows})
}
