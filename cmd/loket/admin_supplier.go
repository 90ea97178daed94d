package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"loket/internal/app"
	"loket/internal/config"
	"loket/internal/supplier"
)

type supplierCmd struct {
	Reply supplierReplyCmd `cmd:"" help:"Show what the rules of a text supplier make of a reply: its class, the rule that reads it, and its parts."`
}

type supplierReplyCmd struct {
	Suppliers string `help:"JSON file (mode 0600) that lists the suppliers." env:"LOKET_SUPPLIERS" type:"path" placeholder:"FILE"`
	Code      string `arg:"" help:"Code of the supplier."`
	Reply     string `arg:"" help:"The reply as it came; of a report the query of its address."`

	When string `help:"What it answers: first (the first send), query (a status query), late (a status query much later), report." enum:"first,query,late,report" default:"first"`
	Ref  string `help:"Our reference of the purchase." placeholder:"TEXT"`
	SKU  string `help:"The supplier's code of the product." placeholder:"TEXT"`
	Dest string `help:"The destination." placeholder:"NUMBER"`
}

var errNoSuppliers = errors.New("--suppliers: must name the file of suppliers")

// Run needs no database: it reads the settings alone, and shows no secret of them.
func (c *supplierReplyCmd) Run(out io.Writer) error {
	if c.Suppliers == "" {
		return errNoSuppliers
	}

	list, err := config.LoadSuppliers(c.Suppliers, true)
	if err != nil {
		return fmt.Errorf("suppliers: %w", err)
	}

	client, err := app.TextSupplier(list, c.Code)
	if err != nil {
		return fmt.Errorf("supplier %w", err)
	}

	defer client.Close()

	got, err := client.Explain(c.When, supplier.Request{Reference: c.Ref, SKU: c.SKU, Destination: c.Dest}, c.Reply)
	if err != nil {
		return fmt.Errorf("reply: %w", err)
	}

	rule := got.Rule
	if rule == "" {
		rule = "none"
	}

	var b strings.Builder

	fmt.Fprintf(&b, "class\t%s\nrule\t%s\ncode\t%s\nmessage\t%s\n", got.Outcome, rule, got.Code, got.Message)

	for _, name := range got.PartNames() {
		fmt.Fprintf(&b, "part %s\t%s\n", name, got.Parts[name])
	}

	_, err = io.WriteString(out, b.String())

	return err
}
