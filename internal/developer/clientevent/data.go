package clientevent

import "time"

// TopupEvent is the data of topup.credited.
type TopupEvent struct {
	WalletID   string `json:"walletId"`
	WalletType string `json:"walletType" enum:"level_1,level_2,marketplace,multibiller"`
	Amount     int64  `json:"amount" doc:"What was credited before any tax, whole rupiah" example:"5000000"`
}

// ComplaintEvent is the data of complaint.answered.
type ComplaintEvent struct {
	OrderID   string `json:"orderId" doc:"19 decimal digits: keep it as text" example:"2611210815300100042"`
	ClientRef string `json:"clientRef" example:"INV-7"`
	Number    int64  `json:"number" doc:"Of the complaint among those about the order, from 1" example:"1"`
	Reason    string `json:"reason" enum:"not_received,no_serial,serial_invalid,serial_used,token_unreadable,wrong_amount,bill_open" doc:"Why you complained"`
	Answer    string `json:"answer" doc:"What our staff wrote" example:"The supplier confirms the delivery."`
	Result    string `json:"result" enum:",delivered,refunded,rejected" doc:"How the complaint was closed; empty while it is open. Rejected: nothing was wrong with the order"`
}

// WalletEvent is the data of wallet.low.
type WalletEvent struct {
	WalletID   string `json:"walletId"`
	WalletType string `json:"walletType" enum:"level_1,level_2,marketplace,multibiller"`
	Balance    int64  `json:"balance" doc:"When it fell below the threshold, whole rupiah" example:"90000"`
	Threshold  int64  `json:"threshold" doc:"Whole rupiah" example:"100000"`
}

// ScheduledOrderEvent is the data of scheduled_order.done.
type ScheduledOrderEvent struct {
	ID          string     `json:"id" example:"42"`
	Name        string     `json:"name"`
	ProductCode string     `json:"productCode" example:"TSEL10"`
	Success     int        `json:"success" doc:"Lines that were delivered"`
	Failed      int        `json:"failed" doc:"Lines whose orders failed, refunded"`
	Error       int        `json:"error" doc:"Lines that could not be ordered, never charged"`
	Canceled    int        `json:"canceled"`
	Charged     int64      `json:"charged" doc:"Charged and not refunded, whole rupiah"`
	ExecutedAt  *time.Time `json:"executedAt"`
	EndedAt     *time.Time `json:"endedAt"`
}

// InvoiceEvent is the data of invoice.issued, invoice.paid and invoice.overdue.
type InvoiceEvent struct {
	ID        string     `json:"id" example:"7"`
	InvoiceNo string     `json:"invoiceNo"`
	Status    string     `json:"status" enum:"unpaid,paid,overdue" doc:"Right after the event"`
	Amount    int64      `json:"amount" doc:"Whole rupiah"`
	IssuedAt  time.Time  `json:"issuedAt"`
	DueAt     time.Time  `json:"dueAt" doc:"The end of the due day in your zone"`
	PaidAt    *time.Time `json:"paidAt"`
}

// ProductEvent is the data of price.changed, product.disturbed and product.restored.
type ProductEvent struct {
	Code          string `json:"code" example:"TSEL10"`
	Name          string `json:"name" example:"Telkomsel 10.000"`
	Price         int64  `json:"price" doc:"Yours, when the event was written; whole rupiah" example:"10250"`
	Active        bool   `json:"active"`
	Problem       bool   `json:"problem" doc:"Orders are refused while it is true"`
	ProblemReason string `json:"problemReason" doc:"Why, in your language; empty if nothing was said"`
}

// APIEvent is the data of api.changed.
type APIEvent struct {
	Changes []APIChange `json:"changes" nullable:"false" doc:"The newest first"`
}

// APIChange is a change of the client API.
type APIChange struct {
	Date string `json:"date" format:"date" example:"2026-11-26"`
	Kind string `json:"kind" enum:"added,fixed,deprecated" doc:"None of them breaks a program that ignores fields and types that it doesn't know; what is deprecated ends at a day that is told"`
	Text string `json:"text" doc:"In your language"`
}
