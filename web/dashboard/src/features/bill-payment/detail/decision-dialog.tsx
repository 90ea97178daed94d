import { Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';

import { useState } from 'react';

import { ApiProblem, isUnanswered } from '@shared/api/problem';
import { useIdempotentRequest } from '@shared/form/use-idempotent-request';
import { useZones } from '@shared/format/display-zone';
import { groupThousands } from '@shared/format/rupiah';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody } from '@shared/overlay/dialog-parts';
import { LoadFailed } from '@shared/table/load-failed';
import { useFailure } from '@shared/table/use-failure';
import { useCurrentUser } from '@/session/current-user';
import { walletsOptions } from '@/wallet/wallet-queries';

import { costOf, type OrderCost } from '../create/order-rules';
import { scheduleOfOrder, useScheduleWords } from '../create/schedule-words';
import {
  type Decision,
  decideOptions,
  presentProductOptions,
  retryCheckOptions,
  type RetryLines,
  scheduledKeys,
  type ScheduledOrder,
} from '../list-queries';
import { type OnRefused, PinEntry } from '../pin/pin-entry';
import { detailTexts } from './detail-texts';

interface DecisionDialogProps {
  opened: boolean;
  decision: Decision;
  /** The lines of a retry. */
  what: RetryLines | undefined;
  order: ScheduledOrder;
  onClose: () => void;
  onDone: (answer: ScheduledOrder) => void;
}

/** Asks for the PIN of the user for a decision about a scheduled order, with what is about to be paid at today's price. */
export function DecisionDialog({ opened, onClose, ...rest }: DecisionDialogProps) {
  const texts = useTexts(detailTexts).pin;
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.titles[rest.decision]} size="form">
      {rest.what ? <RetryBody {...rest} what={rest.what} /> : <DecisionBody {...rest} />}
    </Dialog>
  );
}

type DecisionBodyProps = Omit<DecisionDialogProps, 'opened' | 'onClose'>;

/** Mounted with the dialog: the price is asked for once, so that the total that is shown is the one that is sent. */
function DecisionBody(props: DecisionBodyProps) {
  const { order } = props;
  const load = useQuery(presentProductOptions(order.productCode));
  if (!load.data) return <Loading load={load} />;
  const cost = costOf(load.data, order.amount ?? undefined, order.quantity);
  return (
    <DecisionPin
      {...props}
      payment={{ quantity: order.quantity, cost, needsApproval: false, remarks: [] }}
      onPriceChanged={() => void load.refetch()}
    />
  );
}

function RetryBody(props: DecisionBodyProps & { what: RetryLines }) {
  const { order, what } = props;
  const texts = useTexts(detailTexts).pin;
  const load = useQuery(retryCheckOptions(order.id, what));
  if (!load.data) return <Loading load={load} />;
  const { quantity, estimatedPrice, fee, totalFee, total, wrongNumber, refusals, needsApproval } = load.data;
  const cost =
    total === null
      ? undefined
      : {
          unit: load.data.unitPrice ?? 0,
          estimated: estimatedPrice ?? total,
          fee: fee === null ? undefined : { unit: fee, all: totalFee ?? 0 },
          charged: total,
        };
  const wrong = wrongNumber > 0 ? [texts.wrongNumber(wrongNumber, groupThousands(wrongNumber))] : [];
  return (
    <DecisionPin
      {...props}
      payment={{ quantity, cost, needsApproval, remarks: [...refusals.map(({ message }) => message), ...wrong] }}
      onPriceChanged={() => void load.refetch()}
    />
  );
}

function Loading({ load }: { load: UseQueryResult }) {
  const texts = useTexts(detailTexts).pin;
  const failure = useFailure(load);
  return (
    <DialogBody>
      {failure === null ? (
        <Skeleton height="12rem" />
      ) : (
        <LoadFailed
          title={texts.failed}
          error={failure}
          retrying={load.isFetching}
          onRetry={() => void load.refetch()}
        />
      )}
    </DialogBody>
  );
}

interface DecisionPinProps extends DecisionBodyProps {
  payment: { quantity: number; cost: OrderCost | undefined; needsApproval: boolean; remarks: string[] };
  onPriceChanged: () => void;
}

function DecisionPin({ decision, what, order, payment, onDone, onPriceChanged }: DecisionPinProps) {
  const texts = useTexts(detailTexts).pin;
  const client = useQueryClient();
  const user = useCurrentUser();
  const zone = useZones().client;
  const request = useIdempotentRequest(`${user?.id ?? ''}.${decision}.${order.id}`);
  const { quantity, cost, needsApproval, remarks } = payment;
  const { data: wallets } = useQuery({ ...walletsOptions(), staleTime: 0 });
  const balance = wallets?.find(({ type }) => type === order.walletType)?.balance;
  const [isLater] = useState(() => decision === 'approve' && new Date(order.scheduledAt) > new Date());
  const schedule = useScheduleWords(isLater ? scheduleOfOrder(order, zone) : undefined);
  const { mutate, isPending } = useMutation(decideOptions(order.id, decision, request));

  function refuse(problem: Error, onRefused: OnRefused) {
    if (problem instanceof ApiProblem && problem.code === 'PriceChangedError') onPriceChanged();
    // It may have been done: the order is loaded again and says so. A repeat has no second effect.
    const unanswered = isUnanswered(problem);
    if (unanswered) void client.invalidateQueries({ queryKey: scheduledKeys.all });
    onRefused(problem, unanswered ? texts.unanswered : undefined);
  }

  return (
    <PinEntry
      summary={{
        name: order.name,
        product: order.productName,
        quantity,
        walletType: order.walletType,
        schedule,
        cost,
        left: cost && typeof balance === 'number' && !isLater ? balance - cost.charged : undefined,
        needsApproval,
        triesLeft: undefined,
        remarks,
      }}
      sending={isPending}
      onSend={(pin, onRefused) => {
        // The order was loaded after the lost answer: it has no retry, so that the price of now may be sent.
        if (order.retriedBy.length === 0) request.allowChange();
        mutate(
          { pin, expectedTotal: cost?.charged ?? null, what },
          {
            onSuccess: (answer) => {
              notifySuccess(texts.done[decision]);
              void client.invalidateQueries({ queryKey: scheduledKeys.all });
              onDone(answer);
            },
            onError: (problem) => refuse(problem, onRefused),
          },
        );
      }}
    />
  );
}
