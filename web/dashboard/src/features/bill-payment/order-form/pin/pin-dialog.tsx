import { useMutation } from '@tanstack/react-query';

import { isKeyConflict, isUnanswered } from '@shared/api/problem';
import type { IdempotentRequest } from '@shared/form/use-idempotent-request';
import { useTexts } from '@shared/i18n/texts';
import { Dialog } from '@shared/overlay/dialog';

import { type BillProduct, type CreatedOrder, createScheduledOrderOptions, isPriceChanged } from '../order-queries';
import type { ReadyOrder } from '../create-dialog';
import { createTexts } from '../create-texts';
import { useScheduleText } from '../schedule-text';
import { type OnRefused, PinEntry } from './pin-entry';

interface PinDialogProps {
  product: BillProduct;
  ready: ReadyOrder;
  request: IdempotentRequest;
  opened: boolean;
  onClose: () => void;
  onCreated: (created: CreatedOrder) => void;
  /** No answer came: the order may exist. */
  onUnanswered: () => void;
  /** The server refused the total that the user saw, and says why. Nothing was charged. */
  onPriceChanged: (message: string) => void;
}

/** Input PIN: shows what is about to be paid, and sends the order with the sixth digit. */
export function PinDialog({ opened, onClose, ...rest }: PinDialogProps) {
  const { title } = useTexts(createTexts).pin;
  return (
    <Dialog opened={opened} onClose={onClose} title={title} size="form">
      <PinBody {...rest} />
    </Dialog>
  );
}

function PinBody(props: Omit<PinDialogProps, 'opened' | 'onClose'>) {
  const { product, ready, request, onCreated, onUnanswered, onPriceChanged } = props;
  const { order, schedule, cost, left, needsApproval, triesLeft } = ready;
  const scheduleText = useScheduleText(schedule);
  const create = useMutation(createScheduledOrderOptions(request));
  function refuse(problem: Error, onRefused: OnRefused) {
    const isUnknown = isUnanswered(problem) || isKeyConflict(problem);
    const priceChanged = isPriceChanged(problem);
    // Elsewhere the user reads why; here the PIN is only taken out.
    onRefused(problem, isUnknown || priceChanged ? '' : undefined);
    if (isUnknown) onUnanswered();
    else if (priceChanged) onPriceChanged(problem.text);
  }
  return (
    <PinEntry
      summary={{
        name: order.name,
        product: product.name,
        quantity: order.destinationNos.length,
        walletType: product.walletType,
        schedule: scheduleText,
        cost,
        left,
        needsApproval,
        triesLeft,
        remarks: [],
      }}
      sending={create.isPending}
      onSend={(pin, onRefused) =>
        create.mutate({ order, pin }, { onSuccess: onCreated, onError: (problem) => refuse(problem, onRefused) })
      }
    />
  );
}
