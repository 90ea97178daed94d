package digiflazz

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"loket/internal/platform/money"
	"loket/internal/supplier"
)

const codeTooOften = "83" // the whole list once in 5 minutes, a single code once a second

type listRequest struct {
	Command  string `json:"cmd"`
	Username string `json:"username"`
	Sign     string `json:"sign"`
}

// Balance implements supplier.Adapter.
func (c *Client) Balance(ctx context.Context) (money.Rupiah, error) {
	answered, silent := c.post(ctx, call{
		path:    "/cek-saldo",
		payload: listRequest{Command: "deposit", Username: c.config.Username, Sign: c.sign("depo")},
		timeout: c.config.Timeout,
		limit:   maxAnswer,
	})
	if silent != nil {
		return 0, fmt.Errorf("balance: %s: %w", silent.code, supplier.ErrUnavailable)
	}

	if !usableStatus(answered.status) {
		return 0, fmt.Errorf("balance: HTTP status %d: %w", answered.status, supplier.ErrUnavailable)
	}

	data, err := readData(answered.body)
	if err != nil {
		return 0, fmt.Errorf("balance: %w: %w", supplier.ErrUnavailable, err)
	}

	if balance, ok := data.rupiah("deposit"); ok {
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
	answered, silent := c.post(ctx, call{
		path:    "/price-list",
		payload: listRequest{Command: command, Username: c.config.Username, Sign: c.sign("pricelist")},
		timeout: c.config.ListTimeout,
		limit:   maxList,
	})
	if silent != nil {
		return nil, fmt.Errorf("price list %s: %s: %w", command, silent.code, supplier.ErrUnavailable)
	}

	if !usableStatus(answered.status) {
		return nil, fmt.Errorf("price list %s: HTTP status %d: %w", command, answered.status, supplier.ErrUnavailable)
	}

	rows, err := readRows(answered.body, postpaid)
	if err != nil {
		return nil, fmt.Errorf("price list %s: %w", command, err)
	}

	return rows, nil
}

func readRows(body []byte, postpaid bool) ([]supplier.PriceRow, error) {
	frame, err := readObject(body)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", supplier.ErrUnavailable, err)
	}

	raw := bytes.TrimSpace(frame.values["data"])
	if len(raw) > 0 && raw[0] == '{' { // a refusal comes as an object where rows are a list
		data, err := readObject(raw)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", supplier.ErrUnavailable, err)
		}

		return nil, refusal("rows", data)
	}

	var items []json.RawMessage
	if err := json.Unmarshal(raw, &items); err != nil {
		return nil, fmt.Errorf("%w: rows: %w", supplier.ErrUnavailable, errShape)
	}

	rows := make([]supplier.PriceRow, 0, len(items))

	for _, item := range items {
		data, err := readObject(item)
		if err != nil {
			return nil, fmt.Errorf("%w: row: %w", supplier.ErrUnavailable, err)
		}

		if data.text("buyer_sku_code") != "" {
			rows = append(rows, readRow(data, postpaid))
		}
	}

	return rows, nil
}

// readRow parses one row. A row whose price can't be read is kept but inactive, so
// it is shown and never sold.
func readRow(data object, postpaid bool) supplier.PriceRow {
	row := supplier.PriceRow{
		SKU:         data.text("buyer_sku_code"),
		Name:        data.text("product_name"),
		Category:    data.text("category"),
		Brand:       data.text("brand"),
		Type:        data.text("type"),
		Seller:      data.text("seller_name"),
		Description: data.text("desc"),
		Postpaid:    postpaid,
		Active:      data.flag("buyer_product_status") && data.flag("seller_product_status"),
		Unlimited:   data.flag("unlimited_stock"),
		Multi:       data.flag("multi"),
		CutOffStart: data.text("start_cut_off"),
		CutOffEnd:   data.text("end_cut_off"),
	}

	if stock, ok := data.rupiah("stock"); ok {
		row.Stock = int64(stock)
	}

	var readable bool

	if postpaid {
		var admin, commission bool

		row.Admin, admin = data.rupiah("admin")
		row.Commission, commission = data.rupiah("commission")
		readable = admin && commission
	} else {
		row.Price, readable = data.rupiah("price")
	}

	row.Active = row.Active && readable

	return row
}

// refusal makes the error of a refused call. Of the answer it contains the code only.
func refusal(what string, data object) error {
	code := data.text("rc")

	switch {
	case code == codeTooOften:
		return fmt.Errorf("%s: code %s: %w", what, code, supplier.ErrRateLimited)
	case classOf(code) != classUnlisted:
		return fmt.Errorf("%s: code %s: %w", what, code, supplier.ErrRefused)
	default:
		return fmt.Errorf("%s: %w", what, supplier.ErrUnavailable)
	}
}
