// Package wire has what the adapters of suppliers with JSON over HTTP share: calls that are sent once, strict reading of
// answers, the lines of bills, and calls as staff may read them.
package wire
