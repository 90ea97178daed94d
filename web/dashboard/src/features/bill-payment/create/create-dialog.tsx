import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { RupiahField } from '@shared/form/rupiah-field';
import { useZones } from '@shared/format/display-zone';
import { useTexts } from '@shared/i18n/texts';
import { CloseContext } from '@shared/overlay/close-guard';
import { DialogFrame } from '@shared/overlay/dialog-frame';
import { DialogCancel, DialogFoot, DialogForm } from '@shared/overlay/dialog-parts';
import { QuestionDialog } from '@shared/overlay/question-dialog';
import { walletsOptions } from '@/wallet/wallet-queries';

import type { BillProduct, NewScheduledOrder } from '../bill-queries';
import classes from './create.module.css';
import { createTexts } from './create-texts';
import { DestinationFields } from './destination-fields';
import { forgetDraft, useDraft } from './draft';
import { kindOf, type OrderField, problemsOf, requestOf } from './order-rules';
import { ScheduleFields } from './schedule-fields';
import { OrderSummary } from './order-summary';

const longestName = 100;

interface CreateDialogProps {
  product: BillProduct;
  opened: boolean;
  onClose: () => void;
  /** Called with a complete order, which still needs the PIN. */
  onProceed: (order: Omit<NewScheduledOrder, 'pin'>) => void;
}

/**
 * Create Order. It asks before it closes while it has destination numbers, and a reload of the page keeps what was
 * entered. The form is mounted with the dialog, so it is empty once the order is made.
 */
export function CreateDialog({ product, opened, onClose, onProceed }: CreateDialogProps) {
  const texts = useTexts(createTexts);
  const [asking, setAsking] = useState(false);
  const [count, setCount] = useState(0);
  function close() {
    if (count > 0) setAsking(true);
    else onClose();
  }
  return (
    <>
      <DialogFrame opened={opened} onClose={close} title={texts.title} size="wide">
        <CloseContext value={close}>
          <CreateForm product={product} onCount={setCount} onProceed={onProceed} />
        </CloseContext>
      </DialogFrame>
      <QuestionDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={texts.reset}
        action={texts.yesClose}
        sendingLabel={texts.closing}
        sending={false}
        onConfirm={() => {
          setAsking(false);
          forgetDraft(product.code);
          onClose();
        }}
      />
    </>
  );
}

interface CreateFormProps {
  product: BillProduct;
  onCount: (count: number) => void;
  onProceed: (order: Omit<NewScheduledOrder, 'pin'>) => void;
}

function CreateForm({ product, onCount, onProceed }: CreateFormProps) {
  const texts = useTexts(createTexts);
  const zone = useZones().client;
  const form = useRef<HTMLDivElement>(null);
  const [draft, change] = useDraft(product.code);
  // The fields show what is wrong once Proceed was pressed, by the time of that press.
  const [tried, setTried] = useState<Date>();
  const { data: wallets } = useQuery({ ...walletsOptions(), staleTime: 0 });
  const found = tried ? problemsOf(draft, product, tried, zone) : {};
  const error = (field: OrderField) => found[field] && texts.problems[found[field]];
  const count = draft.destinations.length;
  useEffect(() => onCount(count), [count, onCount]);
  function proceed() {
    const now = new Date();
    setTried(now);
    if (Object.keys(problemsOf(draft, product, now, zone)).length === 0) {
      onProceed(requestOf(draft, product, zone));
      return;
    }
    // The fields are marked with the next rendering.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  }
  return (
    <DialogForm
      label={texts.title}
      onSubmit={(event) => {
        event.preventDefault();
        proceed();
      }}
    >
      <div className={classes['columns']} ref={form}>
        <div className={classes['fields']}>
          <TextInput
            label={texts.name}
            value={draft.name}
            maxLength={longestName}
            autoComplete="off"
            error={error('name')}
            onChange={(event) => change({ name: event.currentTarget.value })}
            data-autofocus
          />
          {kindOf(product) === 'open' && (
            <RupiahField
              label={texts.amount}
              value={draft.amount}
              error={error('amount')}
              onChange={(amount) => change({ amount })}
            />
          )}
          <ScheduleFields draft={draft} onChange={change} error={error} />
          <DestinationFields
            operatorType={product.operatorType}
            destinations={draft.destinations}
            error={error('destinations')}
            onChange={(update) => change((before) => ({ destinations: update(before.destinations) }))}
          />
        </div>
        <OrderSummary
          product={product}
          draft={draft}
          wallet={wallets?.find(({ type }) => type === product.walletType)}
        />
      </div>
      <DialogFoot>
        <DialogCancel />
        <Button type="submit">{texts.proceed}</Button>
      </DialogFoot>
    </DialogForm>
  );
}
