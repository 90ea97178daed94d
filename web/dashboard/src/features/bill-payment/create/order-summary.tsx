import { IconInfoCircle, IconRepeat } from '@tabler/icons-react';

import { Amount } from '@shared/format/amount';
import { formatMonth } from '@shared/format/calendar-month';
import { useZones } from '@shared/format/display-zone';
import { formatLongDateTime } from '@shared/format/local-time';
import { percent } from '@shared/format/percent';
import { groupThousands } from '@shared/format/rupiah';
import { walletTypeName } from '@shared/format/wallet-type';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { Fact, Facts, TotalFact } from '@shared/ui/facts';
import { Note } from '@shared/ui/note';
import { ProgressBar } from '@shared/ui/progress-bar';
import type { Wallet } from '@/wallet/wallet-queries';

import type { BillProduct } from '../bill-queries';
import { OperatorName } from '../products/bill-columns';
import classes from './create.module.css';
import { checkTexts } from './check-texts';
import { createTexts } from './create-texts';
import type { Draft } from './draft';
import { doubtfulCount, totalOfBills } from './line-checks';
import type { LineChecks } from './use-line-checks';
import { kindOf, runsOf, scheduledAt, unitPrice } from './order-rules';

interface OrderSummaryProps {
  product: BillProduct;
  draft: Draft;
  checks: LineChecks;
  /** The wallet that pays; undefined while loading, or if the client has none. */
  wallet: Wallet | undefined;
}

/** What the order will cost, live. */
export function OrderSummary({ product, draft, checks, wallet }: OrderSummaryProps) {
  const texts = useTexts(createTexts);
  const words = useTexts(checkTexts);
  const price = unitPrice(product, draft);
  const quantity = draft.destinations.length;
  const bills = checks.counts.get('bill') ?? 0;
  const found = bills > 0 ? totalOfBills(checks.lines) : undefined;
  const total = price === undefined ? found : price * quantity;
  const doubtful = doubtfulCount(checks.counts);
  const without = groupThousands(checks.counts.get('ok') ?? 0);
  return (
    <aside className={classes['summary']} aria-label={texts.summary}>
      <div>
        <p className={classes['note']}>{texts.product}</p>
        <p className={classes['product']}>{product.name}</p>
        <p className={classes['note']}>
          <span className={classes['number']}>{product.code}</span> · <OperatorName product={product} />
        </p>
      </div>
      <Facts>
        <Fact name={texts.wallet}>{walletTypeName(product.walletType)}</Fact>
        {total === undefined && <Fact name={texts.balance}>{wallet ? <Amount value={wallet.balance} /> : '–'}</Fact>}
        <Fact name={texts.price}>{price === undefined ? '-' : <Amount value={price} />}</Fact>
        <Fact name={texts.quantity}>{groupThousands(quantity)}</Fact>
        {bills > 0 && <Fact name={words.billsFound}>{groupThousands(bills)}</Fact>}
        {bills > 0 && <Fact name={words.withoutBill}>{without}</Fact>}
        {doubtful > 0 && <Fact name={words.wouldFail}>{groupThousands(doubtful)}</Fact>}
        <TotalFact name={bills > 0 ? words.totalOfBills : texts.total}>
          {total === undefined ? '-' : <Amount value={total} />}
        </TotalFact>
      </Facts>
      {wallet && wallet.balance !== null && total !== undefined && (
        <BalanceUse balance={wallet.balance} total={total} scheduled={checks.scheduled ?? 0} />
      )}
      {kindOf(product) === 'postpaid' && (
        <p className={classes['when']}>
          <IconInfoCircle aria-hidden />
          {bills > 0 ? words.checkOnly(without) : texts.bills}
        </p>
      )}
      <Schedule draft={draft} />
    </aside>
  );
}

interface BalanceUseProps {
  /** Rupiah, as are the others. */
  balance: number;
  total: number;
  /** What other scheduled orders will take. */
  scheduled: number;
}

/** What the order takes of the wallet, and what is left after it. */
function BalanceUse({ balance, total, scheduled }: BalanceUseProps) {
  const texts = useTexts(createTexts);
  const words = useTexts(checkTexts);
  const left = balance - total - scheduled;
  return (
    <div className={classes['use']}>
      {balance > 0 && (
        <div className={classes['share']}>
          <Facts>
            <Fact name={words.ofBalance}>{percent(total, balance)}</Fact>
          </Facts>
          <ProgressBar label={words.ofBalance} value={total} max={balance} />
        </div>
      )}
      <Facts>
        <Fact name={texts.balance}>
          <Amount value={balance} />
        </Fact>
        {scheduled > 0 && (
          <Fact name={words.scheduled}>
            <Amount value={scheduled} />
          </Fact>
        )}
        {left >= 0 && total > 0 && (
          <Fact name={words.left}>
            <Amount value={left} />
          </Fact>
        )}
      </Facts>
      {total > balance && <Note tone="warning">{texts.short}</Note>}
    </div>
  );
}

/** When the order runs, in words. */
function Schedule({ draft }: { draft: Draft }) {
  const texts = useTexts(createTexts);
  const language = useLanguage();
  const zones = useZones();
  const at = scheduledAt(draft, zones.client);
  const { day, time, monthly, endMonth } = draft;
  if (at === undefined || day === undefined || time === undefined) return null;
  return (
    <p className={classes['when']}>
      <IconRepeat aria-hidden />
      {monthly && endMonth !== undefined
        ? texts.runs(
            Number(day.slice(-2)),
            `${time} ${zones.clientLabel}`,
            runsOf(day, endMonth),
            formatMonth(endMonth, language),
          )
        : texts.once(formatLongDateTime(at, zones.client, language))}
    </p>
  );
}
