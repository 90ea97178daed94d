package iak

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"

	"loket/internal/platform/money"
	"loket/internal/supplier"
	"loket/internal/supplier/wire"
)

type balanceRequest struct {
	Username string `json:"username"`
	Sign     string `json:"sign"`
}

// Balance implements supplier.Adapter. Prepaid products and bills are paid from one deposit.
func (c *Client) Balance(ctx context.Context) (money.Rupiah, error) {
	data, err := c.ask(ctx, "balance", wire.Call{
		URL:     c.prepaid + "/api/check-balance",
		Payload: balanceRequest{c.config.Username, c.sign(subjectBalance)},
		Timeout: c.config.Timeout,
		Limit:   wire.MaxAnswer,
	})
	if err != nil {
		return 0, err
	}

	fields, err := wire.ReadObject(data)
	if err != nil {
		return 0, fmt.Errorf("balance: %w: %w", supplier.ErrUnavailable, err)
	}

	balance, ok := fields.Rupiah("balance")
	if code := fields.Text("rc"); !ok || (code != "" && goodsCode(code).class != classSuccess) {
		return 0, refusal("balance", goodsCode, fields)
	}

	return balance, nil
}

// PriceList implements supplier.Adapter: the prepaid rows, then the bills. Within 5 minutes it returns the rows that were read last.
func (c *Client) PriceList(ctx context.Context) ([]supplier.PriceRow, error) {
	goods, err := c.goods.all(ctx)
	if err != nil {
		return nil, err
	}

	bills, err := c.bills.all(ctx)
	if err != nil {
		return nil, err
	}

	return slices.Concat(goods, bills), nil
}

type goodsListRequest struct {
	Username string `json:"username"`
	Sign     string `json:"sign"`
	Status   string `json:"status"`
}

func (c *Client) readGoods(ctx context.Context) ([]supplier.PriceRow, error) {
	data, err := c.ask(ctx, "price list", wire.Call{
		URL:     c.prepaid + "/api/pricelist",
		Payload: goodsListRequest{c.config.Username, c.sign(subjectList), "all"},
		Timeout: c.config.ListTimeout,
		Limit:   wire.MaxList,
	})
	if err != nil {
		return nil, err
	}

	return readRows(data, "rc", goodsCode, readGoodsRow)
}

type billListRequest struct {
	Commands string `json:"commands"`
	Username string `json:"username"`
	Sign     string `json:"sign"`
	Status   string `json:"status"`
}

func (c *Client) readBills(ctx context.Context) ([]supplier.PriceRow, error) {
	data, err := c.ask(ctx, "price list of bills", wire.Call{
		URL:     c.postpaid + billPath,
		Payload: billListRequest{"pricelist-pasca", c.config.Username, c.sign(subjectList), "all"},
		Timeout: c.config.ListTimeout,
		Limit:   wire.MaxList,
	})
	if err != nil {
		return nil, err
	}

	return readRows(data, "response_code", billCode, readBillRow)
}

// ask sends a call that moves no money and returns the content of its envelope.
func (c *Client) ask(ctx context.Context, what string, call wire.Call) (json.RawMessage, error) {
	answered, silent := wire.Post(ctx, c.http, call)
	if silent != nil {
		return nil, fmt.Errorf("%s: %s: %w", what, silent.Code, supplier.ErrUnavailable)
	}

	if answered.Status != http.StatusOK {
		return nil, fmt.Errorf("%s: HTTP status %d: %w", what, answered.Status, supplier.ErrUnavailable)
	}

	frame, err := wire.ReadObject(answered.Body)
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %w", what, supplier.ErrUnavailable, err)
	}

	return frame.Values["data"], nil
}

// readRows reads both shapes of a list: the rows alone, or {"pricelist": rows, "rc": "00"}. A refusal comes as an object without rows.
func readRows(data json.RawMessage, codeName string, table func(string) row, read func(wire.Object) supplier.PriceRow) ([]supplier.PriceRow, error) {
	data = bytes.TrimSpace(data)

	if len(data) > 0 && data[0] == '{' {
		fields, err := wire.ReadObject(data)
		if err != nil {
			return nil, fmt.Errorf("price list: %w: %w", supplier.ErrUnavailable, err)
		}

		inner, ok := fields.Values["pricelist"]
		if !ok {
			inner, ok = fields.Values["pasca"]
		}

		if code := fields.Text(codeName); !ok || (code != "" && table(code).class != classSuccess) {
			return nil, refusal("price list", table, fields)
		}

		data = inner
	}

	var items []json.RawMessage
	if err := json.Unmarshal(data, &items); err != nil {
		return nil, fmt.Errorf("price list: %w: rows: %w", supplier.ErrUnavailable, wire.ErrShape)
	}

	rows := make([]supplier.PriceRow, 0, len(items))

	for _, item := range items {
		fields, err := wire.ReadObject(item)
		if err != nil {
			return nil, fmt.Errorf("price list: %w: row: %w", supplier.ErrUnavailable, err)
		}

		if r := read(fields); r.SKU != "" {
			rows = append(rows, r)
		}
	}

	return rows, nil
}

// readGoodsRow parses a prepaid row. One whose price can't be read is kept but inactive, so it is shown and never sold. The list has no
// stock and no cut-off.
func readGoodsRow(data wire.Object) supplier.PriceRow {
	price, readable := data.Rupiah("product_price")

	return supplier.PriceRow{
		SKU: data.Text("product_code"), Name: join(data.Text("product_description"), data.Text("product_nominal")),
		Category: data.Text("product_category"), Brand: data.Text("product_description"), Type: data.Text("product_type"),
		Description: data.Text("product_details"), Price: price,
		Active: readable && data.Text("status") == "active", Unlimited: true,
	}
}

const billActive = "1" // 4 is switched off

func readBillRow(data wire.Object) supplier.PriceRow {
	fee, feeOK := data.Rupiah("fee")
	commission, commissionOK := data.Rupiah("komisi")

	return supplier.PriceRow{
		SKU: data.Text("code"), Name: data.Text("name"), Category: data.Text("category"), Brand: data.Text("name"), Type: data.Text("type"),
		Description: data.Text("province"), Postpaid: true, Admin: fee, Commission: commission,
		Active: feeOK && commissionOK && data.Text("status") == billActive, Unlimited: true,
	}
}

func join(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}

	return a + " " + b
}

// refusal makes the error of a refused call. Of the answer it contains the code only.
func refusal(what string, table func(string) row, data wire.Object) error {
	code := data.Text("rc")
	if code == "" {
		code = data.Text("response_code")
	}

	if table(code).class != classUnlisted {
		return fmt.Errorf("%s: code %s: %w", what, code, supplier.ErrRefused)
	}

	return fmt.Errorf("%s: %w", what, supplier.ErrUnavailable)
}
