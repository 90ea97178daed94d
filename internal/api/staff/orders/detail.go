package orders

import (
	"context"
	"net/http"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/identity"
	"loket/internal/orders/order"
	"loket/internal/platform/fault"
)

// StaffOrderDetail is an order with all that is known of it.
type StaffOrderDetail struct {
	StaffOrder

	Kind             string             `json:"kind" enum:"prepaid,postpaid,open"`
	Amount           int64              `json:"amount" doc:"Asked for, of a product with an open amount; else 0"`
	WalletType       string             `json:"walletType" example:"level_1"`
	PaymentType      string             `json:"paymentType" enum:"deposit,settlement"`
	APIKeyEnding     string             `json:"apiKeyEnding" doc:"Last four characters of the API key that placed it; empty on other channels"`
	DisplayFields    map[string]string  `json:"displayFields" nullable:"false" doc:"What stands beside the product: name, power"`
	ReasonCode       string             `json:"reasonCode" doc:"Code of why it failed" example:"reversed"`
	SerialNumber     string             `json:"serialNumber" doc:"Proof of delivery; empty until success. A token or voucher code is shown by its last four characters"`
	NextCheckAt      *time.Time         `json:"nextCheckAt" doc:"When the supplier of a pending order is asked next; null when it has ended, is sent at present, or waits for staff"`
	Pending          *StaffPending      `json:"pending" doc:"Why it is pending; null of one that has ended"`
	ApprovalID       string             `json:"approvalId" doc:"Of a refund that waits for a second person; empty: none waits" example:"17"`
	Attempts         []StaffAttempt     `json:"attempts" nullable:"false" doc:"Purchases at suppliers, the first one first"`
	History          []StaffOrderStep   `json:"history" nullable:"false" doc:"From the first event to the last, as the client sees it"`
	Reviews          []StaffOrderReview `json:"reviews" nullable:"false" doc:"What needed a decision, oldest first"`
	Notes            []StaffNote        `json:"notes" nullable:"false" doc:"Oldest first"`
	Audit            []StaffOrderAct    `json:"audit" nullable:"false" doc:"Who opened and changed it, newest first; the last 50"`
	ClientReasons    []StaffReason      `json:"clientReasons" nullable:"false" doc:"What a client can read of a failure"`
	NeedsSerial      bool               `json:"needsSerial" doc:"A success needs a serial number"`
	NeedsSecondStaff bool               `json:"needsSecondStaff" doc:"Its refund needs the supplier's word and a second person"`
}

// StaffPending is why an order is pending, and what follows.
type StaffPending struct {
	State    string     `json:"state" enum:"unsent,call,query,staff" doc:"unsent: its supplier is full or doesn't answer, and nothing was sent; call: a call is in flight; query: the next status query is awaited; staff: nobody asks any more"`
	Outcome  string     `json:"outcome" enum:"pending,unknown" doc:"pending: the supplier works on it; unknown: it is not known whether it was bought"`
	Supplier string     `json:"supplier"`
	Asked    int        `json:"asked" doc:"Status queries so far"`
	NextAt   *time.Time `json:"nextAt" doc:"Of the next status query"`
	Deadline *time.Time `json:"deadline" doc:"When the status queries end and the order becomes a review; null before the first send"`
}

// StaffReason is what a client can read of a failure.
type StaffReason struct {
	Code string `json:"code" example:"reversed"`
	Text string `json:"text"`
}

// StaffAttempt is one purchase at a supplier.
type StaffAttempt struct {
	Number       int             `json:"number"`
	Supplier     string          `json:"supplier" example:"digiflazz-a"`
	SKU          string          `json:"sku"`
	Reference    string          `json:"reference" doc:"Ours, which the supplier knows it by" example:"1001-2611261756270300000-1"`
	State        string          `json:"state" enum:"prepared,sending,answered"`
	Outcome      string          `json:"outcome" doc:"Of an answered one" example:"success"`
	Code         string          `json:"code" doc:"The supplier's"`
	Message      string          `json:"message" doc:"The supplier's words"`
	Cost         int64           `json:"cost" doc:"What the supplier takes, whole rupiah; 0 where it gave no price"`
	PreparedAt   time.Time       `json:"preparedAt"`
	SentAt       *time.Time      `json:"sentAt"`
	AnsweredAt   *time.Time      `json:"answeredAt"`
	Checks       int             `json:"checks" doc:"Status queries so far"`
	Exchanges    []StaffExchange `json:"exchanges" nullable:"false" doc:"What went over the wire, secrets masked, the oldest call first; kept for 30 days. None of a call that succeeded"`
	SupplierText string          `json:"supplierText" doc:"What to send to the supplier's chat"`
}

// StaffExchange is a call to a supplier as it went over the wire.
type StaffExchange struct {
	Query   int       `json:"query" doc:"0 for the purchase, else the number of the status query"`
	At      time.Time `json:"at" doc:"Of the answer, or when we stopped waiting"`
	Took    int64     `json:"took" doc:"Milliseconds"`
	Outcome string    `json:"outcome" example:"unknown"`
	Code    string    `json:"code"`
	Status  int       `json:"status" doc:"Of HTTP; 0 where no answer came"`
	Request string    `json:"request" doc:"At most 2,000 bytes"`
	Answer  string    `json:"answer" doc:"At most 2,000 bytes; empty where none came"`
}

// StaffOrderStep is one step of an order.
type StaffOrderStep struct {
	Event        string    `json:"event"`
	At           time.Time `json:"at"`
	Attempt      int       `json:"attempt,omitempty"`
	Outcome      string    `json:"outcome,omitempty"`
	Amount       *int64    `json:"amount,omitempty" doc:"Of charged and refunded: signed, whole rupiah"`
	BalanceAfter *int64    `json:"balanceAfter,omitempty" doc:"Of charged and refunded: what paid it, afterwards"`
}

// StaffOrderReview is something about an order that needs or needed a decision.
type StaffOrderReview struct {
	Kind       string     `json:"kind" enum:"reversal,late_success,unknown,contradiction"`
	Detail     string     `json:"detail" doc:"The supplier's words"`
	CreatedAt  time.Time  `json:"createdAt"`
	Owner      string     `json:"owner" doc:"Who works on it; empty: nobody" example:"staff:ana"`
	OwnedAt    *time.Time `json:"ownedAt"`
	ResolvedAt *time.Time `json:"resolvedAt" doc:"null while it is open"`
	Resolution string     `json:"resolution"`
}

// StaffOrderAct is an entry of the audit log about an order.
type StaffOrderAct struct {
	Actor  string    `json:"actor" example:"staff:ana"`
	Action string    `json:"action" example:"staff.read"`
	Reason string    `json:"reason"`
	At     time.Time `json:"at"`
}

// StaffNote is what a member of staff wrote about an order.
type StaffNote struct {
	Number int64     `json:"number"`
	Author string    `json:"author" example:"staff:ana"`
	Text   string    `json:"text"`
	At     time.Time `json:"at"`
}

// StaffNoteInput is a note.
type StaffNoteInput struct {
	Text string `json:"text" maxLength:"8000" example:"The supplier asks for a picture of the meter"`
}

// OrderPath names an order. It is exported because huma only reads exported embedded structs.
type OrderPath struct {
	OrderID string `path:"orderId" maxLength:"19" example:"2611261756270300000"`
}

type addNote struct {
	OrderPath

	Body StaffNoteInput
}

func registerDetail(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "staff-get-order", Secret: true, Method: http.MethodGet, Path: "/staff/v1/orders/{orderId}", Summary: "An order with all that is known of it", Tag: tag,
		Description: "The audit log keeps who read it; one entry covers the looks of ten minutes.",
		Access:      api.Needs(identity.OrderDetail), Client: api.AnyClient, Faults: []fault.Definition{fault.ErrNotFound},
	}, func(ctx context.Context, in *OrderPath) (*portal.Body[StaffOrderDetail], error) {
		o, names, err := s.find(ctx, in.OrderID)
		if err != nil {
			return nil, err
		}

		if err := s.Reads.RecordLook(ctx, o.ClientID, "order:"+order.FormatID(o.ID)); err != nil {
			return nil, err
		}

		return s.detail(ctx, o, names)
	})

	api.Register(a, api.Operation{
		ID: "staff-add-note", Method: http.MethodPost, Path: "/staff/v1/orders/{orderId}/notes", Summary: "Note something about an order, for other staff", Tag: tag,
		Access: api.Needs(identity.OrderDetail), Client: api.AnyClient, Status: http.StatusCreated, Faults: []fault.Definition{fault.ErrNotFound},
		Example: StaffNoteInput{Text: "The supplier asks for a picture of the meter"},
	}, func(ctx context.Context, in *addNote) (*portal.Body[StaffNote], error) {
		o, _, err := s.find(ctx, in.OrderID)
		if err != nil {
			return nil, err
		}

		n, err := s.Orders.AddNote(ctx, o.ClientID, o.ID, api.Actor(portal.Caller(ctx)), in.Body.Text)
		if err != nil {
			return nil, err
		}

		return portal.Answer(StaffNote{n.Number, n.Author, n.Text, n.At}), nil
	})
}
