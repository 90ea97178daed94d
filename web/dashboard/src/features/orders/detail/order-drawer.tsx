import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconSearchOff, type TablerIcon } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { ApiProblem } from '@shared/api/problem';
import { useTexts } from '@shared/i18n/texts';
import { ListNotice } from '@shared/state/list-notice';
import { LoadFailed } from '@shared/state/load-failed';
import { useFailure } from '@shared/state/use-failure';
import { SideDrawer } from '@shared/overlay/side-drawer';

import { orderDetailTexts } from './order-detail-texts';
import { OrderDetailBody } from './order-detail-body';
import classes from './order-detail.module.css';
import { type Order, orderDetailOptions } from '../order-queries';

interface OrderDrawerProps {
  opened: boolean;
  orderId: string;
  /** The order as the list has it, shown until the detail is loaded. */
  row: Order | undefined;
  /** Open the previous and the next order of the list; undefined at the ends of the list. */
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
  /** Where the next page of the list is being loaded, whose order opens then. */
  turning: 'up' | 'down' | undefined;
  /** Undefined where no receipt is offered. */
  onReceipt: ((orderId: string) => void) | undefined;
  onClose: () => void;
  onReturnFocus: () => void;
}

const notFound = 404;

/** The detail of an order in a drawer on the right, with buttons that open the previous and the next order. */
export function OrderDrawer(props: OrderDrawerProps) {
  const { opened, orderId, row, onUp, onDown, turning, onReceipt, onClose, onReturnFocus } = props;
  const texts = useTexts(orderDetailTexts);
  const detail = useQuery({ ...orderDetailOptions(orderId), enabled: opened });
  const order = detail.data ?? row;
  const failure = useFailure(detail);
  const failed = failure !== null && (
    <DetailFailed error={failure} retrying={detail.isFetching} onRetry={() => void detail.refetch()} />
  );
  return (
    <SideDrawer
      opened={opened}
      onClose={onClose}
      side="right"
      title={texts.title}
      closeLabel={texts.close}
      onReturnFocus={onReturnFocus}
      actions={
        <>
          <Step label={texts.up} icon={IconChevronUp} busy={turning === 'up'} onStep={onUp} />
          <Step label={texts.down} icon={IconChevronDown} busy={turning === 'down'} onStep={onDown} />
        </>
      }
    >
      {order && (
        <OrderDetailBody
          key={orderId}
          order={order}
          history={detail.data}
          failed={failed}
          onReceipt={onReceipt && (() => onReceipt(orderId))}
        />
      )}
      {!order && failed}
    </SideDrawer>
  );
}

interface DetailFailedProps {
  error: unknown;
  retrying: boolean;
  onRetry: () => void;
}

function DetailFailed({ error, retrying, onRetry }: DetailFailedProps) {
  const texts = useTexts(orderDetailTexts);
  if (!(error instanceof ApiProblem) || error.status !== notFound) {
    return <LoadFailed title={texts.failed} error={error} retrying={retrying} onRetry={onRetry} />;
  }
  return (
    <ListNotice icon={IconSearchOff} title={texts.notFound}>
      {texts.notFoundText}
    </ListNotice>
  );
}

interface StepProps {
  label: string;
  icon: TablerIcon;
  /** The page with the order is being loaded. */
  busy: boolean;
  onStep: (() => void) | undefined;
}

/** Uses aria-disabled at the ends of the list and while it is busy, because a disabled button loses the focus. */
function Step({ label, icon: Icon, busy, onStep }: StepProps) {
  const press = busy ? undefined : onStep;
  return (
    <ActionIcon
      className={classes['step']}
      aria-label={label}
      title={label}
      aria-disabled={press === undefined}
      aria-busy={busy}
      onClick={() => press?.()}
    >
      <Icon aria-hidden />
    </ActionIcon>
  );
}
