import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { useTexts } from '@shared/i18n/texts';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogFoot } from '@shared/overlay/dialog-parts';
import { inSandbox } from '@/session/sandbox';
import { LoadFailed } from '@shared/state/load-failed';
import { useFailure } from '@shared/state/use-failure';

import { type Invoice, invoiceOptions } from '../invoice-queries';
import { isOpen } from '../invoice-rules';
import { ConfirmForm } from './confirm-form';
import { invoiceDetailTexts } from './invoice-detail-texts';
import { InvoiceBreakdown, InvoiceSummary } from './invoice-summary';

interface InvoiceDialogProps {
  opened: boolean;
  id: string;
  /** The invoice as the list has it, shown until its detail is loaded. */
  row: Invoice | undefined;
  onClose: () => void;
}

/**
 * The detail of an invoice, with the form that confirms its payment until it is paid. Those of the sandbox are paid on
 * its own page.
 */
export function InvoiceDialog({ opened, id, row, onClose }: InvoiceDialogProps) {
  const texts = useTexts(invoiceDetailTexts);
  const load = useQuery(invoiceOptions(id));
  const failure = useFailure(load);
  const invoice = load.data ?? row;
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.title} size="detail">
      <DialogBody>
        {failure !== null && (
          <LoadFailed
            title={texts.failed}
            error={failure}
            retrying={load.isFetching}
            onRetry={() => void load.refetch()}
          />
        )}
        {failure === null && !invoice && <Skeleton height="16rem" />}
        {failure === null && invoice && <InvoiceSummary invoice={invoice} />}
        {load.data && <InvoiceBreakdown invoice={load.data} />}
      </DialogBody>
      {failure === null && invoice && isOpen(invoice) && !inSandbox() ? (
        <ConfirmForm invoice={invoice} onDone={onClose} />
      ) : (
        <DialogFoot>
          <Button variant="default" onClick={onClose}>
            {texts.close}
          </Button>
        </DialogFoot>
      )}
    </Dialog>
  );
}
