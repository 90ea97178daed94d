import { Amount } from '@shared/format/amount';
import { useZones } from '@shared/format/display-zone';
import { GroupedNumber } from '@shared/format/grouped-number';
import { formatDateTime } from '@shared/format/local-time';
import { walletTypeName } from '@shared/format/wallet-type';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { PhoneRow } from '@shared/table/phone-row';

import type { DepositEvent } from '../deposit-queries';
import { depositTexts } from '../deposit-texts';
import { OperationCell, ReceivedBy, SignedAmount } from './deposit-columns';
import classes from './deposit-list.module.css';

/** A row of history on a phone: operation and amount, order and balance, reference and wallet, time, the balance before. */
export function DepositPhoneRow({ row }: { row: DepositEvent }) {
  const language = useLanguage();
  const { columns } = useTexts(depositTexts);
  const { shown } = useZones();
  return (
    <PhoneRow className={classes['phoneRow']}>
      <OperationCell row={row} />
      <SignedAmount row={row} />
      <span className={classes['phoneNumber']}>
        {row.accountNo !== '' && <ReceivedBy row={row} />}
        {row.orderId !== '' && <GroupedNumber value={row.orderId} />}
      </span>
      <span className={classes['phoneBalance']}>
        <Amount value={row.balanceAfter} prefix="Rp" />
      </span>
      <span className={classes['phoneReference']}>{row.reference}</span>
      <span className={classes['phoneCaption']}>{walletTypeName(row.type)}</span>
      <time className={classes['phoneReference']} dateTime={row.createdAt}>
        {formatDateTime(row.createdAt, shown, language)}
      </time>
      {row.balanceBefore !== null && (
        <span className={classes['phoneCaption']}>
          {columns.before} <Amount value={row.balanceBefore} prefix="Rp" />
        </span>
      )}
    </PhoneRow>
  );
}
