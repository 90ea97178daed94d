package upstream

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"time"
)

const (
	maxRequest       = 64 << 10
	priceListEvery   = 5 * time.Minute
	shortestMeter    = 11
	longestMeter     = 12
	malformedAnswers = 6
)

// frame wraps every answer and notice.
type frame struct {
	Data any `json:"data"`
}

// readBody gives the request's body as JSON; false after it has answered.
func (s *Supplier) readBody(w http.ResponseWriter, r *http.Request, into any) bool {
	if s.FaultSettings().Down {
		http.Error(w, "Service Unavailable", http.StatusServiceUnavailable)

		return false
	}

	// The whole body must be read: only then does the server notice a client that leaves.
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxRequest))
	if err == nil {
		err = json.Unmarshal(body, into)
	}

	if err != nil {
		s.write(w, s.refuse(request{}, codePayload).fields)

		return false
	}

	return true
}

func (s *Supplier) write(w http.ResponseWriter, data any) {
	w.Header().Set("Content-Type", "application/json")

	if err := json.NewEncoder(w).Encode(frame{data}); err != nil {
		s.logger.Debug("answer was not written", "supplier", s.account.Name, "error", err)
	}
}

func (s *Supplier) serveTransaction(w http.ResponseWriter, r *http.Request) {
	var in request
	if !s.readBody(w, r, &in) {
		return
	}

	made, err := s.decide(in)
	if err == nil {
		err = s.book.sync()
	}

	if err != nil {
		s.logger.ErrorContext(r.Context(), "book could not be written", "supplier", s.account.Name, "error", err)
		http.Error(w, "Internal Server Error", http.StatusInternalServerError)

		return
	}

	settings := s.FaultSettings()
	s.suppliers.wait(r.Context(), settings.Delay)

	switch made.fault {
	case faultTimeoutAfter, faultTimeoutBefore:
		s.suppliers.wait(r.Context(), settings.hang())
		panic(http.ErrAbortHandler) // closes the connection without an answer
	case faultErrorAfter, faultErrorBefore:
		http.Error(w, "Internal Server Error", http.StatusInternalServerError)
	case faultMalformed:
		s.garble(w, made.fields)
	case faultNone:
		made.fields.LastSaldo = s.Balance()
		s.write(w, made.fields)
	}

	if made.truth != nil {
		s.truthTold(*made.truth)
	}
}

// garble sends a broken answer, as proxies, bugs and cut connections do.
func (s *Supplier) garble(w http.ResponseWriter, fields transactionFields) {
	w.Header().Set("Content-Type", "application/json")

	whole, err := json.Marshal(frame{fields})
	if err != nil {
		whole = nil // can't happen: the fields are plain
	}

	text := string(whole)

	switch dice(0, "garble", fields.RefID).IntN(malformedAnswers) {
	case 0:
		text = text[:len(text)/2]
	case 1:
		text = "<html><body>502 Bad Gateway</body></html>"
	case 2: // and so on
		text = `{"data":{}}`
	case 3: // code and word contradict each other
		text = strings.Replace(text, `"status":"`+fields.Status+`"`, `"status":"`+otherStatus(fields.Status)+`"`, 1)
	case 4: // someone else's answer
		text = strings.Replace(text, fields.RefID, "X"+fields.RefID, 1)
	default:
		text = strings.Replace(text, `"status":`, `"status":"`+otherStatus(fields.Status)+`","status":`, 1)
	}

	if _, err := io.WriteString(w, text); err != nil {
		s.logger.Debug("answer was not written", "supplier", s.account.Name, "error", err)
	}
}

func otherStatus(status string) string {
	if status == statusSuccess {
		return statusFailed
	}

	return statusSuccess
}

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
		s.write(w, s.refuse(request{}, code).fields)

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
		s.write(w, s.refuse(request{}, code).fields)

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
		s.write(w, s.refuse(in, code).fields)

		return
	}

	s.write(w, map[string]any{
		"message": message(codeSuccess), "status": statusSuccess, "rc": codeSuccess,
		"customer_no": in.Customer, "meter_no": in.Customer, "subscriber_id": "5" + in.Customer[:shortestMeter],
		"name": customerName(in.Customer), "segment_power": segment(in.Customer),
	})
}
