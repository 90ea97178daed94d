import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo } from 'react';

import { orderKey, orderOptions, type StaffOrderDetail } from '@/orders/order-queries';
import { OrderStatus } from '@/orders/order-status';
import { orderWords } from '@/orders/order-words';
import { permission } from '@/session/permissions';
import { Page } from '@shared/app/page';
import { Amount } from '@shared/format/amount';
import { GroupedNumber } from '@shared/format/grouped-number';
import { useTexts } from '@shared/i18n/texts';
import { useLiveQueries } from '@shared/live/use-live-queries';
import { LoadFailed } from '@shared/state/load-failed';
import { useFailure } from '@shared/state/use-failure';
import { Note } from '@shared/ui/note';

import { AttemptsCard } from './attempts-card';
import { AuditCard } from './audit-card';
import { ComplaintsCard } from './complaints-card';
import { MoneyCard } from './money-card';
import { NotesCard } from './notes-card';
import { OrderActions } from './order-actions';
import { OrderFacts } from './order-facts';
import { orderTexts } from './order-texts';
import classes from './order.module.css';
import { OrderReviewsCard } from './reviews-card';
import { TimelineCard } from './timeline-card';
import { WhyPendingCard } from './why-pending-card';

const route = getRouteApi('/_app/orders_/$id');

/** One order with all that is known of it, and what staff decide about it. */
export function OrderPage() {
  const texts = useTexts(orderTexts);
  const { id } = route.useParams();
  return (
    <Page title={texts.title} needs={{ permission: permission.orderDetail }} actions={<Actions id={id} />}>
      <Order key={id} id={id} />
    </Page>
  );
}

function Actions({ id }: { id: string }) {
  const { data } = useQuery(orderOptions(id));
  return data ? <OrderActions order={data} /> : null;
}

function Order({ id }: { id: string }) {
  const texts = useTexts(orderTexts);
  const load = useQuery(orderOptions(id));
  const liveKeys = useMemo(() => [orderKey(id)], [id]);
  // While it is pending it is asked for anyway: hints of all clients' orders say nothing of this one.
  useLiveQueries(['staff'], liveKeys);
  const failure = useFailure(load);
  const { data: order, isFetching, refetch } = load;
  if (failure) {
    return <LoadFailed title={texts.failed} error={failure} retrying={isFetching} onRetry={() => void refetch()} />;
  }
  if (!order) return <Skeleton height="24rem" />;
  return (
    <>
      <Head order={order} />
      <div className={classes['page']}>
        <div className={classes['main']}>
          <OrderFacts order={order} />
          <AttemptsCard order={order} />
          <div className={classes['pair']}>
            <MoneyCard order={order} />
            <TimelineCard order={order} />
          </div>
        </div>
        <div className={classes['side']}>
          {order.approvalId !== '' && <Waiting id={order.approvalId} />}
          {order.pending && <WhyPendingCard pending={order.pending} />}
          {order.reviews.length > 0 && <OrderReviewsCard order={order} />}
          <ComplaintsCard order={order} />
          <NotesCard order={order} />
          <AuditCard order={order} />
        </div>
      </div>
    </>
  );
}

function Waiting({ id }: { id: string }) {
  const texts = useTexts(orderTexts);
  return (
    <Note tone="warning">
      {texts.waiting(id)}{' '}
      <Link to="/approvals" search={{ id }} className={classes['noteLink']}>
        {texts.openApprovals}
      </Link>
    </Note>
  );
}

function Head({ order }: { order: StaffOrderDetail }) {
  const stateTexts = useTexts(orderWords);
  return (
    <div className={classes['head']}>
      <div className={classes['amount']}>
        <Amount value={order.price} prefix="Rp" />
        <OrderStatus order={order} />
      </div>
      <div className={classes['what']}>
        <span className={classes['product']}>{order.productName}</span>
        <GroupedNumber value={order.destinationNo} />
        <Link to="/orders" search={{ clientId: String(order.clientId) }}>
          {order.clientName}
        </Link>
        <span>{stateTexts.clientId(order.clientId)}</span>
      </div>
    </div>
  );
}
