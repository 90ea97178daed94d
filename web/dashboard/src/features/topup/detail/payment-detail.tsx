import { useQuery } from '@tanstack/react-query';

import { Amount } from '@shared/format/amount';
import { prefixGap } from '@shared/format/rupiah';
import { useTexts } from '@shared/i18n/texts';
import { Fact, Facts, TotalFact } from '@shared/ui/facts';
import type { TopupOrder } from '@/wallet/topup-order-queries';
import { walletsOptions } from '@/wallet/wallet-queries';

import { Received } from '../received';
import shared from '../topup.module.css';
import { transferDetailTexts } from './transfer-detail-texts';
import classes from './detail.module.css';

const uniqueDigits = 3;

/** How the amount is made up. */
export function PaymentDetail({ order }: { order: TopupOrder }) {
  const texts = useTexts(transferDetailTexts);
  const { data: wallets } = useQuery({ ...walletsOptions(), meta: { inPlace: true } });
  const points = wallets?.find(({ id }) => id === order.deposit_id)?.additionalInfo.withheldTaxPoints;
  return (
    <section className={shared['card']}>
      <h2 className={shared['cardTitle']}>{texts.paymentDetail}</h2>
      <div className={classes['sums']}>
        <Facts>
          <Fact name={texts.topUp}>
            <Amount value={order.base_amount} prefix="Rp" />
          </Fact>
          <Fact name={texts.uniqueAmount}>
            <span className={classes['prefix']}>Rp{prefixGap('Rp')}</span>
            {String(order.unique_amount).padStart(uniqueDigits, '0')}
          </Fact>
          <TotalFact name={texts.total}>
            <Amount value={order.amount} prefix="Rp" />
          </TotalFact>
          {points === undefined ? null : <Received amount={order.amount} points={points} />}
        </Facts>
      </div>
    </section>
  );
}
