import { useQuery } from '@tanstack/react-query';

import { Amount } from '@shared/format/amount';
import { groupThousands } from '@shared/format/rupiah';
import { useTexts } from '@shared/i18n/texts';
import { stateTexts } from '@shared/state/state-texts';
import { useFailure } from '@shared/state/use-failure';
import { ProgressButton } from '@shared/ui/progress-button';

import { ExportFilterButton } from '../export/export-filter-button';
import { type OrderTotals as Sums, sumsOptions } from '../order-queries';
import { sumsParams } from '../order-rules';
import type { OrderSearch } from '../order-search';
import { type OrderStatus, statusOfId } from '../order-status';
import { ordersTexts } from '../orders-texts';
import classes from './order-totals-strip.module.css';

const statuses = ['success', 'pending', 'failed'] as const satisfies readonly OrderStatus[];

/** Number and total of the orders that the filter selects, by status, and the button that exports these orders. */
export function OrderTotalsStrip({ search }: { search: OrderSearch }) {
  const texts = useTexts(ordersTexts);
  const loadTexts = useTexts(stateTexts);
  const filter = sumsParams(search);
  const load = useQuery(sumsOptions(filter));
  const failure = useFailure(load);
  const shown = search.filterType === undefined ? statuses : [statusOfId(search.filterType)];
  return (
    <section className={classes['strip']} aria-label={texts.sums.title} aria-busy={load.isPlaceholderData}>
      {failure === null ? (
        <dl className={classes['sums']} data-waiting={load.isPlaceholderData || undefined}>
          {shown.map((status) => (
            <SumOf key={status} status={status} sums={load.data} />
          ))}
        </dl>
      ) : (
        <p className={classes['failed']} role="status">
          {texts.sums.failed}
          <ProgressButton
            variant="default"
            size="sm"
            sending={load.isFetching}
            sendingLabel={loadTexts.retrying}
            onPress={() => void load.refetch()}
          >
            {loadTexts.retry}
          </ProgressButton>
        </p>
      )}
      {load.data?.partial === true && <p className={classes['partial']}>{texts.sums.partial}</p>}
      <ExportFilterButton filter={filter} />
    </section>
  );
}

/** The sum of one status. Of failed orders it shows what was refunded, because nothing else was paid for them. */
function SumOf({ status, sums }: { status: OrderStatus; sums: Sums | undefined }) {
  const texts = useTexts(ordersTexts);
  return (
    <div className={classes['sum']}>
      <dt data-status={status}>{texts.status[status]}</dt>
      {sums && (
        <>
          <dd className={classes['count']}>{groupThousands(sums[status].count)}</dd>
          <dd>
            <Amount value={status === 'failed' ? sums.refunded.amount : sums[status].amount} />
            {status === 'failed' && ` ${texts.sums.refunded}`}
          </dd>
        </>
      )}
    </div>
  );
}
