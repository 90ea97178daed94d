import '@mantine/core/styles/Text.layer.css';
import '@mantine/core/styles/Anchor.layer.css';

import { Anchor } from '@mantine/core';
import { IconInfoCircle, IconRepeat } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

import { Amount } from '@shared/format/amount';
import { emptyMark } from '@shared/format/local-time';
import { percent } from '@shared/format/percent';
import { formatRupiah, groupThousands } from '@shared/format/rupiah';
import { walletTypeName } from '@shared/format/wallet-type';
import { useTexts } from '@shared/i18n/texts';
import { Fact, Facts, TotalFact } from '@shared/ui/facts';
import { Note } from '@shared/ui/note';
import { ProgressBar } from '@shared/ui/progress-bar';
import type { Wallet } from '@/wallet/wallet-queries';

import type { BillProduct, OrderCheck } from './order-queries';
import { OperatorName, problemOf } from '../products/bill-columns';
import classes from './order-summary.module.css';
import parts from './form-parts.module.css';
import { checkTexts } from './checks/check-texts';
import { createTexts } from './create-texts';
import type { OrderDraft } from './order-draft';
import { doubtfulCount, totalOfBills } from './checks/line-checks';
import type { LineChecks } from './checks/use-line-checks';
import { kindOf } from '../products/product-kind';
import { costOf, pricedBy } from './form-rules';
import { useScheduleText } from './schedule-text';

interface OrderSummaryProps {
  product: BillProduct;
  draft: OrderDraft;
  checks: LineChecks;
  /** The wallet that pays; undefined while loading, or if the client has none. */
  wallet: Wallet | undefined;
}

/** What the order will cost, live, and why the server would refuse it. */
export function OrderSummary({ product, draft, checks, wallet }: OrderSummaryProps) {
  const texts = useTexts(createTexts);
  const lineTexts = useTexts(checkTexts);
  const quantity = draft.destinations.length;
  const cost = costOf(pricedBy(product, checks.check), draft.amount, quantity);
  const bills = checks.counts.get('bill') ?? 0;
  const billTotal = bills > 0 ? totalOfBills(checks.lines) : undefined;
  const total = cost?.estimated ?? billTotal;
  const charged = cost?.charged ?? billTotal;
  const doubtful = doubtfulCount(checks.counts);
  const without = (checks.counts.get('ok') ?? 0) + (checks.counts.get('repaired') ?? 0);
  return (
    <aside className={classes['summary']} aria-label={texts.summary}>
      <div>
        <p className={parts['note']}>{texts.product}</p>
        <p className={classes['product']}>{product.name}</p>
        <p className={parts['note']}>
          <span className={parts['number']}>{product.code}</span> · <OperatorName product={product} />
        </p>
      </div>
      <Facts>
        <Fact name={texts.wallet}>{walletTypeName(product.walletType)}</Fact>
        {charged === undefined && (
          <Fact name={texts.balance}>{wallet ? <Amount value={wallet.balance} /> : emptyMark}</Fact>
        )}
        <Fact name={texts.price}>{cost === undefined ? emptyMark : <Amount value={cost.unit} />}</Fact>
        <Fact name={texts.quantity}>{groupThousands(quantity)}</Fact>
        {bills > 0 && <Fact name={lineTexts.billsFound}>{groupThousands(bills)}</Fact>}
        {bills > 0 && <Fact name={lineTexts.withoutBill}>{groupThousands(without)}</Fact>}
        {doubtful > 0 && <Fact name={lineTexts.wouldFail}>{groupThousands(doubtful)}</Fact>}
        <TotalFact name={bills > 0 ? lineTexts.totalOfBills : texts.total}>
          {total === undefined ? emptyMark : <Amount value={total} />}
        </TotalFact>
        {cost?.fee && (
          <>
            <Fact name={texts.feeOf(formatRupiah(cost.fee.unit))}>
              <Amount value={cost.fee.all} />
            </Fact>
            <Fact name={texts.charged}>
              <Amount value={cost.charged} />
            </Fact>
          </>
        )}
      </Facts>
      {wallet && wallet.balance !== null && charged !== undefined && (
        <BalanceUse balance={wallet.balance} total={charged} scheduled={checks.check?.scheduled ?? 0} />
      )}
      {kindOf(product) === 'postpaid' && (
        <p className={parts['when']}>
          <IconInfoCircle aria-hidden />
          {bills > 0 ? lineTexts.checkOnly(without, groupThousands(without)) : texts.bills}
        </p>
      )}
      <Refusals product={product} check={checks.check} />
      <RunTimes draft={draft} />
    </aside>
  );
}

const pinCodes = new Set(['PinNotSetError', 'PinLockedError']);

/** What the server would refuse after the PIN, and that another user has to approve. */
function Refusals({ product, check }: { product: BillProduct; check: OrderCheck | undefined }) {
  const texts = useTexts(createTexts);
  const refusals = check?.refusals?.filter(({ field }) => field !== 'amount') ?? [];
  return (
    <>
      {product.problem && refusals.length === 0 && (
        <Note tone="warning">{[problemOf(product), texts.problem].filter(Boolean).join('. ')}</Note>
      )}
      {refusals.map(({ code, field, message }) => (
        <div key={`${code}${field}`} data-refusal tabIndex={-1}>
          <Note tone="warning" live>
            {message}{' '}
            {pinCodes.has(code) && (
              <Anchor
                renderRoot={(props) => (
                  <Link {...props} to="/profile/{-$type}" params={{ type: 'pin' }} ignoreBlocker />
                )}
              >
                {texts.setPin}
              </Anchor>
            )}
          </Note>
        </div>
      ))}
      {check?.needsApproval === true && <Note>{texts.needsApproval}</Note>}
    </>
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
  const lineTexts = useTexts(checkTexts);
  const left = balance - total - scheduled;
  return (
    <div className={classes['use']}>
      {balance > 0 && (
        <div className={classes['share']}>
          <Facts>
            <Fact name={lineTexts.ofBalance}>{percent(total, balance)}</Fact>
          </Facts>
          <ProgressBar label={lineTexts.ofBalance} value={total} max={balance} />
        </div>
      )}
      <Facts>
        <Fact name={texts.balance}>
          <Amount value={balance} />
        </Fact>
        {scheduled > 0 && (
          <Fact name={lineTexts.scheduled}>
            <Amount value={scheduled} />
          </Fact>
        )}
        {total > 0 && (
          <Fact name={lineTexts.left}>
            <Amount value={left} />
          </Fact>
        )}
      </Facts>
      {total > balance && <Note tone="warning">{texts.short}</Note>}
      {total <= balance && left < 0 && <Note tone="warning">{texts.shortWithScheduled}</Note>}
    </div>
  );
}

/** When the order runs, in words. */
function RunTimes({ draft }: { draft: OrderDraft }) {
  const texts = useTexts(createTexts);
  const { scheduled, day, time, monthly, endMonth } = draft;
  const isKnown = scheduled && day !== undefined && time !== undefined;
  const scheduleText = useScheduleText(isKnown ? { day, time, endMonth: monthly ? endMonth : undefined } : undefined);
  if (!isKnown) return null;
  const repeats = monthly && endMonth !== undefined;
  return (
    <p className={parts['when']}>
      <IconRepeat aria-hidden />
      {repeats ? texts.runs(scheduleText) : texts.once(scheduleText)}
    </p>
  );
}
