import { useMutation } from '@tanstack/react-query';

import { ApiProblem } from '@shared/api/problem';
import { useRequestKey } from '@shared/form/use-request-key';
import { useTexts } from '@shared/i18n/texts';
import { Dialog } from '@shared/overlay/dialog';

import {
  type BillProduct,
  createScheduledOrderOptions,
  type NewScheduledOrder,
  type ScheduledOrder,
} from '../bill-queries';
import { createTexts } from '../create/create-texts';
import { PinEntry } from './pin-entry';

interface PinDialogProps {
  product: BillProduct;
  order: Omit<NewScheduledOrder, 'pin'>;
  opened: boolean;
  onClose: () => void;
  onCreated: (created: ScheduledOrder) => void;
  /** The server refused the total that the user saw, and says why. Nothing was charged. */
  onPriceChanged: (words: string) => void;
}

/** Input PIN: shows what is about to be paid, and sends the order with the sixth digit. */
export function PinDialog({ opened, onClose, ...rest }: PinDialogProps) {
  const { title } = useTexts(createTexts).pin;
  return (
    <Dialog opened={opened} onClose={onClose} title={title} size="question">
      <PinBody {...rest} />
    </Dialog>
  );
}

function PinBody({ product, order, onCreated, onPriceChanged }: Omit<PinDialogProps, 'opened' | 'onClose'>) {
  const requestKey = useRequestKey();
  const create = useMutation(createScheduledOrderOptions());
  function refuse(problem: Error, onRefused: (problem: Error) => void) {
    if (problem instanceof ApiProblem && problem.code === 'PriceChangedError') onPriceChanged(problem.text);
    else onRefused(problem);
  }
  return (
    <PinEntry
      name={order.name}
      quantity={order.destinationNos.length}
      walletType={product.walletType}
      total={order.expectedTotal ?? null}
      sending={create.isPending}
      onSend={(pin, onRefused) =>
        create.mutate(
          { body: { ...order, pin }, key: requestKey(order) },
          { onSuccess: onCreated, onError: (problem) => refuse(problem, onRefused) },
        )
      }
    />
  );
}
