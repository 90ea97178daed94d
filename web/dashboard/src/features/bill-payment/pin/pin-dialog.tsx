import { Anchor } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import { ApiProblem } from '@shared/api/problem';
import { noticeFor } from '@shared/errors/catalogue';
import { retrySentence } from '@shared/errors/retry-time';
import { PinField, pinLength } from '@shared/form/pin-field';
import { useUnsavedChanges } from '@shared/form/unsaved';
import { useRequestKey } from '@shared/form/use-request-key';
import { Amount } from '@shared/format/amount';
import { groupThousands } from '@shared/format/rupiah';
import { walletTypeName } from '@shared/format/wallet-type';
import { useTexts } from '@shared/i18n/texts';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody } from '@shared/overlay/dialog-parts';
import { Fact, Facts, TotalFact } from '@shared/ui/facts';

import {
  type BillProduct,
  createScheduledOrderOptions,
  type NewScheduledOrder,
  type ScheduledOrder,
} from '../bill-queries';
import classes from '../create/create.module.css';
import { createTexts } from '../create/create-texts';

interface PinDialogProps {
  product: BillProduct;
  order: Omit<NewScheduledOrder, 'pin'>;
  opened: boolean;
  onClose: () => void;
  onCreated: (created: ScheduledOrder) => void;
}

/** Input PIN: shows what is about to be paid, and sends the order with the sixth digit. */
export function PinDialog({ product, order, opened, onClose, onCreated }: PinDialogProps) {
  const { title } = useTexts(createTexts).pin;
  return (
    <Dialog opened={opened} onClose={onClose} title={title} size="question">
      <PinBody product={product} order={order} onCreated={onCreated} />
    </Dialog>
  );
}

function PinBody({ product, order, onCreated }: Pick<PinDialogProps, 'product' | 'order' | 'onCreated'>) {
  const texts = useTexts(createTexts);
  const requestKey = useRequestKey();
  const field = useRef<HTMLDivElement>(null);
  const [pin, setPin] = useState('');
  const [error, setError] = useState<string>();
  const create = useMutation(createScheduledOrderOptions());
  useUnsavedChanges(false, create.isPending);
  function refuse(problem: Error) {
    setPin('');
    setError(wordsOf(problem));
    field.current?.querySelector('input')?.focus();
  }
  function take(digits: string) {
    if (create.isPending) return;
    setPin(digits);
    setError(undefined);
    if (digits.length < pinLength) return;
    create.mutate(
      { body: { ...order, pin: digits }, key: requestKey(order) },
      { onSuccess: onCreated, onError: refuse },
    );
  }
  return (
    <DialogBody>
      <div className={classes['box']}>
        <Facts>
          <Fact name={texts.name}>{order.name}</Fact>
          <Fact name={texts.quantity}>{groupThousands(order.destinationNos.length)}</Fact>
          <Fact name={texts.wallet}>{walletTypeName(product.walletType)}</Fact>
          <TotalFact name={texts.total}>
            {typeof order.expectedTotal === 'number' ? <Amount value={order.expectedTotal} /> : '-'}
          </TotalFact>
        </Facts>
      </div>
      <div ref={field}>
        <PinField label={texts.pin.label} value={pin} onChange={take} error={error} focused />
      </div>
      <div className={classes['pinFoot']}>
        <span className={classes['when']} role="status">
          <IconLock aria-hidden />
          {create.isPending ? texts.pin.sending : texts.pin.hint}
        </span>
        <Anchor href={`${import.meta.env.BASE_URL}profile/pin`}>{texts.pin.forgot}</Anchor>
      </div>
    </DialogBody>
  );
}

/** What the server says about a refused order: its fields' messages, or its own with the time of the next try. */
function wordsOf(problem: Error): string {
  if (problem instanceof ApiProblem && problem.fields.length > 0) {
    return problem.fields.map(({ message }) => message).join(' ');
  }
  const said = problem instanceof ApiProblem && problem.text !== '' ? problem.text : noticeFor(problem).title;
  return [said, retrySentence(problem)].filter(Boolean).join('. ');
}
