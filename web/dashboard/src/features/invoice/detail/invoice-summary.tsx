import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import { Amount } from '@shared/format/amount';
import { type Day, formatLongDay } from '@shared/format/calendar-day';
import { useZones } from '@shared/format/display-zone';
import { GroupedNumber } from '@shared/format/grouped-number';
import { emptyMark } from '@shared/format/local-time';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { CopyIcon } from '@shared/ui/copy-icon';
import { Fact, Facts } from '@shared/ui/facts';

import type { Invoice, InvoiceDetail } from '../invoice-queries';
import { transactionDay } from '../invoice-rules';
import { invoiceTexts } from '../invoice-texts';
import { StateCell } from '../list/invoice-columns';
import { invoiceDetailTexts } from './invoice-detail-texts';
import classes from './detail.module.css';

/** Amount and tag, then what identifies the invoice, where to pay it, and its files. */
export function InvoiceSummary({ invoice }: { invoice: Invoice }) {
  const texts = useTexts(invoiceDetailTexts);
  const listTexts = useTexts(invoiceTexts);
  const zones = useZones();
  const lowered = invoice.outstanding !== invoice.amount && invoice.outstanding > 0;
  return (
    <>
      <div className={classes['head']}>
        <div>
          <p className={classes['name']}>{lowered ? texts.outstanding : listTexts.columns.amount}</p>
          <p className={classes['amount']}>
            <Amount value={lowered ? invoice.outstanding : invoice.amount} prefix="Rp" />
          </p>
          {lowered && (
            <p className={classes['name']}>
              {listTexts.columns.amount} <Amount value={invoice.amount} prefix="Rp" />
            </p>
          )}
        </div>
        <StateCell invoice={invoice} />
      </div>
      <dl className={classes['parts']}>
        <Part name={listTexts.columns.number}>
          <span className={classes['mono']}>{invoice.invoice_no}</span>
          <CopyIcon value={invoice.invoice_no} label={listTexts.copyNumber} />
        </Part>
        <Part name={texts.type}>{listTexts.types[invoice.type]}</Part>
        <Part name={listTexts.columns.transactionDate}>
          <LongDay day={transactionDay(invoice, zones.client)} />
        </Part>
        <Part name={listTexts.columns.dueDate}>
          <LongDay day={invoice.dueDate} />
        </Part>
        <Part name={texts.account}>
          <Account invoice={invoice} />
        </Part>
        <Part name={texts.files}>
          <InvoiceFiles invoice={invoice} />
        </Part>
        {invoice.transferDate !== '' && (
          <Part name={listTexts.columns.transferDate}>
            <LongDay day={invoice.transferDate} />
          </Part>
        )}
      </dl>
    </>
  );
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className={classes['name']}>{name}</dt>
      <dd className={classes['value']}>{children}</dd>
    </div>
  );
}

function LongDay({ day }: { day: Day }) {
  const language = useLanguage();
  return <time dateTime={day}>{formatLongDay(day, language)}</time>;
}

function Account({ invoice }: { invoice: Invoice }) {
  const texts = useTexts(invoiceDetailTexts);
  const { accNo, accName, bankName } = invoice;
  if (accNo === '') return texts.noAccount;
  return (
    <>
      <span>{bankName}</span>{' '}
      <span className={classes['mono']}>
        <GroupedNumber value={accNo} whole />
      </span>
      <CopyIcon value={accNo} label={texts.copyAccount} />
      {accName !== '' && <span className={classes['holder']}>{accName}</span>}
    </>
  );
}

/** The links to the files of an invoice. Those that it does not have yet are left out. */
function InvoiceFiles({ invoice }: { invoice: Invoice }) {
  const { file } = useTexts(invoiceDetailTexts);
  const links = [
    { name: file.invoice, href: invoice.invoice_file },
    { name: file.formal, href: invoice.formal_invoice_file },
    { name: file.lines, href: invoice.fileUrl },
    { name: file.proof, href: invoice.payment_confirm_file },
  ].filter(({ href }) => href !== '');
  if (links.length === 0) return emptyMark;
  return (
    <ul className={classes['files']}>
      {links.map(({ name, href }) => (
        <li key={name}>
          <a className={classes['file']} href={href} target="_blank" rel="noreferrer">
            <IconDownload aria-hidden />
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}

const hundredths = 100;

/** What the amount is made of, and the credit notes that lower it. Nothing for an invoice of one line. */
export function InvoiceBreakdown({ invoice }: { invoice: InvoiceDetail }) {
  const texts = useTexts(invoiceDetailTexts);
  const { lines, vat, creditNotes } = invoice;
  if (lines.length <= 1 && vat === null && creditNotes.length === 0) return null;
  return (
    <Facts>
      {lines.map(({ kind, amount }) => (
        <Fact key={kind} name={texts.lines[kind]}>
          <Amount value={amount} prefix="Rp" />
        </Fact>
      ))}
      {vat && (
        <Fact name={texts.vat((vat.points / hundredths).toString().replace('.', ','))}>
          <Amount value={vat.amount} prefix="Rp" />
        </Fact>
      )}
      {creditNotes.map((note) => (
        <Fact key={note.creditNoteNo} name={note.reason}>
          <span className={classes['note']}>
            <a className={classes['file']} href={note.file} target="_blank" rel="noreferrer">
              {note.creditNoteNo}
            </a>
            <Amount value={-note.amount} prefix="Rp" />
            {note.nextInvoice && <span className={classes['name']}>{texts.nextInvoice}</span>}
          </span>
        </Fact>
      ))}
    </Facts>
  );
}
