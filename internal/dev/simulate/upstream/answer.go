package upstream

import (
	"strings"

	"loket/internal/platform/money"
)

// transactionFields is what an answer and a notice carry.
type transactionFields struct {
	TrxID        string         `json:"trx_id,omitempty"`
	RefID        string         `json:"ref_id,omitempty"`
	CustomerNo   string         `json:"customer_no,omitempty"`
	CustomerName string         `json:"customer_name,omitempty"`
	SKU          string         `json:"buyer_sku_code,omitempty"`
	Admin        *money.Rupiah  `json:"admin,omitempty"`
	Message      string         `json:"message"`
	Status       string         `json:"status"`
	RC           string         `json:"rc"`
	Period       string         `json:"periode,omitempty"`
	SN           string         `json:"sn"`
	LastSaldo    money.Rupiah   `json:"buyer_last_saldo"`
	Price        money.Rupiah   `json:"price"`
	SellingPrice *money.Rupiah  `json:"selling_price,omitempty"`
	Desc         map[string]any `json:"desc,omitempty"`
}

func message(code string) string {
	switch code {
	case codeSuccess:
		return "Transaksi Sukses"
	case codeFailed:
		return "Transaksi Gagal"
	case codePending:
		return "Transaksi Pending"
	case codePayload:
		return "Payload Error"
	case codeSignature:
		return "Signature tidak valid"
	case codeUsername:
		return "Gagal memproses API Buyer"
	case codeNoProduct:
		return "SKU tidak di temukan atau Non-Aktif"
	case codeNoBalance:
		return "Saldo tidak cukup"
	case codeTaken:
		return "Ref ID tidak unik"
	case codeNotFound:
		return "Transaksi Tidak Ditemukan"
	case codeDestination:
		return "Nomor Tujuan Salah"
	case codeNoBill:
		return "Tagihan belum tersedia atau sudah lunas"
	case codeOutOfStock:
		return "Stok habis"
	case codeTooDear:
		return "Harga seller lebih besar dari ketentuan harga Buyer"
	case codeRefunded:
		return "Transaksi Refund"
	case codeTooOften:
		return "Limitasi pengecekan pricelist"
	case codeNotThousand:
		return "Nominal harus kelipatan 1.000"
	default:
		return "Transaksi ditolak"
	}
}

func statusOf(code string) string {
	switch code {
	case codeSuccess:
		return statusSuccess
	case codePending, "99":
		return statusPending
	default:
		return statusFailed
	}
}

// refusedFields is the answer of a refusal.
func refusedFields(in request, code string) transactionFields {
	return transactionFields{
		RefID: in.Reference, CustomerNo: in.Customer, SKU: in.SKU,
		Message: message(code), Status: statusOf(code), RC: code,
	}
}

// fields of a record as it stands. A lost one is never shown as it is.
func (s *Supplier) fields(r record) transactionFields {
	if r.Kind != kindPrepaid {
		return s.billFields(r, s.productOf(r))
	}

	return s.plainFields(r)
}

func (s *Supplier) plainFields(r record) transactionFields {
	status, code := r.Status, r.RC
	if status == StatusNone {
		status, code = statusPending, codePending
	}

	return transactionFields{
		RefID: r.RefID, CustomerNo: r.CustomerNo, SKU: r.SKUCode,
		Message: message(code), Status: status, RC: code, SN: r.SN, Price: r.Price,
	}
}

func (s *Supplier) billFields(r record, product Product) transactionFields {
	owed := billFor(product, r.CustomerNo, r.Amount, r.At.In(s.zone))
	made := s.plainFields(r)
	admin, selling := owed.admins(), owed.owed()

	made.CustomerName = customerName(r.CustomerNo)
	made.Admin = &admin
	made.SellingPrice = &selling
	made.Period = strings.Join(owed.periods, ",")
	made.Desc = owed.describe(product, r.CustomerNo)

	return made
}
