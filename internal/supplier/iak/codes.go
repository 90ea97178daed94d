package iak

import "loket/internal/supplier"

// stage is the kind of call that a code answers: the same code means different things.
type stage int

const (
	// firstSend: the answer to the first call with a reference, or to an inquiry.
	firstSend stage = iota
	// later: the answer to a status query, or a callback.
	later
)

// class says what a code means as the answer to the first send and later. The manual doesn't say which refusals leave nothing created;
// the split follows where a check can be made: before or after the purchase is handed on.
type class int

const (
	classUnlisted class = iota
	classSuccess
	classPending
	// classFailed: created, and failed for good.
	classFailed
	// classRefused: refused before anything was created. Of a later call it says nothing about the first send.
	classRefused
	// classNotFound: the supplier doesn't know the reference, or has not received its payment.
	classNotFound
	// classUncertain: called a failure, but the text admits that it may have been delivered. Only a status query can tell.
	classUncertain
	// classPaid: the bill is paid. After an inquiry of ours the payment may be our own.
	classPaid
)

// row is a code of the documented tables.
type row struct {
	class      class
	reason     supplier.Reason // of a failure, for clients
	wrongInput bool
}

// goodsCode is the table of prepaid codes, https://api.iak.id/api/prepaid/response-code.
func goodsCode(code string) row {
	switch code {
	case "00":
		return row{class: classSuccess}
	case "39", "201":
		return row{class: classPending}
	case "06":
		return row{class: classNotFound, reason: supplier.ReasonFailed}
	case "07":
		return row{class: classFailed, reason: supplier.ReasonFailed}
	case "10", "121":
		return row{class: classFailed, reason: supplier.ReasonTooOften}
	case "12":
		return row{class: classFailed, reason: supplier.ReasonAmount}
	case "13":
		return row{class: classFailed, reason: supplier.ReasonNumberBlocked, wrongInput: true}
	case "14", "141", "142":
		return row{class: classFailed, reason: supplier.ReasonNumberWrong, wrongInput: true}
	case "16":
		return row{class: classFailed, reason: supplier.ReasonOtherOperator, wrongInput: true}
	case "18", "19":
		return row{class: classFailed, reason: supplier.ReasonNumberWrong}
	case "131":
		return row{class: classFailed, reason: supplier.ReasonOtherRegion, wrongInput: true}
	case "17", "20", "102", "106", "110", "117", "118", "204", "205":
		return row{class: classRefused, reason: supplier.ReasonUnavailable}
	case "107":
		return row{class: classRefused, reason: supplier.ReasonFailed}
	case "202", "207":
		return row{class: classRefused, reason: supplier.ReasonTooOften}
	case "203":
		return row{class: classRefused, reason: supplier.ReasonNumberWrong, wrongInput: true}
	case "206":
		return row{class: classRefused, reason: supplier.ReasonNumberBlocked}
	default:
		return row{reason: supplier.ReasonFailed}
	}
}

// billCode is the table of the codes of bills, https://api.iak.id/api/postpaid/response-code.
func billCode(code string) row {
	switch code {
	case "00":
		return row{class: classSuccess}
	case "39", "05", "201":
		return row{class: classPending}
	case "42", "02":
		return row{class: classNotFound, reason: supplier.ReasonFailed}
	case "01", "34", "40":
		return row{class: classPaid, reason: supplier.ReasonNoBill}
	case "03", "04", "06":
		return row{class: classRefused, reason: supplier.ReasonFailed}
	case "07", "37", "38", "09", "30", "36", "41", "32", "35":
		return row{class: classFailed, reason: supplier.ReasonFailed}
	case "08", "13":
		return row{class: classFailed, reason: supplier.ReasonNumberBlocked, wrongInput: true}
	case "10":
		return row{class: classFailed, reason: supplier.ReasonNoBill}
	case "14", "15", "108":
		return row{class: classFailed, reason: supplier.ReasonNumberWrong, wrongInput: true}
	case "16":
		return row{class: classFailed, reason: supplier.ReasonOtherOperator, wrongInput: true}
	case "31":
		return row{class: classFailed, reason: supplier.ReasonAmount}
	case "33", "94":
		return row{class: classFailed, reason: supplier.ReasonUnavailable}
	case "93":
		return row{class: classFailed, reason: supplier.ReasonAmount, wrongInput: true}
	case "91", "92", "105":
		return row{class: classUncertain, reason: supplier.ReasonFailed}
	case "103":
		return row{class: classUncertain, reason: supplier.ReasonTimeout}
	case "17", "20", "100", "101", "102", "106", "107", "110", "117", "118":
		return row{class: classRefused, reason: supplier.ReasonUnavailable}
	case "109":
		return row{class: classRefused, reason: supplier.ReasonClosed}
	default: // also 11, a reference that was used before: what the first use of the reference did is not known
		return row{reason: supplier.ReasonFailed}
	}
}

// timing is when a code came.
type timing struct {
	when stage
	// conclusive: the first send can no longer be in flight.
	conclusive bool
	// settled: long enough after the send for "paid already" to be the biller's last word.
	settled bool
}

// judge turns a code into an outcome.
func (c class) judge(at timing) supplier.Outcome {
	switch c {
	case classSuccess:
		return supplier.Success
	case classPending:
		return supplier.Pending
	case classFailed:
		return supplier.FailedCreated
	case classRefused:
		if at.when == firstSend {
			return supplier.FailedNotCreated
		}
	case classNotFound:
		if at.when == later && at.conclusive {
			return supplier.FailedCreated
		}
	case classUncertain:
		if at.when == later {
			return supplier.FailedCreated
		}
	case classPaid:
		if at.when == later && at.settled {
			return supplier.FailedCreated
		}
	case classUnlisted:
	}

	return supplier.Unknown
}

// judgeInquiry turns a code into the outcome of an inquiry, which creates no payment: a failure that is not about the customer lets the next
// supplier be asked.
func (c class) judgeInquiry() supplier.Outcome {
	switch c {
	case classSuccess:
		return supplier.Success
	case classFailed, classPaid:
		return supplier.FailedCreated
	case classRefused, classUncertain:
		return supplier.FailedNotCreated
	case classPending, classNotFound, classUnlisted:
	}

	return supplier.Unknown
}

// The values of a status: prepaid answers and status queries of bills have one.
const (
	statusOpen      = "0" // prepaid: in process; of a bill: not received
	statusSuccess   = "1"
	statusFailed    = "2"
	statusInProcess = "3" // of a bill
)

// goodsStatus is the status that a prepaid code must come with.
func (c class) goodsStatus() string {
	switch c {
	case classSuccess:
		return statusSuccess
	case classPending:
		return statusOpen
	case classUnlisted, classFailed, classRefused, classNotFound, classUncertain, classPaid:
		return statusFailed
	default:
		return ""
	}
}

// billStatus is the status that a code of a bill must come with.
func (c class) billStatus() string {
	switch c {
	case classSuccess:
		return statusSuccess
	case classPending:
		return statusInProcess
	case classNotFound:
		return statusOpen
	case classUnlisted, classFailed, classRefused, classUncertain, classPaid:
		return statusFailed
	default:
		return ""
	}
}
