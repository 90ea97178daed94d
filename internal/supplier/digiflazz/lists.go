package digiflazz

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"loket/internal/platform/money"
	"loket/internal/supplier"
	"loket/internal/supplier/wire"
)

const codeTooOften = "83" // the whole list once in 5 minutes, a single code once a second

type listRequest struct {
	Command  string `json:"cmd"`
	Username string `json:"username"`
	Sign     string `json:"sign"`
}

// Balance implements supplier.Adapter.
func (c *Client) Balance(ctx context.Context) (money.Rupiah, error) {
	answered, silent := c.post(ctx, "/cek-saldo", listRequest{Command: "deposit", Username: c.config.Username, Sign: c.sign("depo")})
	if silent != nil {
		return 0, fmt.Errorf("balance: %s: %w", silent.Code, supplier.ErrUnavailable)
	}

	if !usableStatus(answered.Status) {
		return 0, fmt.Errorf("balance: HTTP status %d: %w", answered.Status, supplier.ErrUnavailable)
	}

	data, err := wire.ReadData(answered.Body)
	if err != nil {
		return 0, fmt.Errorf("balance: %w: %w", supplier.ErrUnavailable, err)
	}

	if balance, ok := data.Rupiah("deposit"); ok {
		return balance, nil
	}

	return 0, refusal("balance", data)
}

// PriceList implements supplier.Adapter: the prepaid rows, then the bills.
func (c *Client) PriceList(ctx context.Context) ([]supplier.PriceRow, error) {
	var rows []supplier.PriceRow

	for _, list := range []struct {
		command  string
		postpaid bool
	}{{"prepaid", false}, {"pasca", true}} {
		part, err := c.list(ctx, list.command, list.postpaid)
		if err != nil {
			return nil, err
		}

		rows = append(rows, part...)
	}

	return rows, nil
}

func (c *Client) list(ctx context.Context, command string, postpaid bool) ([]supplier.PriceRow, error) {
	answered, silent := wire.Post(ctx, c.http, wire.Call{
		URL:     c.base + "/price-list",
		Payload: listRequest{Command: command, Username: c.config.Username, Sign: c.sign("pricelist")},
		Timeout: c.config.ListTimeout,
		Limit:   wire.MaxList,
	})
	if silent != nil {
		return nil, fmt.Errorf("price list %s: %s: %w", command, silent.Code, supplier.ErrUnavailable)
	}

	if !usableStatus(answered.Status) {
		return nil, fmt.Errorf("price list %s: HTTP status %d: %w", command, answered.Status, supplier.ErrUnavailable)
	}

	rows, err := readRows(answered.Body, postpaid)
	if err != nil {
		return nil, fmt.Errorf("price list %s: %w", command, err)
	}

	return rows, nil
}

func readRows(body []byte, postpaid bool) ([]supplier.PriceRow, error) {
	frame, err := wire.ReadObject(body)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", supplier.ErrUnavailable, err)
	}

	raw := bytes.TrimSpace(frame.Values["data"])
	if len(raw) > 0 && raw[0] == '{' { // a refusal comes as an object where rows are a list
		data, err := wire.ReadObject(raw)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", supplier.ErrUnavailable, err)
		}

		return nil, refusal("rows", data)
	}

	var items []json.RawMessage
	if err := json.Unmarshal(raw, &items); err != nil {
		return nil, fmt.Errorf("%w: rows: %w", supplier.ErrUnavailable, wire.ErrShape)
	}

	rows := make([]supplier.PriceRow, 0, len(items))

	for _, item := range items {
		data, err := wire.ReadObject(item)
		if err != nil {
			return nil, fmt.Errorf("%w: row: %w", supplier.ErrUnavailable, err)
		}

		if data.Text("buyer_sku_code") != "" {
			rows = append(rows, readRow(data, postpaid))
		}
	}

	return rows, nil
}

// readRow parses one row. A row whose price can't be read is kept but inactive, so
// it is shown and never sold.
func readRow(data wire.Object, postpaid bool) supplier.PriceRow {
	row := supplier.PriceRow{
		SKU:         data.Text("buyer_sku_code"),
		Name:        data.Text("product_name"),
		Category:    data.Text("category"),
		Brand:       data.Text("brand"),
		Type:        data.Text("type"),
		Seller:      data.Text("seller_name"),
		Description: data.Text("desc"),
		Postpaid:    postpaid,
		Active:      data.Flag("buyer_product_status") && data.Flag("seller_product_status"),
		Unlimited:   data.Flag("unlimited_stock"),
		Multi:       data.Flag("multi"),
		CutOffStart: data.Text("start_cut_off"),
		CutOffEnd:   data.Text("end_cut_off"),
	}

	if stock, ok := data.Rupiah("stock"); ok {
		row.Stock = int64(stock)
	}

	var readable bool

	if postpaid {
		var admin, commission bool

		row.Admin, admin = data.Rupiah("admin")
		row.Commission, commission = data.Rupiah("commission")
		readable = admin && commission
	} else {
		row.Price, readable = data.Rupiah("price")
	}

	row.Active = row.Active && readable

	return row
}

// refusal makes the error of a refused call. Of the answer it contains the code only.
func refusal(what string, data wire.Object) error {
	code := data.Text("rc")

	switch {
	case code == codeTooOften:
		return fmt.Errorf("%s: code %s: %w", what, code, supplier.ErrRateLimited)
	case classOf(code) != classUnlisted:
		return fmt.Errorf("%s: code %s: %w", what, code, supplier.ErrRefused)
	default:
		return fmt.Errorf("%s: %w", what, supplier.ErrUnavailable)
	}
}
