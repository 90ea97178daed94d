import { Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { ApiProblem } from '@shared/api/problem';
import { useRequestKey } from '@shared/form/use-request-key';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody } from '@shared/overlay/dialog-parts';
import { LoadFailed } from '@shared/table/load-failed';
import { useFailure } from '@shared/table/use-failure';

import {
  type Decision,
  decideOptions,
  presentProductOptions,
  scheduledKeys,
  type ScheduledOrder,
} from '../list-queries';
import { PinEntry } from '../pin/pin-entry';
import { presentPrice } from './detail-rules';
import { detailTexts } from './detail-texts';

interface DecisionDialogProps {
  opened: boolean;
  decision: Decision;
  order: ScheduledOrder;
  onClose: () => void;
  onDone: (answer: ScheduledOrder) => void;
}

/** Asks for the PIN of the user for a decision about a scheduled order, with what is about to be paid at today's price. */
export function DecisionDialog({ opened, decision, order, onClose, onDone }: DecisionDialogProps) {
  const texts = useTexts(detailTexts).pin;
  const load = useQuery({ ...presentProductOptions(order.productCode), enabled: opened });
  const failure = useFailure(load);
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.titles[decision]} size="question">
      {load.data ? (
        <DecisionPin
          decision={decision}
          order={order}
          price={presentPrice(order, load.data)}
          onDone={onDone}
          onPriceChanged={() => void load.refetch()}
        />
      ) : (
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
      )}
    </Dialog>
  );
}

interface DecisionPinProps extends Pick<DecisionDialogProps, 'decision' | 'order' | 'onDone'> {
  /** Of a line; null for bills. */
  price: number | null;
  onPriceChanged: () => void;
}

function DecisionPin({ decision, order, price, onDone, onPriceChanged }: DecisionPinProps) {
  const texts = useTexts(detailTexts).pin;
  const client = useQueryClient();
  const requestKey = useRequestKey();
  const quantity = decision === 'retry' ? order.counts.failed : order.quantity;
  const total = price === null ? null : price * quantity;
  const { mutate, isPending } = useMutation(decideOptions(order.id, decision, requestKey));
  return (
    <PinEntry
      name={order.name}
      quantity={quantity}
      walletType={order.walletType}
      total={total}
      sending={isPending}
      onSend={(pin, onRefused) =>
        mutate(
          { pin, expectedTotal: total },
          {
            onSuccess: (answer) => {
              notifySuccess(texts.done[decision]);
              void client.invalidateQueries({ queryKey: scheduledKeys.all });
              onDone(answer);
            },
            onError: (problem) => {
              if (problem instanceof ApiProblem && problem.code === 'PriceChangedError') onPriceChanged();
              onRefused(problem);
            },
          },
        )
      }
    />
  );
}
