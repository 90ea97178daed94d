package audit

import (
	"bytes"
	"context"
	"fmt"
	"strconv"

	"loket/internal/api/portal"
	"loket/internal/platform/audit"
	"loket/internal/platform/clock"
	"loket/internal/platform/sheet"
)

// mostExported is how many entries a file has.
const mostExported = 10_000

// export writes the newest entries that match into a file, and records who did.
func (s Services) export(ctx context.Context, in *exportEntries) (*portal.File, error) {
	q, err := query(in.Days, in.Filters, mostExported)
	if err != nil {
		return nil, err
	}

	list, err := audit.List(ctx, s.DB.Reader(), q)
	if err != nil {
		return nil, err
	}

	file, err := asCSV(list)
	if err != nil {
		return nil, err
	}

	if err := s.Reads.Record(ctx, in.ClientID, "audit", map[string]any{
		"actor": in.Actor, "subject": in.Subject, "action": in.Action, "dateStart": in.DateStart, "dateEnd": in.DateEnd, "rows": len(list),
	}); err != nil {
		return nil, err
	}

	return &portal.File{
		ContentType: sheet.FormatCSV.MediaType(), Rows: strconv.Itoa(len(list)), CacheControl: "no-store", Body: file,
	}, nil
}

func asCSV(list []audit.Line) ([]byte, error) {
	var out bytes.Buffer

	zone := clock.Jakarta()

	table, err := sheet.NewCSV(&out, zone, []sheet.Column{
		{Name: "Time (" + sheet.ZoneHead(zone) + ")"},
		{Name: "Actor"},
		{Name: "Client"},
		{Name: "Action"},
		{Name: "Subject"},
		{Name: "Reason"},
		{Name: "Detail"},
		{Name: "Address"},
		{Name: "Entry"},
	})
	if err != nil {
		return nil, fmt.Errorf("export the audit log: %w", err)
	}

	for _, l := range list {
		table.Time(clock.Micros(l.At))
		table.Text(l.Actor)

		if l.Client == 0 {
			table.Text("")
		} else {
			table.Int(l.Client)
		}

		for _, text := range []string{l.Action, l.Subject, l.Reason, l.Text, l.Address} {
			table.Text(text)
		}

		table.Int(l.ID)

		if err := table.EndRow(); err != nil {
			return nil, fmt.Errorf("export the audit log: %w", err)
		}
	}

	if err := table.Close(); err != nil {
		return nil, fmt.Errorf("export the audit log: %w", err)
	}

	return out.Bytes(), nil
}
