import { Button, Menu } from '@mantine/core';
import { IconDownload, IconRefresh } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { lazyDialog } from '@shared/overlay/lazy-windows';
import { groupThousands } from '@shared/format/rupiah';
import { useTexts } from '@shared/i18n/texts';
import { useCurrentUser, useHasPermission } from '@/session/current-user';
import { permission } from '@/session/permissions';

import { type Decision, resultOptions, type RetryLines, type ScheduledOrder } from '../scheduled-order-queries';
import { CancelOrder } from './cancel-order';
import { retriesOf } from './detail-rules';
import { scheduledDetailTexts } from './scheduled-detail-texts';
import { RejectOrder } from './reject-order';

const DecisionDialog = lazyDialog(async () => (await import('./decision-dialog')).DecisionDialog);

interface OrderActionsProps {
  order: ScheduledOrder;
  /** Numbers of the lines that are chosen for a retry. */
  selection: ReadonlySet<number>;
  /** Opens the detail of another scheduled order. */
  onOpen: (id: string) => void;
}

/** What can be done with a scheduled order in its state, the main action last. */
export function OrderActions({ order, selection, onOpen }: OrderActionsProps) {
  const texts = useTexts(scheduledDetailTexts);
  const mayCreate = useHasPermission(permission.scheduledOrderCreate);
  const [decision, setDecision] = useState<{ kind: Decision; what?: RetryLines; opened: boolean }>();
  const userId = useCurrentUser()?.id;
  const disabledReason = mayCreate ? undefined : texts.noPermission;
  const ownOrderText = order.createdById === userId ? texts.approval.own : undefined;
  const again = retriesOf(order, selection);
  const decide = (kind: Decision, what?: RetryLines) => () =>
    setDecision({ kind, opened: true, ...(what && { what }) });
  const closeDecision = () => setDecision((current) => current && { ...current, opened: false });
  return (
    <>
      <CancelOrder order={order} />
      {order.executedAt !== null && order.status !== 'scheduled' && <ResultFile order={order} />}
      {order.status !== 'draft' && <PlacedOrders order={order} />}
      {order.waitsFor === 'approval' && (
        <>
          <RejectOrder order={order} disabledReason={disabledReason ?? ownOrderText} />
          <Button
            disabled={(disabledReason ?? ownOrderText) !== undefined}
            title={disabledReason ?? ownOrderText}
            onClick={decide('approve')}
          >
            {texts.actions.approve}
          </Button>
        </>
      )}
      {order.waitsFor === 'late' && (
        <Button disabled={!mayCreate} title={disabledReason} onClick={decide('resume')}>
          {texts.actions.resume}
        </Button>
      )}
      {again.map(({ kind, count, what }) => (
        <Button
          key={kind}
          leftSection={<IconRefresh aria-hidden />}
          disabled={!mayCreate}
          title={disabledReason}
          onClick={decide('retry', what)}
        >
          {texts.actions.retry[kind](groupThousands(count), count === 1)}
        </Button>
      ))}
      {decision && (
        <DecisionDialog
          opened={decision.opened}
          decision={decision.kind}
          what={decision.what}
          order={order}
          onClose={closeDecision}
          onDone={(answer) => {
            closeDecision();
            if (decision.kind === 'retry') onOpen(answer.id);
          }}
        />
      )}
    </>
  );
}

/** Leads to the orders of the run in Order History. */
function PlacedOrders({ order }: { order: ScheduledOrder }) {
  const texts = useTexts(scheduledDetailTexts);
  const label = order.status === 'scheduled' ? texts.actions.viewDetail : texts.actions.viewBulk;
  // A cancelled order that never ran has no orders at all. One that will run has a list that says so.
  if (order.executedAt === null && order.status !== 'scheduled') return null;
  // Without days, because a run may take more of them than Order History shows at once.
  const search = { scheduledOrderId: order.id };
  return (
    <Button
      variant="default"
      renderRoot={(props) => <Link {...props} to="/orders/{-$type}" params={{ type: undefined }} search={search} />}
    >
      {label}
    </Button>
  );
}

/** Downloads what became of each line. */
function ResultFile({ order }: { order: ScheduledOrder }) {
  const { actions } = useTexts(scheduledDetailTexts);
  const { mutate, isPending } = useMutation(resultOptions(order.id));
  return (
    <Menu position="top-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload aria-hidden />} loading={isPending}>
          {actions.result}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => mutate('csv')}>{actions.csv}</Menu.Item>
        <Menu.Item onClick={() => mutate('xlsx')}>{actions.xlsx}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
