package topups

import (
	"context"
	"net/http"
	"time"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/api/staff"
	"loket/internal/banking/topup"
	"loket/internal/identity"
	"loket/internal/money/wallet"
	"loket/internal/platform/fault"
)

// SuspenseTransfer is a transfer on one of our accounts that was credited to nobody.
type SuspenseTransfer struct {
	ID          string          `json:"id"`
	Bank        string          `json:"bank" doc:"Code" example:"BBCA"`
	AccountNo   string          `json:"accountNo"`
	Amount      int64           `json:"amount" doc:"Whole rupiah"`
	Description string          `json:"description" doc:"As the bank reported it"`
	BookedAt    time.Time       `json:"bookedAt"`
	ReceivedAt  time.Time       `json:"receivedAt"`
	Why         string          `json:"why" enum:"late,unmatched,unknown_account,wallet_inactive" doc:"late: its top-up had ended; unmatched: no open top-up has this amount; unknown_account: none of our accounts; wallet_inactive: the wallet of its top-up is off"`
	Note        string          `json:"note" doc:"The last one of staff; empty without"`
	NotedBy     string          `json:"notedBy" example:"staff:citra"`
	NotedAt     *time.Time      `json:"notedAt"`
	ApprovalID  string          `json:"approvalId" doc:"What waits for a second person; empty: nothing"`
	Matches     []TransferMatch `json:"matches" nullable:"false" doc:"Whom it was probably meant for, the most likely first; at most three"`
}

// TransferMatch is a client, and perhaps a top-up, that a transfer was probably meant for.
type TransferMatch struct {
	ClientID       int64      `json:"clientId" example:"1001"`
	ClientName     string     `json:"clientName"`
	Confidence     string     `json:"confidence" enum:"very_likely,likely,possible"`
	Reasons        []string   `json:"reasons" nullable:"false" enum:"named_topup,same_amount,digits_swapped,other_digits,only_client,already_paid,sender_name,paid_before"`
	TopupID        string     `json:"topupId" doc:"Empty: the sender alone points to the client"`
	WalletType     string     `json:"walletType" doc:"Of the top-up"`
	TopupAmount    *int64     `json:"topupAmount" doc:"Whole rupiah"`
	TopupStatus    string     `json:"topupStatus" doc:"pending, cancelled, expired or done"`
	TopupCreatedAt *time.Time `json:"topupCreatedAt"`
	TopupEndedAt   *time.Time `json:"topupEndedAt" doc:"null while it is open"`
}

// Suspense is a page of what is in suspense, newest first.
type Suspense struct {
	Data      []SuspenseTransfer `json:"data" nullable:"false"`
	Cursor    string             `json:"cursor" doc:"Of the next page; empty after the last"`
	Transfers int64              `json:"transfers" doc:"All that are in suspense"`
	Amount    int64              `json:"amount" doc:"Of all, whole rupiah"`
	OldestAt  *time.Time         `json:"oldestAt"`
	Limit     int64              `json:"limit" doc:"Above it a second person decides, whole rupiah; 0: there is none"`
	Banks     []string           `json:"banks" nullable:"false" doc:"Codes of the banks where we have accounts"`
}

type listSuspense struct {
	Search string `query:"search" maxLength:"100" doc:"An amount, or a part of the description"`
	Bank   string `query:"bank" maxLength:"20" doc:"All without it"`
	Cursor string `query:"cursor" maxLength:"19" doc:"As an answer gives it"`
}

// AssignTransferInput says who gets a transfer.
type AssignTransferInput struct {
	TopupID    string `json:"topupId,omitempty" maxLength:"19" doc:"The top-up that it pays, whose wallet gets it; missing: clientId and walletType say which"`
	ClientID   int64  `json:"clientId,omitempty" minimum:"1" maximum:"999999999" example:"1001"`
	WalletType string `json:"walletType,omitempty" enum:"level_1,level_2,marketplace,multibiller"`
	Reason     string `json:"reason" maxLength:"500"`
}

// ReturnTransferInput says why a transfer was sent back.
type ReturnTransferInput struct {
	Reason string `json:"reason" maxLength:"500" doc:"With the bank's reference of the transfer back"`
}

// NoteTransferInput says why a transfer is held.
type NoteTransferInput struct {
	Text string `json:"text" maxLength:"500"`
}

// AssignedTransfer is what became of a transfer, or the approval that it waits for.
type AssignedTransfer struct {
	staff.Waiting

	Status string `json:"status" enum:"credited,returned,suspense"`
}

// TransferPath names a transfer. It is exported because huma only reads exported embedded structs.
type TransferPath struct {
	ID string `path:"id" maxLength:"19" example:"2611261756270300000"`
}

type assignTransfer struct {
	TransferPath

	Body AssignTransferInput
}

type returnTransfer struct {
	TransferPath

	Body ReturnTransferInput
}

type noteTransfer struct {
	TransferPath

	Body NoteTransferInput
}

type transferAnswer struct {
	Status int
	Body   AssignedTransfer
}

func registerSuspense(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "staff-list-suspense", Method: http.MethodGet, Path: "/staff/v1/suspense", Summary: "Transfers in suspense with their probable owners, newest first", Tag: tag,
		Description: "The audit log keeps who read it.",
		Access:      api.Needs(identity.TransferManage), Client: api.AnyClient, Cost: api.Sums,
	}, s.listSuspense)

	waits := map[int]string{http.StatusAccepted: "It waits for a second person, and nothing has changed yet"}

	api.Register(a, api.Operation{
		ID: "staff-assign-transfer", Method: http.MethodPost, Path: "/staff/v1/suspense/{id}/assign", Summary: "Credit a transfer in suspense to a wallet", Tag: tag,
		Description: "It is credited whole and once. A top-up that is still open ends as done. Above a limit, and for another client than it was meant for, a second person decides.",
		Access:      api.Needs(identity.TransferManage), Client: api.AnyClient, StepUp: true, Status: http.StatusOK, Also: waits,
		Faults:  []fault.Definition{fault.ErrNotFound, topup.ErrNotInSuspense, wallet.ErrInactive},
		Example: AssignTransferInput{ClientID: 1001, WalletType: "level_1", Reason: "Paid after its top-up had expired; slip seen"},
	}, func(ctx context.Context, in *assignTransfer) (*transferAnswer, error) {
		assignment := topup.Assignment{
			TransferID: portal.ParseID(in.ID), ClientID: in.Body.ClientID, WalletType: wallet.Type(in.Body.WalletType), Actor: staff.Actor(ctx), Reason: in.Body.Reason,
			Address: api.Address(ctx),
		}

		if in.Body.TopupID != "" {
			if assignment.OrderID = portal.ParseID(in.Body.TopupID); assignment.OrderID == 0 {
				return nil, fault.ErrNotFound.New()
			}
		}

		return showResult(s.Topups.Assign(ctx, assignment))
	})

	api.Register(a, api.Operation{
		ID: "staff-return-transfer", Method: http.MethodPost, Path: "/staff/v1/suspense/{id}/return", Summary: "Record that a transfer in suspense was sent back", Tag: tag,
		Description: "Above a limit a second person decides: send the money after that.",
		Access:      api.Needs(identity.TransferManage), Client: api.AnyClient, StepUp: true, Status: http.StatusOK, Also: waits,
		Faults:  []fault.Definition{fault.ErrNotFound, topup.ErrNotInSuspense},
		Example: ReturnTransferInput{Reason: "Sent back, reference FT26331889"},
	}, func(ctx context.Context, in *returnTransfer) (*transferAnswer, error) {
		return showResult(s.Topups.Return(ctx, topup.Returning{
			TransferID: portal.ParseID(in.ID), Actor: staff.Actor(ctx), Reason: in.Body.Reason, Address: api.Address(ctx),
		}))
	})

	api.Register(a, api.Operation{
		ID: "staff-note-transfer", Method: http.MethodPost, Path: "/staff/v1/suspense/{id}/note", Summary: "Note why a transfer is held in suspense", Tag: tag,
		Description: "The note takes the place of the one before, which stays in the audit log.",
		Access:      api.Needs(identity.TransferManage), Client: api.AnyClient, Faults: []fault.Definition{fault.ErrNotFound, topup.ErrNotInSuspense},
		Example: NoteTransferInput{Text: "Asked the bank for the sender's account, ticket 881"},
	}, func(ctx context.Context, in *noteTransfer) (*portal.Body[portal.Empty], error) {
		_, err := s.Topups.Note(ctx, topup.TransferNote{TransferID: portal.ParseID(in.ID), Text: in.Body.Text, Actor: staff.Actor(ctx), Address: api.Address(ctx)})

		return portal.EmptyAnswer(err)
	})
}

func showResult(done topup.SuspenseResult, err error) (*transferAnswer, error) {
	if err != nil {
		return nil, err
	}

	out := &transferAnswer{http.StatusOK, AssignedTransfer{Status: done.Transfer.Status}}
	if done.Waiting != nil {
		out.Status, out.Body.ApprovalID = http.StatusAccepted, portal.FormatID(done.Waiting.ID)
	}

	return out, nil
}

func (s Services) listSuspense(ctx context.Context, in *listSuspense) (*portal.Body[Suspense], error) {
	before, err := portal.ParseCursor("cursor", in.Cursor)
	if err != nil {
		return nil, err
	}

	list, err := s.Topups.PageSuspense(ctx, topup.SuspenseQuery{Bank: in.Bank, Search: in.Search, Before: before, Limit: perPage})
	if err != nil {
		return nil, err
	}

	out, err := s.sums(ctx)
	if err != nil {
		return nil, err
	}

	matches, err := s.Topups.Candidates(ctx, list)
	if err != nil {
		return nil, err
	}

	for _, t := range list {
		waiting, err := s.Topups.WaitingAction(ctx, t.ID)
		if err != nil {
			return nil, err
		}

		out.Data = append(out.Data, showTransfer(t, waiting, matches[t.ID]))
	}

	if len(list) == perPage {
		out.Cursor = portal.FormatID(list[perPage-1].ID)
	}

	return portal.Answer(out), s.Reads.RecordLook(ctx, 0, "suspense")
}

// sums is the answer without its rows.
func (s Services) sums(ctx context.Context) (Suspense, error) {
	amount, transfers, err := s.Topups.Suspense(ctx)
	if err != nil {
		return Suspense{}, err
	}

	oldest, err := s.Topups.OldestSuspense(ctx)
	if err != nil {
		return Suspense{}, err
	}

	accounts, err := s.Topups.Accounts(ctx)
	out := Suspense{
		Data: []SuspenseTransfer{}, Transfers: transfers, Amount: int64(amount), OldestAt: portal.OrNil(oldest), Limit: int64(s.Topups.StaffLimit()), Banks: []string{},
	}

	for i, a := range accounts { // sorted by bank
		if i == 0 || accounts[i-1].BankCode != a.BankCode {
			out.Banks = append(out.Banks, a.BankCode)
		}
	}

	return out, err
}

func showTransfer(t topup.Transfer, approvalID int64, matches []topup.Candidate) SuspenseTransfer {
	out := SuspenseTransfer{
		ID: portal.FormatID(t.ID), Bank: t.BankCode, AccountNo: t.AccountNo, Amount: int64(t.Amount), Description: t.Description,
		BookedAt: t.BookedAt, ReceivedAt: t.ReceivedAt, Why: t.Why, Note: t.Note, NotedBy: t.NotedBy, NotedAt: portal.OrNil(t.NotedAt),
		Matches: make([]TransferMatch, len(matches)),
	}

	if approvalID != 0 {
		out.ApprovalID = portal.FormatID(approvalID)
	}

	for i, m := range matches {
		out.Matches[i] = showMatch(m)
	}

	return out
}

func showMatch(m topup.Candidate) TransferMatch {
	out := TransferMatch{ClientID: m.ClientID, ClientName: m.ClientName, Confidence: string(m.Confidence), Reasons: make([]string, len(m.Reasons))}
	for i, r := range m.Reasons {
		out.Reasons[i] = string(r)
	}

	if o := m.Order; o != nil {
		out.TopupID, out.WalletType, out.TopupAmount, out.TopupStatus = portal.FormatID(o.ID), string(o.WalletType), new(int64(o.Amount)), string(o.Status)
		out.TopupCreatedAt, out.TopupEndedAt = &o.CreatedAt, portal.OrNil(o.EndedAt)
	}

	return out
}
