package site

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// Call is an operation of the client API with what its samples send.
type Call struct {
	ID, Method, Path, Summary, Description, Tag string

	// Target is the path with examples of its parameters, and a query where the call needs one.
	Target string
	// Body is what the call sends; nil without one. Kind is its type, JSON if it is empty.
	Body []byte
	Kind string

	Parameters []Parameter
	Request    []Field
	Answers    []Answer
	Errors     []ErrorRow
}

// Parameter is one of the path or of the query.
type Parameter struct {
	Name, In, Type, Text string
	Required             bool
}

// Field is one of a body, with its name as a path: orders[].amount.
type Field struct {
	Name, Type, Text string
	Required         bool
}

// Answer is a status of success.
type Answer struct {
	Status, Text string
	Fields       []Field
	Example      string
}

// ErrorRow is an error that the call can answer.
type ErrorRow struct{ Code, Status, Text string }

// Sample is a call in one language.
type Sample struct{ Language, Text string }

// queries are what samples ask for, where a call without parameters would be refused or would show little.
func queries() map[string][][2]string {
	return map[string][][2]string{
		"find-orders":            {{"clientRef", "INV-7"}},
		"list-events":            {{"types", "order.failed,order.reversed"}, {"limit", "100"}},
		"list-products":          {{"operatorType", "mobile"}},
		"list-storefront-orders": {{"status", "success"}},
	}
}

func target(id, path string, parameters []parameter) (string, error) {
	for _, p := range parameters {
		if p.In == "path" {
			value := p.example()
			if value == "" {
				return "", fmt.Errorf("%s: the parameter %s has no example", id, p.Name)
			}

			path = strings.ReplaceAll(path, "{"+p.Name+"}", url.PathEscape(value))
		}
	}

	query := queries()[id]

	for _, p := range parameters { // a call that needs one takes its example
		if p.In == "query" && p.Required && !slices.ContainsFunc(query, func(q [2]string) bool { return q[0] == p.Name }) {
			query = append(query, [2]string{p.Name, p.example()})
		}
	}

	parts := make([]string, 0, len(query))
	for _, q := range query {
		parts = append(parts, q[0]+"="+strings.ReplaceAll(url.QueryEscape(q[1]), "%2C", ","))
	}

	if len(parts) > 0 {
		path += "?" + strings.Join(parts, "&")
	}

	return path, nil
}

// Samples are the call in each language. They read LOKET_URL and LOKET_KEY from the environment and run as they are.
func (c Call) Samples() []Sample {
	return []Sample{
		{"curl", c.curl()}, {"PHP", c.php()}, {"Node", c.node()}, {"Python", c.python()}, {"Go", c.golang()},
	}
}

func (c Call) curl() string {
	var out strings.Builder

	method := ""
	if c.Method != http.MethodGet && (c.Method != http.MethodPost || c.Body == nil) {
		method = " -X " + c.Method
	}

	fmt.Fprintf(&out, "curl -sS%s \"$LOKET_URL%s\" -H \"Authorization: Bearer $LOKET_KEY\"", method, c.Target)

	if c.Body != nil {
		flag := "-d"
		if c.kind() != jsonType {
			flag = "--data-binary" // as it is
		}

		fmt.Fprintf(&out, " \\\n  -H 'Content-Type: %s' \\\n  %s '%s'", c.kind(), flag, strings.ReplaceAll(c.indented(""), "'", `'\''`))
	}

	return out.String()
}

func (c Call) php() string {
	var out strings.Builder

	out.WriteString("<?php\n$request = curl_init(getenv('LOKET_URL') . '" + c.Target + "');\ncurl_setopt_array($request, [\n" +
		"    CURLOPT_CUSTOMREQUEST => '" + c.Method + "',\n    CURLOPT_RETURNTRANSFER => true,\n    CURLOPT_TIMEOUT => 30,\n")

	if c.Body == nil {
		out.WriteString("    CURLOPT_HTTPHEADER => ['Authorization: Bearer ' . getenv('LOKET_KEY')],\n")
	} else {
		out.WriteString("    CURLOPT_HTTPHEADER => ['Authorization: Bearer ' . getenv('LOKET_KEY'), 'Content-Type: " + c.kind() + "'],\n" +
			"    CURLOPT_POSTFIELDS => <<<'BODY'\n" + c.indented("        ") + "\n        BODY,\n")
	}

	out.WriteString("]);\n$body = curl_exec($request);\nif ($body === false) {\n    throw new RuntimeException(curl_error($request)); // no answer: send the same again\n}\n" +
		"$status = curl_getinfo($request, CURLINFO_RESPONSE_CODE);\necho $status, ' ', $body, PHP_EOL;")

	return out.String()
}

func (c Call) node() string {
	var out strings.Builder

	fmt.Fprintf(&out, "const response = await fetch(`${process.env.LOKET_URL}%s`, {\n  method: '%s',\n  signal: AbortSignal.timeout(30_000),\n", c.Target, c.Method)

	if c.Body == nil {
		out.WriteString("  headers: { authorization: `Bearer ${process.env.LOKET_KEY}` },\n")
	} else {
		out.WriteString("  headers: { authorization: `Bearer ${process.env.LOKET_KEY}`, 'content-type': '" + c.kind() + "' },\n" +
			"  body: " + c.nodeBody() + ",\n")
	}

	out.WriteString("});\nconsole.log(response.status, await response.json());")

	return out.String()
}

func (c Call) python() string {
	var out strings.Builder

	out.WriteString("import json, os, urllib.error, urllib.request\n\nrequest = urllib.request.Request(\n" +
		"    os.environ['LOKET_URL'] + '" + c.Target + "',\n    method='" + c.Method + "',\n")

	if c.Body == nil {
		out.WriteString("    headers={'Authorization': 'Bearer ' + os.environ['LOKET_KEY']},\n")
	} else {
		out.WriteString("    headers={'Authorization': 'Bearer ' + os.environ['LOKET_KEY'], 'Content-Type': '" + c.kind() + "'},\n" +
			"    data=b'''" + strings.TrimLeft(c.indented("    "), " ") + "''',\n")
	}

	out.WriteString(")\ntry:\n    response = urllib.request.urlopen(request, timeout=30)\nexcept urllib.error.HTTPError as refused:\n" +
		"    response = refused\nprint(response.status, json.load(response))")

	return out.String()
}

func (c Call) golang() string {
	var out strings.Builder

	imports := []string{"context", "fmt", "io", "log", "net/http", "os", "time"}
	body := "nil"

	if c.Body != nil {
		imports = append(imports, "strings")
		body = "strings.NewReader(`" + strings.TrimLeft(c.indented("\t"), "\t") + "`)"
	}

	slices.Sort(imports)
	out.WriteString("package main\n\nimport (\n")

	for _, name := range imports {
		out.WriteString("\t\"" + name + "\"\n")
	}

	fmt.Fprintf(&out, ")\n\nfunc main() {\n\tctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)\n\tdefer cancel()\n\n"+
		"\trequest, err := http.NewRequestWithContext(ctx, %q, os.Getenv(\"LOKET_URL\")+%q, %s)\n\tif err != nil {\n\t\tlog.Fatal(err)\n\t}\n\n"+
		"\trequest.Header.Set(\"Authorization\", \"Bearer \"+os.Getenv(\"LOKET_KEY\"))\n", c.Method, c.Target, body)

	if c.Body != nil {
		out.WriteString("\trequest.Header.Set(\"Content-Type\", \"" + c.kind() + "\")\n")
	}

	out.WriteString("\n\tresponse, err := http.DefaultClient.Do(request)\n\tif err != nil {\n\t\tlog.Fatal(err) // no answer: send the same again\n\t}\n\tdefer response.Body.Close()\n\n" +
		"\tanswer, err := io.ReadAll(response.Body)\n\tif err != nil {\n\t\tlog.Fatal(err)\n\t}\n\n\tfmt.Println(response.Status, string(answer))\n}")

	return out.String()
}

// kind is the type of the body.
func (c Call) kind() string { return cmp.Or(c.Kind, jsonType) }

func (c Call) nodeBody() string {
	if c.kind() != jsonType {
		return "`" + string(c.Body) + "`"
	}

	return "JSON.stringify(" + strings.TrimLeft(c.indented("  "), " ") + ")"
}

// indented is the body on several lines, each but the first after the prefix, or on one line if it is short.
func (c Call) indented(prefix string) string {
	const short = 90

	switch {
	case c.kind() != jsonType && strings.TrimSpace(prefix) == "" && len(prefix) == len("        "): // PHP removes the prefix of each line
		return prefix + strings.ReplaceAll(strings.TrimSuffix(string(c.Body), "\n"), "\n", "\n"+prefix)
	case len(c.Body) <= short || c.kind() != jsonType:
		return prefix + string(c.Body)
	}

	var out bytes.Buffer
	if err := json.Indent(&out, c.Body, prefix, "  "); err != nil {
		return prefix + string(c.Body)
	}

	return prefix + out.String()
}
