package inbox

import "context"

// StoreTogether stores the notices of several callers in one commit and returns the error of each.
func (i *Inbox) StoreTogether(ctx context.Context, list ...*ReceivedNotice) []error {
	calls, errs := make([]*storeCall, len(list)), make([]error, len(list))
	for n, r := range list {
		calls[n] = &storeCall{Req: []*ReceivedNotice{r}}
	}

	i.flush(ctx, calls)

	for n, c := range calls {
		errs[n] = c.Err
	}

	return errs
}
