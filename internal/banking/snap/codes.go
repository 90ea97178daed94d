package snap

import (
	"net/http"
	"strconv"
)

// Service codes of the calls that we serve (SNAP BI).
const (
	serviceToken   = "73"
	serviceInquiry = "24"
	servicePayment = "25"
)

// result is the outcome of a call without the service: the HTTP status and the case code, which make the response code
// together with the service's code.
type result struct {
	status  int
	code    string
	message string
}

// The results (SNAP BI, list of response codes). 404 14 (paid bill) and 404 19 (expired bill) are for closed bills; our
// virtual accounts are open, so they are not answered.
var (
	resultOK           = result{http.StatusOK, "00", "Successful"}
	resultBadRequest   = result{http.StatusBadRequest, "00", "Bad Request"}
	resultFormat       = result{http.StatusBadRequest, "01", "Invalid Field Format"}
	resultMissing      = result{http.StatusBadRequest, "02", "Invalid Mandatory Field"}
	resultUnauthorized = result{http.StatusUnauthorized, "00", "Unauthorized."}
	resultToken        = result{http.StatusUnauthorized, "01", "Invalid Token (B2B)"}
	resultInactive     = result{http.StatusForbidden, "18", "Inactive Card/Account/Customer"}
	resultNotFound     = result{http.StatusNotFound, "12", "Invalid Bill/Virtual Account Not Found"}
	resultAmount       = result{http.StatusNotFound, "13", "Invalid Amount"}
	resultInconsistent = result{http.StatusNotFound, "18", "Inconsistent Request"}
	resultConflict     = result{http.StatusConflict, "00", "Conflict"}
	resultGeneral      = result{http.StatusInternalServerError, "00", "General Error"}
	resultTimeout      = result{http.StatusGatewayTimeout, "00", "Timeout"}
)

// about adds what a result is about to its message: a field, or the part that was not accepted.
func (r result) about(what string) result {
	r.message += " [" + what + "]"

	return r
}

func (r result) responseCode(service string) string { return strconv.Itoa(r.status) + service + r.code }

// Response is the answer to a bank. The status agrees with the first three digits of the response code.
type Response struct {
	Status int
	Body   any
	// Err is the cause of an internal error, for the log. The body doesn't show it.
	Err error
}

// answer is the body of every answer. Data is only set where the call has some.
type answer struct {
	status int

	ResponseCode    string       `json:"responseCode"`
	ResponseMessage string       `json:"responseMessage"`
	Data            *accountData `json:"virtualAccountData,omitempty"`
}

func (r result) answer(service string, data *accountData) answer {
	return answer{r.status, r.responseCode(service), r.message, data}
}

func (r result) response(service string) Response {
	return Response{Status: r.status, Body: r.answer(service, nil)}
}

// result is what staff see of an answer in the inbox.
func (a answer) result() string { return a.ResponseCode + " " + a.ResponseMessage }
