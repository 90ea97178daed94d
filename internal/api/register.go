package api

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"loket/internal/identity"
	"loket/internal/platform/fault"
	"loket/internal/platform/language"
)

// Limits of an operation that sets none of its own.
const (
	defaultBody    = 64 << 10
	bodyTimeout    = 10 * time.Second
	defaultTimeout = 25 * time.Second // below the server's limit for writing
)

// Operation declares one call. ID, Method, Path, Summary, Access and Client
// are required.
type Operation struct {
	ID          string
	Method      string
	Path        string
	Summary     string
	Description string
	Tag         string

	Access  Access
	Flag    Flag             // of the deployment; none when empty
	Feature identity.Feature // required feature of the client; none when empty
	Client  ClientRule
	Root    bool            // only root users
	Option  identity.Option // required option of the user; none when empty
	// Sandbox says what it does with the header Loket-Mode: test; refuses it when empty.
	Sandbox SandboxRule

	// Look says what it is to staff who look at the portal; when empty, they may call it if it reads.
	Look LookRule

	// StepUp needs a session that was proved within the last five minutes; others get StepUpRequiredError.
	StepUp bool

	// SetUp also serves a session that must set up a second factor first, as its client demands.
	SetUp bool

	// Status is the status of success; 200 when zero.
	Status int
	// Also holds further statuses of success with their meanings.
	Also map[int]string
	// MaxBody is the size limit of the body in bytes; 64 KiB when zero.
	MaxBody int64
	// Timeout is the time limit of the handler; 25 s when zero.
	Timeout time.Duration
	// Cost is what the operation uses for long; it must be set for a large body, a long time
	// limit and a stream.
	Cost Cost
	// Admit, when set, refuses a caller by what is known before the body is read, such as a bound of what its client stores. Its
	// key is the request's Idempotency-Key: the repeat of an accepted request must be let in.
	Admit func(ctx context.Context, key string) error
	// Faults are the operation's own errors; the common ones are added.
	Faults []fault.Definition
	// Secret operations answer with something that opens a door or is worth money: a token, a key, a signed link, a voucher code. Such an answer is never compressed, since
	// its length could tell the secret to who reads the line.
	Secret bool
	// Compressed answers are compressed for keys, too: large and seldom read. Those of users always are.
	Compressed bool
	// Texts has the messages that the tags "missing" of the body's fields name.
	Texts []*language.Table
	// Example is a valid body.
	Example any
}

// Register adds an operation. The handler runs only for admitted callers and valid input.
// Any error becomes the error body. An incompletely declared operation is not served: see
// API.Check.
func Register[I, O any](a *API, op Operation, handler func(ctx context.Context, in *I) (*O, error)) {
	if !a.complete(op, new(I), reflect.TypeFor[O]()) {
		return
	}

	own, withBody := op.rule(), hasBody[I]()
	faults := append(commonFaults(own, withBody), op.Faults...)
	declared := a.declaredErrors(op.ID, faults)
	described := a.describe(op, faults)
	body, selfValidating := selfValidatingBodyOf(reflect.TypeFor[I]())
	described.SkipValidateBody = selfValidating // bodies.decodeLikeHuma does it where needed

	missing, err := missingMessages(reflect.TypeFor[I](), op.Texts)
	if err != nil {
		a.problems = append(a.problems, fmt.Errorf("%s %s: %w", op.Method, op.Path, err))
	}

	var query map[string]bool // set below: huma knows the parameters after it has read the input

	described.Metadata = map[string]any{missingTag: missing}
	described.Middlewares = huma.Middlewares{func(hc huma.Context, next func(huma.Context)) {
		r, w := humago.Unwrap(hc)
		infoOf(r.Context()).declared = declared

		op.extendAnswer(w)

		if !a.admitOrAnswer(w, r, own) {
			return
		}

		if err := op.checkBeforeBody(r, query, withBody); err != nil {
			a.WriteError(w, r, err)

			return
		}

		leave, err := a.enterCost(r, op.Cost, op.MaxBody)
		if err != nil {
			a.WriteError(w, r, err)

			return
		}

		hc, answered := compressing(hc, &op)

		hc, leave = a.leavingAtAnswer(hc, op.Cost, leave) // which looks at the size before compression: so much is in memory
		defer leave()

		next(hc)
		answered()
	}}

	timeout := cmp.Or(op.Timeout, defaultTimeout)

	huma.Register(a.huma, described, func(ctx context.Context, in *I) (*O, error) {
		ctx, cancel := context.WithTimeout(ctx, timeout)
		defer cancel()

		if own.client == InputsClient {
			if err := refuseForeignClient(Principal(ctx), in); err != nil {
				return nil, a.refusal(ctx, err)
			}
		}

		out, err := handler(ctx, in)
		if err != nil {
			return nil, a.refusal(ctx, err)
		}

		return out, nil
	})

	a.alsoAnswers(op)

	registered := a.humaOperation(op)
	query = queryNames(registered.Parameters, op.Access)

	if withBody {
		a.bodies.keep(body, registered.RequestBody.Content[jsonType].Schema, selfValidating, op.Access.byKey())
	}
}

// checkBeforeBody refuses a request by what is known before its body is read. query has the parameters that it may have.
func (op *Operation) checkBeforeBody(r *http.Request, query map[string]bool, withBody bool) error {
	if err := checkQuery(r, query); err != nil {
		return err
	}

	// A browser sends the form of another site, or a text, without asking us first. Calls with a token can't come that way, so theirs may
	// lack the type with the body.
	if withBody && !IsJSON(r) && (op.Access.anonymous() || r.ContentLength != 0) {
		return ErrMediaType.New()
	}

	if op.Admit == nil {
		return nil
	}

	return op.Admit(r.Context(), r.Header.Get(keyHeader))
}

// extendAnswer gives an operation with a long time limit as long for its answer: it may come after the server's write time-out.
func (op *Operation) extendAnswer(w http.ResponseWriter) {
	if op.Timeout > defaultTimeout {
		// An error means that the connection is gone.
		_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(op.Timeout + writeTimeout - defaultTimeout))
	}
}

func (op *Operation) rule() rule {
	return rule{flag: op.Flag, access: op.Access, feature: op.Feature, client: op.Client, root: op.Root, option: op.Option, cost: op.Cost, sandbox: op.Sandbox, stepUp: op.StepUp, setUp: op.SetUp, method: op.Method, look: op.Look}
}

// alsoAnswers documents the further statuses of success with the body of the first.
func (a *API) alsoAnswers(op Operation) {
	responses := a.humaOperation(op).Responses

	for status := range op.Also {
		if status != http.StatusNoContent && status != http.StatusNotModified {
			responses[strconv.Itoa(status)].Content = responses[strconv.Itoa(op.Status)].Content
		}
	}
}

// humaOperation is huma's record of an operation.
func (a *API) humaOperation(op Operation) *huma.Operation {
	item := a.huma.OpenAPI().Paths[op.Path]
	all := []*huma.Operation{item.Get, item.Post, item.Patch, item.Delete, item.Put}

	return all[slices.IndexFunc(all, func(o *huma.Operation) bool { return o != nil && o.OperationID == op.ID })]
}

// RawRoute declares a route outside huma: a page, a stream, a callback.
type RawRoute struct {
	ID      string // shown in the document when not empty
	Method  string
	Path    string // a pattern of http.ServeMux without the method
	Summary string
	// Description is for the document.
	Description string
	Tag         string

	Access  Access
	Feature identity.Feature
	Client  ClientRule
	Sandbox SandboxRule
	Look    LookRule

	MaxBody int64 // 64 KiB when zero
	Cost    Cost  // must be set for a large body
	Status  int   // of success, for the document; 200 when zero
	// Body describes the body in the document.
	Body     *huma.RequestBody
	Produces string
	// Result is the JSON answer in the document, in place of Produces.
	Result any
	// AnyText accepts any text in the URL. It is for public routes that read no
	// parameters: a page's own script reads the URL, and a person with a mistyped address
	// gets the page instead of an error. A supplier's report is read from its raw query.
	AnyText bool
	// Probe is a route that machines ask every few seconds: its good answers are logged at debug.
	Probe  bool
	Faults []fault.Definition
	// Answers are the statuses with their meanings, in the document, of a route whose protocol
	// has error bodies of its own.
	Answers map[int]string
	// Parameters of the document, when it has an ID.
	Parameters []*huma.Param
}

// Raw adds a route outside huma with the same checks.
func (a *API) Raw(op RawRoute, handler http.Handler) {
	if !a.declare(Route{op.ID, op.Method, op.Path, op.Access, op.Feature, op.Client, false, false, true}) {
		return
	}

	limit := op.MaxBody
	if limit == 0 {
		limit = defaultBody
	}

	if op.Cost == Cheap && limit > defaultBody {
		a.problems = append(a.problems, fmt.Errorf("%s %s: %w", op.Method, op.Path, errUndeclared("cost")))
	}

	declared := a.declaredErrors(op.ID, op.allFaults())
	if op.Answers != nil {
		declared = nil // its protocol has error bodies of its own
	}

	if op.ID != "" && !op.Access.anonymous() {
		handler = a.withKnownQuery(queryNames(op.Parameters, op.Access), handler)
	}

	pattern := op.Method + " " + op.Path
	a.probes[pattern] = op.Probe
	a.mux.Handle(pattern, a.guard(op.rule(), limit, declared, handler))

	if op.ID != "" {
		a.document(op)
	}
}

// complete records what is missing in an operation's declaration.
func (a *API) complete(op Operation, input any, output reflect.Type) bool {
	for what, value := range map[string]string{"id": op.ID, "method": op.Method, "path": op.Path, "summary": op.Summary, "tag": op.Tag} {
		if value == "" {
			a.problems = append(a.problems, fmt.Errorf("%s %s: %w", op.Method, op.Path, errUndeclared(what)))

			return false
		}
	}

	if _, named := input.(NamesClient); named != (op.Client == InputsClient) {
		a.problems = append(a.problems, fmt.Errorf("%s %s: %w: the client rule and the input disagree", op.Method, op.Path, errDeclaration))

		return false
	}

	if err := op.checkCost(output); err != nil {
		a.problems = append(a.problems, fmt.Errorf("%s %s: %w", op.Method, op.Path, err))

		return false
	}

	if name, unread := unreadFields(reflect.TypeOf(input).Elem()); unread {
		a.problems = append(a.problems, fmt.Errorf("%s %s: %w: nothing fills the fields of %s in the input", op.Method, op.Path, errDeclaration, name))

		return false
	}

	return a.declare(Route{op.ID, op.Method, op.Path, op.Access, op.Feature, op.Client, op.Root, op.Secret, false})
}

// unreadFields names an embedded type that huma ignores because it is not exported. Its
// headers and parameters would always be empty.
func unreadFields(input reflect.Type) (string, bool) {
	if input.Kind() != reflect.Struct {
		return "", false
	}

	for f := range input.Fields() {
		if f.Anonymous && !f.IsExported() {
			return f.Name, true
		}
	}

	return "", false
}
