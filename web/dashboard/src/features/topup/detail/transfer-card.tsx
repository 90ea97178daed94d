import { IconAlertTriangle } from '@tabler/icons-react';

import { GroupedNumber } from '@shared/format/grouped-number';
import { walletTypeName } from '@shared/format/wallet-type';
import { useTexts } from '@shared/i18n/texts';
import { CopyButton } from '@shared/ui/copy-button';
import { CopyIcon } from '@shared/ui/copy-icon';
import { ReferenceCell } from '@shared/table/cells';
import { Fact, Facts } from '@shared/ui/facts';
import { BankLogo } from '@/wallet/bank-logo';
import type { TopupOrder } from '@/wallet/topup-order-queries';
import { UniqueAmount } from '@/wallet/unique-amount';

import { topupTexts } from '../topup-texts';
import { transferDetailTexts } from './transfer-detail-texts';
import classes from './detail.module.css';

/** Where to transfer how much, while the order is open: afterwards nobody may transfer again. And what identifies it. */
export function TransferCard({ order }: { order: TopupOrder }) {
  const texts = useTexts(transferDetailTexts);
  const open = order.status === 'pending';
  return (
    <div className={classes['transfer']}>
      <div className={classes['part']}>
        <BankLogo logo={order.bank.logo} />
        <div className={classes['value']}>
          <p className={classes['caption']}>{order.bank.name}</p>
          {open ? (
            <>
              <div className={classes['account']}>
                <GroupedNumber value={order.acc_no} whole />
              </div>
              <p className={classes['caption']}>{texts.holder(order.acc_name)}</p>
            </>
          ) : (
            <p className={classes['caption']}>{texts.dontTransfer}</p>
          )}
        </div>
        {open ? <CopyButton value={order.acc_no} label={texts.account} done={texts.accountCopied} /> : null}
      </div>
      {open ? (
        <div className={classes['part']}>
          <div className={classes['value']}>
            <p className={classes['label']}>{texts.transferAmount}</p>
            <p className={classes['amount']}>
              <UniqueAmount value={order.amount} />
            </p>
          </div>
          <CopyButton value={String(order.amount)} label={texts.transferAmount} done={texts.amountCopied} />
          <p className={classes['warning']}>
            <IconAlertTriangle aria-hidden />
            {texts.lastDigits}
          </p>
        </div>
      ) : null}
      <div className={classes['part']}>
        <Identity order={order} />
      </div>
    </div>
  );
}

function Identity({ order }: { order: TopupOrder }) {
  const texts = useTexts(transferDetailTexts);
  const { wallet } = useTexts(topupTexts);
  return (
    <Facts>
      <Fact name={texts.transactionId}>
        <GroupedNumber value={order.id} />
        <CopyIcon value={order.id} label={texts.transactionId} done={texts.transactionIdCopied} />
      </Fact>
      <Fact name={texts.referenceId}>
        <ReferenceCell value={order.reference} />
        <CopyIcon value={order.reference} label={texts.referenceId} done={texts.referenceIdCopied} />
      </Fact>
      <Fact name={texts.method}>{order.bank.name}</Fact>
      <Fact name={wallet}>{walletTypeName(order.deposit_type)}</Fact>
    </Facts>
  );
}
