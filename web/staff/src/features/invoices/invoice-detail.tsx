import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { Amount } from '@shared/format/amount';
import { useZones } from '@shared/format/display-zone';
import { formatDateOf, formatDateTime } from '@shared/format/local-time';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { lazyDialog } from '@shared/overlay/lazy-windows';
import { LoadFailed } from '@shared/state/load-failed';
import { useFailure } from '@shared/state/use-failure';
import { Fact, Facts, TotalFact } from '@shared/ui/facts';

import { type InvoiceAct, type InvoiceDetail, invoiceOptions, proofOptions } from './invoice-queries';
import { invoiceTexts } from './invoice-texts';
import classes from './invoices.module.css';

const EndDialog = lazyDialog(async () => (await import('./invoice-dialogs')).EndDialog);
const FormalDialog = lazyDialog(async () => (await import('./invoice-dialogs')).FormalDialog);
const CreditNoteDialog = lazyDialog(async () => (await import('./invoice-dialogs')).CreditNoteDialog);

/** An invoice, with its proof of payment beside it. */
export function InvoiceDetailPart({ id }: { id: string }) {
  const { detail } = useTexts(invoiceTexts);
  const load = useQuery(invoiceOptions(id));
  const failure = useFailure(load);
  const { data: invoice, isFetching, refetch } = load;
  if (failure) {
    return <LoadFailed title={detail.failed} error={failure} retrying={isFetching} onRetry={() => void refetch()} />;
  }
  if (!invoice) return <Skeleton height="20rem" />;
  return (
    <div className={classes['detail']}>
      <div className={classes['part']}>
        <InvoiceFacts invoice={invoice} />
        <Sums invoice={invoice} />
        <Actions invoice={invoice} />
      </div>
      <div className={classes['part']}>
        <h2 className={classes['title']}>{detail.proof}</h2>
        {invoice.proof === 'none' ? <p className={classes['hint']}>{detail.noProof}</p> : <Proof invoice={invoice} />}
      </div>
    </div>
  );
}

function InvoiceFacts({ invoice }: { invoice: InvoiceDetail }) {
  const { detail } = useTexts(invoiceTexts);
  const language = useLanguage();
  const { shown } = useZones();
  const { from, to, account, transferDate, paidAt, doneAt, formal } = invoice;
  const moment = (at: string) => formatDateTime(at, shown, language);
  return (
    <Facts>
      <Fact name={detail.period}>
        {formatDateOf(from, shown, language)} – {formatDateOf(to, shown, language)}
      </Fact>
      {account !== '' && <Fact name={detail.account}>{account}</Fact>}
      {transferDate !== '' && <Fact name={detail.transfer}>{transferDate}</Fact>}
      {paidAt !== null && <Fact name={detail.paidAt}>{moment(paidAt)}</Fact>}
      {doneAt !== null && <Fact name={detail.doneAt}>{moment(doneAt)}</Fact>}
      <Fact name={detail.formal}>{formal ? detail.attached : detail.notAttached}</Fact>
    </Facts>
  );
}

function Sums({ invoice }: { invoice: InvoiceDetail }) {
  const { detail } = useTexts(invoiceTexts);
  const { lines, creditNotes, outstanding } = invoice;
  return (
    <Facts>
      {lines.map(({ kind, amount }) => (
        <Fact key={kind} name={detail.lines[kind]}>
          <Amount value={amount} prefix="Rp" />
        </Fact>
      ))}
      {creditNotes.map(({ creditNoteNo, amount, nextInvoice, reason }) => (
        <Fact key={creditNoteNo} name={`${(nextInvoice ? detail.nextNote : detail.note)(creditNoteNo)}: ${reason}`}>
          <Amount value={-amount} prefix="Rp" />
        </Fact>
      ))}
      <TotalFact name={detail.outstanding}>
        <Amount value={outstanding} prefix="Rp" />
      </TotalFact>
    </Facts>
  );
}

function Proof({ invoice }: { invoice: InvoiceDetail }) {
  const { detail } = useTexts(invoiceTexts);
  const load = useQuery(proofOptions(invoice));
  const failure = useFailure(load);
  if (failure) {
    const again = () => void load.refetch();
    return <LoadFailed title={detail.proofFailed} error={failure} retrying={load.isFetching} onRetry={again} />;
  }
  const { data: url } = load;
  if (url === undefined) return <Skeleton height="16rem" />;
  if (invoice.proof === 'picture') {
    return <img className={classes['proof']} src={url} alt={detail.proofOf(invoice.invoiceNo)} />;
  }
  return (
    <div>
      <Button component="a" variant="default" href={url} target="_blank" rel="noreferrer">
        {detail.openPdf}
      </Button>
    </div>
  );
}

function Actions({ invoice }: { invoice: InvoiceDetail }) {
  const texts = useTexts(invoiceTexts);
  const [opened, setOpened] = useState<InvoiceAct | 'note' | 'formal'>();
  const close = () => setOpened(undefined);
  const { status, creditable } = invoice;
  const isOpen = status === 'unpaid' || status === 'pending';
  return (
    <div className={classes['actions']} role="group" aria-label={texts.detail.actions}>
      {isOpen && <Button onClick={() => setOpened('paid')}>{texts.paid.button}</Button>}
      {status === 'paid' && <Button onClick={() => setOpened('done')}>{texts.done.button}</Button>}
      <Button variant="default" onClick={() => setOpened('formal')}>
        {texts.formal.button}
      </Button>
      {creditable > 0 && (
        <Button variant="default" onClick={() => setOpened('note')}>
          {texts.creditNote.button}
        </Button>
      )}
      <EndDialog act="paid" opened={opened === 'paid'} invoice={invoice} onClose={close} />
      <EndDialog act="done" opened={opened === 'done'} invoice={invoice} onClose={close} />
      <FormalDialog opened={opened === 'formal'} invoice={invoice} onClose={close} />
      <CreditNoteDialog opened={opened === 'note'} invoice={invoice} onClose={close} />
    </div>
  );
}
