import { Button, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { RupiahField } from '@shared/form/rupiah-field';
import { groupThousands } from '@shared/format/rupiah';
import { useZones } from '@shared/format/display-zone';
import { useTexts } from '@shared/i18n/texts';
import { CloseContext } from '@shared/overlay/close-guard';
import { DialogFrame } from '@shared/overlay/dialog-frame';
import { DialogCancel, DialogFoot, DialogForm } from '@shared/overlay/dialog-parts';
import { QuestionDialog } from '@shared/overlay/question-dialog';
import { useCurrentUser } from '@/session/current-user';
import { walletsOptions } from '@/wallet/wallet-queries';

import type { BillProduct, NewScheduledOrder } from '../bill-queries';
import classes from './create.module.css';
import { checkTexts } from './check-texts';
import { createTexts } from './create-texts';
import { DestinationFields } from './destination-fields';
import { forgetDraft, useDraft } from './draft';
import { kindOf, type OrderField, problemsOf, requestOf } from './order-rules';
import { ScheduleFields } from './schedule-fields';
import { doubtfulCount } from './line-checks';
import { useLineChecks } from './use-line-checks';
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
  const user = useCurrentUser();
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
          forgetDraft(user?.id, product.code);
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
  const checkWords = useTexts(checkTexts);
  const [asking, setAsking] = useState(false);
  const zone = useZones().client;
  const form = useRef<HTMLDivElement>(null);
  const [draft, change] = useDraft(product.code);
  // The fields show what is wrong once Proceed was pressed, by the time of that press.
  const [tried, setTried] = useState<Date>();
  const { data: wallets } = useQuery({ ...walletsOptions(), staleTime: 0 });
  const checks = useLineChecks(product, draft.destinations, draft.duplicates);
  const doubtful = doubtfulCount(checks.counts);
  const noNumbers = checks.counts.get('no_number') ?? 0;
  const found = tried ? problemsOf(draft, product, tried, zone) : {};
  const error = (field: OrderField) => found[field] && texts.problems[found[field]];
  const count = draft.destinations.length;
  useEffect(() => onCount(count), [count, onCount]);
  function proceed() {
    const now = new Date();
    setTried(now);
    if (noNumbers === 0 && Object.keys(problemsOf(draft, product, now, zone)).length === 0) {
      if (doubtful > 0) setAsking(true);
      else onProceed(requestOf(draft, product, zone));
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
            checks={checks}
            bills={kindOf(product) === 'postpaid'}
            draft={draft}
            error={noNumbers > 0 && tried ? checkWords.noNumbers(groupThousands(noNumbers)) : error('destinations')}
            onChange={change}
          />
        </div>
        <OrderSummary
          product={product}
          draft={draft}
          checks={checks}
          wallet={wallets?.find(({ type }) => type === product.walletType)}
        />
      </div>
      <DialogFoot note={doubtful > 0 ? <Doubtful count={doubtful} /> : undefined}>
        <DialogCancel />
        <Button type="submit">{texts.proceed}</Button>
      </DialogFoot>
      <QuestionDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={checkWords.ask(groupThousands(doubtful))}
        action={checkWords.proceed}
        back={checkWords.back}
        sendingLabel={checkWords.proceed}
        sending={false}
        onConfirm={() => {
          setAsking(false);
          onProceed(requestOf(draft, product, zone));
        }}
      >
        {checkWords.askText}
      </QuestionDialog>
    </DialogForm>
  );
}

function Doubtful({ count }: { count: number }) {
  const texts = useTexts(checkTexts);
  return (
    <span className={classes['doubtful']}>
      <IconAlertTriangle aria-hidden />
      {texts.doubtful(groupThousands(count))}
    </span>
  );
}
