import { IconReceipt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { Page } from '@shared/app/page';
import { lazyDialog } from '@shared/overlay/lazy-windows';
import { useTexts } from '@shared/i18n/texts';
import { useLiveQueries } from '@shared/live/use-live-queries';
import { MessageDialog } from '@shared/overlay/message-dialog';
import { ListNotice, RetryButton } from '@shared/state/list-notice';
import { useFailure } from '@shared/state/use-failure';
import { subPageTexts } from '@/navigation/sub-pages';
import { HeldTransfers } from '@/wallet/held-transfers';
import { type TopupDetail, topupKeys } from '@/wallet/topup-order-queries';

import { isNotFound, topupOptions } from '../topup-queries';
import { topupTexts } from '../topup-texts';
import shared from '../topup.module.css';
import { DetailActions } from './detail-actions';
import { transferDetailTexts } from './transfer-detail-texts';
import classes from './detail.module.css';
import { OrderActions } from './transfer-actions';
import { PaymentDetail } from './payment-detail';
import { StatusBanner } from './status-banner';
import { TransferCard } from './transfer-card';
import { useProcessing } from './use-processing';

const route = getRouteApi('/_app/deposit_/top-up_/bank-transfer_/$trxId');

const HowToPay = lazyDialog(async () => (await import('./how-to-pay')).HowToPay);

/** One top-up by bank transfer. Its state changes by itself. */
export function DetailPage() {
  const { title } = useTexts(subPageTexts)['transfer-detail'];
  const { trxId } = route.useParams();
  const load = useQuery(topupOptions(trxId));
  useLiveQueries(['topups'], [topupKeys.order(trxId)]);
  const failure = useFailure(load);
  if (load.data) return <Detail key={trxId} order={load.data} />;
  return (
    <div className={shared['page']}>
      <Page title={title}>
        {failure === null ? <div className={classes['skeleton']} aria-hidden /> : null}
        {failure !== null && !isNotFound(failure) && (
          <Unavailable retrying={load.isFetching} onRetry={() => void load.refetch()} />
        )}
        <NotFound opened={isNotFound(failure)} />
      </Page>
    </div>
  );
}

/** The failure itself is only reported (docs/product/deposits.md#transaction). */
function Unavailable({ retrying, onRetry }: { retrying: boolean; onRetry: () => void }) {
  const texts = useTexts(transferDetailTexts);
  return (
    <div className={shared['card']}>
      <ListNotice
        icon={IconReceipt}
        title={texts.unavailable}
        action={<RetryButton retrying={retrying} onRetry={onRetry} />}
      />
    </div>
  );
}

function NotFound({ opened }: { opened: boolean }) {
  const texts = useTexts(transferDetailTexts).notFound;
  const { ok } = useTexts(topupTexts);
  const navigate = useNavigate();
  return (
    <MessageDialog
      {...texts}
      opened={opened}
      ok={ok}
      onClose={() => void navigate({ to: '/deposit', replace: true })}
    />
  );
}

function Detail({ order }: { order: TopupDetail }) {
  const { title } = useTexts(subPageTexts)['transfer-detail'];
  const [reading, setReading] = useState<boolean>();
  const processing = useProcessing(order);
  return (
    <div className={shared['page']}>
      <Page title={title} actions={<DetailActions order={order} onHowToPay={() => setReading(true)} />}>
        <StatusBanner order={order} processing={processing} />
        <HeldTransfers transfers={order.transfers} />
        <div className={shared['columns']}>
          <TransferCard order={order} />
          <div className={shared['side']}>
            <PaymentDetail order={order} />
            <OrderActions order={order} confirmed={processing > 0} />
          </div>
        </div>
        {reading === undefined ? null : (
          <HowToPay order={order} opened={reading && order.status === 'pending'} onClose={() => setReading(false)} />
        )}
      </Page>
    </div>
  );
}
