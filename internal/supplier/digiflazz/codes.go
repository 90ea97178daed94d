package digiflazz

import (
	"strings"

	"loket/internal/supplier"
)

// stage is the kind of call that a code answers: the same code means different
// things.
type stage int

const (
	// firstSend: the answer to the first call with a reference.
	firstSend stage = iota
	// later: the answer to a status query or repeat, or a notice.
	later
)

// word is the supplier's status text.
type word int

const (
	wordNone word = iota
	wordSuccess
	wordPending
	wordFailed
)

func parseWord(status string) word {
	switch strings.ToLower(strings.TrimSpace(status)) {
	case "sukses":
		return wordSuccess
	case "pending":
		return wordPending
	case "gagal":
		return wordFailed
	default:
		return wordNone
	}
}

// class is the meaning of a code in the documented table.
type class int

const (
	classUnlisted class = iota
	classSuccess
	classPending
	// classFailed: a transaction was created and failed for good.
	classFailed
	// classRefused: the purchase was checked and refused; no transaction was created.
	classRefused
	// classDenied: the request was refused before the purchase was checked.
	classDenied
	// classTaken: our reference exists at the supplier with other data.
	classTaken
	// classNotFound: the supplier doesn't know the reference.
	classNotFound
)

const (
	// codeNotThousand: an e-money amount must be a multiple of 1,000.
	codeNotThousand = "87"
	// codeTooDear: the price is above max_price.
	codeTooDear = "69"
)

// classOf is the table of https://developer.digiflazz.com/api/buyer/response-code/.
func classOf(code string) class {
	switch code {
	case "00":
		return classSuccess
	case "03", "99":
		return classPending
	case "01", "02", "51", "52", "53", "54", "55", "57", "58", "59", "60",
		"70", "71", "72", "73", "74", "84", "85", "86":
		return classFailed
	case "43", "44", "56", "62", "63", "65", "66", "67", "68", codeTooDear, "80", "81", codeNotThousand:
		return classRefused
	case "40", "41", "42", "45", "47", "61", "64", "82", "83", "88":
		return classDenied
	case "49":
		return classTaken
	case "50":
		return classNotFound
	default:
		return classUnlisted
	}
}

func (c class) word() word {
	switch c {
	case classSuccess:
		return wordSuccess
	case classPending:
		return wordPending
	case classFailed, classRefused, classDenied, classTaken, classNotFound:
		return wordFailed
	case classUnlisted:
		return wordNone
	default:
		return wordNone
	}
}

// judge turns a code and a status text into an outcome. conclusive means that the
// first send can no longer be in flight.
func judge(code, status string, when stage, conclusive bool) supplier.Outcome {
	said := parseWord(status)
	listed := classOf(code)

	if code == "" || said == wordNone {
		return supplier.Unknown
	}

	if listed == classUnlisted {
		return judgeByWord(said)
	}

	if listed.word() != said {
		return supplier.Unknown // code and text contradict each other
	}

	switch listed {
	case classSuccess:
		return supplier.Success
	case classPending:
		return supplier.Pending
	case classFailed:
		return supplier.FailedCreated
	case classRefused, classDenied, classNotFound:
		return judgeRefusal(listed, when, conclusive)
	case classTaken, classUnlisted:
		// The reference was used for other data of ours. Staff must look at it.
		return supplier.Unknown
	default:
		return supplier.Unknown
	}
}

// judgeRefusal gives the outcome of a refusal. As the answer to the first send it
// proves that nothing was created. As the answer to a repeat or status query it
// proves so only if the purchase itself was checked and the first send can't
// arrive any more. Even then the order is refunded, not sent to another supplier.
func judgeRefusal(listed class, when stage, conclusive bool) supplier.Outcome {
	switch {
	case when == firstSend && listed == classNotFound:
		return supplier.FailedCreated // the inquiry of this payment has expired
	case when == firstSend:
		return supplier.FailedNotCreated
	case conclusive && listed != classDenied:
		return supplier.FailedCreated
	default:
		return supplier.Unknown
	}
}

// judgeByWord gives the outcome of codes that the table doesn't list. An unlisted
// success is Unknown: a status query costs nothing, a wrong success can't be undone.
func judgeByWord(said word) supplier.Outcome {
	switch said {
	case wordPending:
		return supplier.Pending
	case wordFailed:
		return supplier.FailedCreated
	case wordSuccess, wordNone:
		return supplier.Unknown
	default:
		return supplier.Unknown
	}
}
