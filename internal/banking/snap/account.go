package snap

import (
	"regexp"
	"strings"
)

// text is a text in both languages of the standard.
type text struct {
	English    string `json:"english"`
	Indonesian string `json:"indonesia"`
}

var success = text{"Success", "Sukses"}

// account is the part of a request that names a virtual account.
type account struct {
	PartnerServiceID string `json:"partnerServiceId"`
	CustomerNo       string `json:"customerNo"`
	VirtualAccountNo string `json:"virtualAccountNo"`
}

// accountData is virtualAccountData of an answer: that of a payment repeats the request.
type accountData struct {
	account

	VirtualAccountName string  `json:"virtualAccountName,omitempty"`
	InquiryStatus      string  `json:"inquiryStatus,omitempty"`
	InquiryReason      *text   `json:"inquiryReason,omitempty"`
	InquiryRequestID   string  `json:"inquiryRequestId,omitempty"`
	PaymentRequestID   string  `json:"paymentRequestId,omitempty"`
	PaidAmount         *Amount `json:"paidAmount,omitempty"`
	TotalAmount        *Amount `json:"totalAmount,omitempty"`
	TrxDateTime        string  `json:"trxDateTime,omitempty"`
	ReferenceNo        string  `json:"referenceNo,omitempty"`
	PaymentFlagStatus  string  `json:"paymentFlagStatus,omitempty"`
	PaymentFlagReason  *text   `json:"paymentFlagReason,omitempty"`
	BillDetails        []any   `json:"billDetails"`
	FreeTexts          []any   `json:"freeTexts"`
}

func newAccountData(a account) *accountData {
	return &accountData{account: a, BillDetails: []any{}, FreeTexts: []any{}}
}

// Lengths of the standard.
const (
	maxServiceID = 8
	maxAccountNo = 28
	maxRequestID = 128
	maxReference = 64
)

var (
	serviceIDForm = regexp.MustCompile(`^ *[0-9]+$`)
	customerForm  = regexp.MustCompile(`^[0-9]{1,20}$`)
)

// number returns the whole number of the account without the blanks before it.
func (a account) number() (string, *result) {
	for name, value := range map[string]string{"partnerServiceId": a.PartnerServiceID, "customerNo": a.CustomerNo, "virtualAccountNo": a.VirtualAccountNo} {
		if value == "" {
			return "", new(resultMissing.about(name))
		}
	}

	switch {
	case len(a.PartnerServiceID) > maxServiceID || !serviceIDForm.MatchString(a.PartnerServiceID):
		return "", new(resultFormat.about("partnerServiceId"))
	case !customerForm.MatchString(a.CustomerNo):
		return "", new(resultFormat.about("customerNo"))
	case len(a.VirtualAccountNo) > maxAccountNo || a.VirtualAccountNo != a.PartnerServiceID+a.CustomerNo:
		return "", new(resultFormat.about("virtualAccountNo"))
	}

	return strings.TrimLeft(a.VirtualAccountNo, " "), nil
}

// requestID checks the id of an inquiry or a payment.
func requestID(field, id string) *result {
	switch {
	case id == "":
		return new(resultMissing.about(field))
	case !printable(id, maxRequestID):
		return new(resultFormat.about(field))
	default:
		return nil
	}
}

// printable reports whether a text has at most some characters, all of them printable ASCII.
func printable(s string, most int) bool {
	return len(s) <= most && !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r > '~' })
}
