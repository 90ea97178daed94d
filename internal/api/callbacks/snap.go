package callbacks

import (
	"context"
	"maps"
	"net/http"

	"loket/internal/api"
	"loket/internal/banking/snap"
)

// maxSnap is the size limit of a body of a bank.
const maxSnap = 64 << 10

// snapAnswers are the statuses of SNAP BI. The body of each has responseCode, whose first three digits are the status.
func snapAnswers(more map[int]string) map[int]string {
	all := map[int]string{
		http.StatusOK:                  "00: Successful",
		http.StatusBadRequest:          "00: Bad Request; 01: Invalid Field Format; 02: Invalid Mandatory Field",
		http.StatusUnauthorized:        "00: Unauthorized (partner, signature, time stamp); 01: Invalid Token (B2B)",
		http.StatusInternalServerError: "00: General Error; repeat the call",
		http.StatusGatewayTimeout:      "00: Timeout; the outcome is unknown, repeat the call",
	}

	maps.Copy(all, more)

	return all
}

const snapText = "SNAP BI: the bank calls, Loket is the server. Headers, signatures and bodies are those of the standard. " +
	"The body of each answer has `responseCode` (HTTP status, service code, case) and `responseMessage`."

func registerSnap(a *api.API, s Services) {
	route := func(id, path, summary string, answers map[int]string, answer func(ctx context.Context, r snap.Request) snap.Response) {
		a.Raw(api.RawRoute{
			ID: id, Method: http.MethodPost, Path: path, Summary: summary, Description: snapText, Tag: "banks",
			Access: api.Signed(), Client: api.NoClient, MaxBody: maxSnap, Produces: jsonType, Answers: answers,
		}, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, err := readBody(r)
			if err != nil {
				a.WriteError(w, r, err)

				return
			}

			response := answer(r.Context(), snap.Request{Method: r.Method, URI: r.URL.RequestURI(), Header: r.Header, Body: body})
			if response.Err != nil {
				_ = a.Translate(r.Context(), response.Err) // logs and reports it
			}

			api.WriteJSON(w, response.Status, response.Body)
		}))
	}

	route("snap-access-token", "/v1.0/access-token/b2b", "Token for a bank", snapAnswers(nil),
		func(_ context.Context, r snap.Request) snap.Response { return s.Snap.Token(r) })

	refusals := map[int]string{
		http.StatusForbidden: "18: Inactive Card/Account/Customer",
		http.StatusNotFound:  "12: Invalid Bill/Virtual Account Not Found; 13: Invalid Amount; 18: Inconsistent Request",
		http.StatusConflict:  "00: Conflict: the X-EXTERNAL-ID, or the paymentRequestId, was used before",
	}

	route("snap-va-inquiry", "/v1.0/transfer-va/inquiry", "Whom a virtual account belongs to", snapAnswers(refusals), s.Snap.Inquire)
	route("snap-va-payment", "/v1.0/transfer-va/payment", "Payment of a virtual account; answered after it is credited", snapAnswers(refusals), s.Snap.Pay)
}
