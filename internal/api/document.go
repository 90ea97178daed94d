package api

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"loket/internal/identity"
	"loket/internal/platform/fault"
	"loket/internal/platform/language"
)

func hasBody[I any]() bool {
	_, ok := reflect.TypeFor[I]().FieldByName("Body")

	return ok
}

// describe makes the operation for huma with the extensions, examples and errors of the
// document.
func (a *API) describe(op Operation, faults []fault.Definition) huma.Operation {
	status := op.Status
	if status == 0 {
		status = http.StatusOK
	}

	limit := op.MaxBody
	if limit == 0 {
		limit = defaultBody
	}

	out := huma.Operation{
		OperationID: op.ID, Method: op.Method, Path: op.Path, Summary: op.Summary, Description: op.Description,
		Tags: []string{op.Tag}, DefaultStatus: status, MaxBodyBytes: limit, BodyReadTimeout: bodyTimeout,
		Extensions: extensions(op.rule()),
		Security:   security(op.Access), Responses: map[string]*huma.Response{},
	}

	for status, text := range op.Also {
		out.Responses[strconv.Itoa(status)] = &huma.Response{Description: text}
	}

	a.describeFaults(out.Responses, faults)

	if op.Example != nil {
		out.RequestBody = &huma.RequestBody{Content: map[string]*huma.MediaType{jsonType: {Example: op.Example}}}
	}

	return out
}

func extensions(r rule) map[string]any {
	ext := map[string]any{"x-permission": r.access.Value(), "x-client": string(r.client)}
	if r.access.scope != "" {
		ext["x-scope"] = r.access.scope
	}

	if r.feature != "" {
		ext["x-feature"] = r.feature
	}

	if r.flag != "" {
		ext["x-flag"] = r.flag
	}

	if r.root {
		ext["x-role"] = rootRole
	}

	if r.option != "" {
		ext["x-option"] = r.option
	}

	if r.sandbox != "" {
		ext["x-sandbox"] = r.sandbox
	}

	if r.stepUp {
		ext["x-step-up"] = true
	}

	if r.look != "" {
		ext["x-look"] = r.look
	}

	if r.cost != Cheap {
		ext["x-cost"] = r.cost
	}

	return ext
}

func security(a Access) []map[string][]string {
	switch a.name {
	case public, signed:
		return []map[string][]string{}
	case apiKey:
		return []map[string][]string{{string(apiKey): {}}}
	case restricted, secondStep, session, permission:
		return []map[string][]string{{string(session): {}}}
	default:
		return nil
	}
}

// commonFaults are the errors that operations with this rule answer before their handlers run.
func commonFaults(r rule, body bool) []fault.Definition {
	list := []fault.Definition{}

	if !r.access.anonymous() {
		list = append(list, identity.ErrUnauthorized)
	}

	if r.access.byKey() {
		list = append(list, identity.ErrKeyUnknown, identity.ErrKeyRevoked, identity.ErrKeyEnded, identity.ErrKeyScope, identity.ErrKeyAddress)
	}

	if !r.access.anonymous() && r.access.ofUser() && r.access != SecondStep() {
		list = append(list, identity.ErrSecondFactorRequired)
	}

	if r.access == Session() || r.access.permission != 0 {
		list = append(list, identity.ErrPasswordExpired)

		if !r.setUp {
			list = append(list, identity.ErrFactorDemanded)
		}
	}

	if r.access.permission != 0 || r.feature != "" || r.root || r.option != "" || r.sandbox == InSandbox {
		list = append(list, identity.ErrForbidden)
	}

	if r.stepUp {
		list = append(list, identity.ErrStepUpRequired)
	}

	if r.access.ofUser() && r.client != AnyClient && !r.servesLooks() {
		list = append(list, identity.ErrLookOnly)
	}

	if r.flag != "" {
		list = append(list, fault.ErrFeatureOff)
	}

	if !r.anyText {
		list = append(list, fault.ErrValidation) // of the URL, also where nothing is read of it
	}

	if !r.access.anonymous() {
		list = append(list, fault.ErrNotFound) // a URL that names another client
	}

	if body {
		list = append(list, ErrTooLarge, ErrMediaType)
	}

	return append(list, fault.ErrInternal, fault.ErrUnavailable, fault.ErrBusy)
}

// describeFaults adds the errors to an operation's responses by status, each with its
// cause, its mend and an example.
func (a *API) describeFaults(responses map[string]*huma.Response, list []fault.Definition) {
	schema := a.huma.OpenAPI().Components.Schemas.Schema(reflect.TypeFor[Error](), true, "Error")

	for _, d := range list {
		status := strconv.Itoa(statusOf(d.New()))

		response := responses[status]
		if response == nil {
			response = &huma.Response{Content: map[string]*huma.MediaType{jsonType: {Schema: schema, Examples: map[string]*huma.Example{}}}}
			responses[status] = response
		}

		examples := response.Content[jsonType].Examples
		if _, known := examples[d.Code]; known {
			continue
		}

		example := d.New()
		if d.Code == fault.ErrValidation.Code {
			example = fault.InvalidField("name", msgRequired)
		}

		body := errorIn(language.English, example)
		body.RequestID = "EXAMPLE"

		response.Description = strings.TrimSpace(response.Description + "\n\n**" + d.Code + "**: " + d.Cause + " " + d.Mend)
		examples[d.Code] = &huma.Example{Value: body}
	}
}

// rule is the declaration of a raw route.
func (op *RawRoute) rule() rule {
	return rule{access: op.Access, feature: op.Feature, client: op.Client, anyText: op.AnyText, cost: op.Cost, sandbox: op.Sandbox, method: op.Method, look: op.Look}
}

// allFaults are all errors of a raw route.
func (op *RawRoute) allFaults() []fault.Definition {
	return append(commonFaults(op.rule(), false), op.Faults...)
}

// document adds a raw route to the document.
func (a *API) document(op RawRoute) {
	status := cmp.Or(op.Status, http.StatusOK)
	success := strconv.Itoa(status)
	responses := map[string]*huma.Response{success: {Description: http.StatusText(status)}}

	if op.Produces != "" {
		responses[success].Content = map[string]*huma.MediaType{op.Produces: {Schema: &huma.Schema{Type: "string"}}}
	}

	if op.Result != nil {
		schema := a.huma.OpenAPI().Components.Schemas.Schema(reflect.TypeOf(op.Result), true, op.ID)
		responses[success].Content = map[string]*huma.MediaType{jsonType: {Schema: schema}}
	}

	own := op.rule()

	if op.Answers == nil {
		a.describeFaults(responses, op.allFaults())
	}

	for status, text := range op.Answers {
		responses[strconv.Itoa(status)] = &huma.Response{Description: text, Content: map[string]*huma.MediaType{op.Produces: {Schema: &huma.Schema{Type: "object"}}}}
	}

	a.huma.OpenAPI().AddOperation(&huma.Operation{
		OperationID: op.ID, Method: op.Method, Path: op.Path, Summary: op.Summary, Description: op.Description,
		Tags: []string{op.Tag}, Parameters: op.Parameters, RequestBody: op.Body,
		Extensions: extensions(own), Security: security(op.Access), Responses: responses,
	})
}

// DocumentJSON is the OpenAPI document as published and as stored in the repository.
func (a *API) DocumentJSON() ([]byte, error) {
	compact, err := json.Marshal(a.Document())
	if err != nil {
		return nil, fmt.Errorf("write the OpenAPI document: %w", err)
	}

	var tree any
	if err := json.Unmarshal(compact, &tree); err != nil {
		return nil, fmt.Errorf("write the OpenAPI document: %w", err)
	}

	text, err := json.MarshalIndent(tree, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("write the OpenAPI document: %w", err)
	}

	return append(text, '\n'), nil
}
