import { Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';

import { useState } from 'react';

import { isKeyConflict, isUnanswered } from '@shared/api/problem';
import { type IdempotentRequest, useIdempotentRequest } from '@shared/form/use-idempotent-request';
import { useZones } from '@shared/format/display-zone';
import { groupThousands } from '@shared/format/rupiah';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody } from '@shared/overlay/dialog-parts';
import { LoadFailed } from '@shared/state/load-failed';
import { useFailure } from '@shared/state/use-failure';
import { useCurrentUser } from '@/session/current-user';
import { walletsOptions } from '@/wallet/wallet-queries';

import { EarlierOrder } from '../../order-form/earlier-order';
import { costOf, type OrderCost } from '../../order-form/form-rules';
import { isPriceChanged } from '../../order-form/order-queries';
import { scheduleOfOrder, useScheduleText } from '../../order-form/schedule-text';
import {
  type Decision,
  decideOptions,
  presentProductOptions,
  retryCheckOptions,
  type RetryLines,
  scheduledKeys,
  type ScheduledOrder,
} from '../scheduled-order-queries';
import { type OnRefused, PinEntry } from '../../order-form/pin/pin-entry';
import { scheduledDetailTexts } from './scheduled-detail-texts';

interface DecisionDialogProps {
  opened: boolean;
  decision: Decision;
  /** The lines of a retry. */
  what: RetryLines | undefined;
  order: ScheduledOrder;
  onClose: () => void;
  /** Gets the order, or the one that a retry made. */
  onDone: (answer: { id: string }) => void;
}

/** Asks for the PIN of the user for a decision about a scheduled order, with what is about to be paid at today's price. */
export function DecisionDialog({ opened, onClose, ...rest }: DecisionDialogProps) {
  const texts = useTexts(scheduledDetailTexts).pin;
  const user = useCurrentUser();
  const request = useIdempotentRequest(`${user?.id ?? ''}.${rest.decision}.${rest.order.id}`);
  const body = { ...rest, request };
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.titles[rest.decision]} size="form">
      {rest.what ? <RetryBody {...body} what={rest.what} /> : <DecisionBody {...body} />}
    </Dialog>
  );
}

type DecisionBodyProps = Omit<DecisionDialogProps, 'opened' | 'onClose'> & { request: IdempotentRequest };

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

/** A retry. After a lost answer it first looks for the order that the earlier one may have made. */
function RetryBody(props: DecisionBodyProps & { what: RetryLines }) {
  const { request, onDone } = props;
  const client = useQueryClient();
  const [earlier, setEarlier] = useState(() => request.unanswered(null));
  if (!earlier) return <RetryPayment {...props} onUnanswered={() => setEarlier(request.unanswered(null))} />;
  return (
    <EarlierOrder
      order={earlier}
      onShow={(created) => {
        request.forget();
        void client.invalidateQueries({ queryKey: scheduledKeys.all });
        onDone(created);
      }}
      onAnother={() => {
        request.forget();
        setEarlier(undefined);
      }}
      onNotMade={() => {
        request.allowChange();
        setEarlier(undefined);
      }}
    />
  );
}

function RetryPayment(props: DecisionBodyProps & { what: RetryLines; onUnanswered: () => void }) {
  const { order, what } = props;
  const texts = useTexts(scheduledDetailTexts).pin;
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
  const texts = useTexts(scheduledDetailTexts).pin;
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
  /** No answer came to a retry: its order may exist. */
  onUnanswered?: () => void;
}

function DecisionPin(props: DecisionPinProps) {
  const { decision, what, order, request, payment, onDone, onPriceChanged, onUnanswered } = props;
  const texts = useTexts(scheduledDetailTexts).pin;
  const zone = useZones().client;
  const { quantity, cost, needsApproval, remarks } = payment;
  const { data: wallets } = useQuery({ ...walletsOptions(), staleTime: 0 });
  const balance = wallets?.find(({ type }) => type === order.walletType)?.balance;
  const [isLater] = useState(() => decision === 'approve' && new Date(order.scheduledAt) > new Date());
  const schedule = useScheduleText(isLater ? scheduleOfOrder(order, zone) : undefined);
  const { mutate, isPending } = useMutation(decideOptions(order.id, decision, request));

  function refuse(problem: Error, onRefused: OnRefused) {
    if (isPriceChanged(problem)) onPriceChanged();
    // It may have been done: the order is loaded again and says so. A repeat has no second effect.
    const unanswered = isUnanswered(problem) || isKeyConflict(problem);
    onRefused(problem, unanswered ? texts.unanswered : undefined);
    if (unanswered) onUnanswered?.();
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
        mutate(
          { pin, expectedTotal: cost?.charged ?? null, what },
          {
            onSuccess: (answer) => {
              notifySuccess(texts.done[decision]);
              onDone(answer);
            },
            onError: (problem) => refuse(problem, onRefused),
          },
        );
      }}
    />
  );
}
