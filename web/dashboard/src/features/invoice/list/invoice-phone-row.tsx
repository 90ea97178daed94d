import { useTexts } from '@shared/i18n/texts';
import { PhoneRow } from '@shared/table/phone-row';

import type { Invoice } from '../invoice-queries';
import { invoiceTexts } from '../invoice-texts';
import { DayText, DueIn, InvoiceActions, LeftToPay, StateCell } from './invoice-columns';
import classes from './invoice-list.module.css';

/** An invoice on a phone: number and amount, due day and state, and its buttons. */
export function InvoicePhoneRow({ invoice }: { invoice: Invoice }) {
  const texts = useTexts(invoiceTexts);
  return (
    <PhoneRow>
      <span className={classes['number']}>{invoice.invoice_no}</span>
      <span className={classes['phoneAmount']}>
        <LeftToPay invoice={invoice} />
      </span>
      <span className={classes['phoneNote']}>
        {texts.columns.dueDate} <DayText day={invoice.dueDate} /> <DueIn invoice={invoice} />
      </span>
      <span className={classes['phoneState']}>
        <StateCell invoice={invoice} />
      </span>
      <div className={classes['phoneActions']}>
        <InvoiceActions invoice={invoice} />
      </div>
    </PhoneRow>
  );
}
