package topups

import (
	"bytes"
	"context"
	"errors"
	"mime/multipart"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"loket/internal/api"
	"loket/internal/api/portal"
	"loket/internal/api/staff"
	"loket/internal/banking/statement"
	"loket/internal/identity"
	"loket/internal/platform/fault"
	"loket/internal/platform/safetext"
)

const (
	tagStatements = "statements"

	fieldFile    = "file"
	fieldBank    = "bank"
	fieldAccount = "accountNo"
	fieldReason  = "reason"

	maxCode   = 30
	maxReason = 500
	maxShown  = 300
	maxName   = 100
)

// StatementDifference is what a statement of one of our accounts and the bank's reports don't have in common.
type StatementDifference struct {
	Kind      string `json:"kind" enum:"not_reported,not_on_statement" doc:"not_reported: money on the statement that no bank reported, credited to nobody; not_on_statement: a transfer was reported, and the statement of its day doesn't have it"`
	Bank      string `json:"bank" doc:"Code" example:"BBCA"`
	AccountNo string `json:"accountNo" doc:"Of ours; empty for a payment of a virtual account"`
	Day       string `json:"day" format:"date"`
	Amount    int64  `json:"amount" doc:"Whole rupiah"`
	Where     string `json:"where" doc:"File and line, or the id of the report" example:"bca-november.csv:41"`
}

// StatementDifferences are the differences, by day.
type StatementDifferences struct {
	Data []StatementDifference `json:"data" nullable:"false"`
}

// ImportedStatement is what became of a statement.
type ImportedStatement struct {
	Lines int `json:"lines" doc:"In the file"`
	Added int `json:"added" doc:"Of them new"`
}

// OurAccount is one of our bank accounts.
type OurAccount struct {
	Bank      string `json:"bank" doc:"Code" example:"BBCA"`
	AccountNo string `json:"accountNo" example:"8880010021"`
	Name      string `json:"name" doc:"Of its holder"`
}

// OurAccounts are our bank accounts, by bank.
type OurAccounts struct {
	Data []OurAccount `json:"data" nullable:"false"`
}

type listDifferences struct {
	Days int `query:"days" minimum:"1" maximum:"100" default:"35" doc:"How many days back"`
}

func registerStatements(a *api.API, s Services) {
	api.Register(a, api.Operation{
		ID: "staff-list-statement-differences", Method: http.MethodGet, Path: "/staff/v1/statements/differences", Summary: "What differs between bank statements and banks' reports", Tag: tagStatements,
		Description: "Of days for which a statement was imported. Nothing is credited by a statement.",
		Access:      api.Needs(identity.TransferManage), Client: api.AnyClient, Cost: api.Bulk,
	}, s.differences)

	api.Register(a, api.Operation{
		ID: "staff-list-bank-accounts", Method: http.MethodGet, Path: "/staff/v1/statements/accounts", Summary: "Our bank accounts", Tag: tagStatements,
		Access: api.Needs(identity.TransferManage), Client: api.AnyClient,
	}, s.accounts)

	text := func(description string) *huma.Schema {
		return &huma.Schema{Type: huma.TypeString, Description: description}
	}

	portal.RegisterUpload(a, api.RawRoute{
		ID: "staff-import-statement", Path: "/staff/v1/statements", Summary: "Import the statement of one of our accounts", Tag: tagStatements,
		Description: "CSV with the columns date, description, amount and type (CR or DB), of whole days. All or nothing; lines that are known are skipped.",
		Access:      api.Needs(identity.TransferManage), Client: api.AnyClient, MaxBody: statement.MaxFile + portal.UploadHeads,
	}, map[string]*huma.Schema{
		fieldFile: {Type: huma.TypeString, Format: "binary", Description: "The file"}, fieldBank: text("Code of the bank, as BBCA"),
		fieldAccount: text("Number of our account"), fieldReason: text("For the audit log"),
	}, []string{fieldFile, fieldBank, fieldAccount, fieldReason}, s.importStatement)
}

func (s Services) accounts(ctx context.Context, _ *portal.NoInput) (*portal.Body[OurAccounts], error) {
	list, err := s.Topups.Accounts(ctx)
	if err != nil {
		return nil, err
	}

	out := OurAccounts{Data: make([]OurAccount, len(list))}
	for i, one := range list {
		out.Data[i] = OurAccount{one.BankCode, one.AccountNo, one.Name}
	}

	return portal.Answer(out), nil
}

func (s Services) differences(ctx context.Context, in *listDifferences) (*portal.Body[StatementDifferences], error) {
	list, err := s.Statements.Differences(ctx, in.Days)
	if err != nil {
		return nil, err
	}

	out := StatementDifferences{Data: make([]StatementDifference, len(list))}

	for i, d := range list {
		kind := "not_reported"
		if d.Kind == statement.NotOnStatement {
			kind = "not_on_statement"
		}

		out.Data[i] = StatementDifference{kind, d.Bank, d.AccountNo, d.Day, int64(d.Amount), d.Where}
	}

	return portal.Answer(out), nil
}

// upload is the form of a statement.
type upload struct {
	texts   map[string]string
	name    string
	content []byte
}

func readUpload(r *http.Request) (upload, error) {
	u := upload{texts: map[string]string{}}
	limits := map[string]int{fieldBank: maxCode, fieldAccount: maxCode, fieldReason: maxReason * utf8.UTFMax}

	err := portal.ReadForm(r, func(part *multipart.Part) (err error) {
		name := part.FormName()

		if name == fieldFile {
			if u.name = safetext.ClipRunes(safetext.MakeStorable(part.FileName()), maxName); u.name == "" {
				u.name = "statement.csv"
			}

			u.content, err = portal.ReadPart(part, statement.MaxFile, func() error { return api.ErrTooLarge.New() })

			return err
		}

		limit, known := limits[name]
		if !known {
			return portal.UnknownPart(name)
		}

		text, err := portal.ReadPart(part, limit, func() error { return fault.InvalidField(name, msgLong) })
		u.texts[name] = strings.TrimSpace(string(text))

		return err
	})
	if err != nil {
		return u, err
	}

	fields := []fault.Field{}

	for _, name := range []string{fieldBank, fieldAccount, fieldReason} {
		if u.texts[name] == "" {
			fields = append(fields, fault.Field{Field: name, Message: msgMissing})
		}
	}

	if len(u.content) == 0 {
		fields = append(fields, fault.Field{Field: fieldFile, Message: msgMissing})
	}

	if len(fields) > 0 {
		return u, fault.ErrValidation.With(fields...)
	}

	return u, nil
}

func (s Services) importStatement(r *http.Request) (ImportedStatement, error) {
	u, err := readUpload(r)
	if err != nil {
		return ImportedStatement{}, err
	}

	ctx, cancel := context.WithTimeout(r.Context(), portal.UploadTime)
	defer cancel()

	lines, err := statement.Read(bytes.NewReader(u.content))
	if err != nil {
		return ImportedStatement{}, asField(err)
	}

	added, err := s.Statements.Import(ctx, statement.Import{
		Bank: u.texts[fieldBank], AccountNo: u.texts[fieldAccount], Name: u.name, Lines: lines,
		Actor: staff.Actor(ctx), Reason: u.texts[fieldReason], Address: api.Address(ctx),
	})
	if err != nil {
		return ImportedStatement{}, asField(err)
	}

	return ImportedStatement{Lines: len(lines), Added: added}, nil
}

// asField makes the first faults of a file an error of its field.
func asField(err error) error {
	if !errors.Is(err, statement.ErrFile) {
		return err
	}

	text := strings.ReplaceAll(strings.ReplaceAll(err.Error(), statement.ErrFile.Error()+": ", ""), "\n", "; ")
	if runes := []rune(text); len(runes) > maxShown {
		text = string(runes[:maxShown]) + "…"
	}

	return fault.InvalidField(fieldFile, msgFile.With(text))
}
