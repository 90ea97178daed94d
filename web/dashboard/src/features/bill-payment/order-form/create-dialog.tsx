import { TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';

import { RupiahField } from '@shared/form/rupiah-field';
import { UnsavedContext, useUnsavedChanges } from '@shared/form/unsaved';
import { groupThousands, withRupiahPrefix } from '@shared/format/rupiah';
import { useZones } from '@shared/format/display-zone';
import { useTexts } from '@shared/i18n/texts';
import { CloseContext, useCloseGuard } from '@shared/overlay/close-guard';
import { DialogFrame } from '@shared/overlay/dialog-frame';
import { DialogCancel, DialogFoot, DialogForm } from '@shared/overlay/dialog-parts';
import { QuestionDialog } from '@shared/overlay/question-dialog';
import { ProgressButton } from '@shared/ui/progress-button';
import { type Wallet, walletsOptions } from '@/wallet/wallet-queries';

import type { BillProduct, NewScheduledOrder, OrderCheck } from './order-queries';
import classes from './create-dialog.module.css';
import parts from './form-parts.module.css';
import { kindOf } from '../products/product-kind';
import { checkTexts } from './checks/check-texts';
import { createTexts } from './create-texts';
import { DestinationFields } from './destinations/destination-fields';
import { type OrderDraft, useDraft } from './order-draft';
import { costOf, movedDefault, type OrderCost, type OrderField, pricedBy, problemsOf, requestOf } from './form-rules';
import { ScheduleFields } from './schedule-fields';
import type { Schedule } from './schedule-text';
import { doubtfulCount } from './checks/line-checks';
import { OrderSummary } from './order-summary';
import { type Question, useProceed } from './use-proceed';
import { useLineChecks } from './checks/use-line-checks';

const longestName = 100;

/** A complete order, which still needs the PIN, with what the PIN dialog shows of it. */
export interface ReadyOrder {
  order: Omit<NewScheduledOrder, 'pin'>;
  schedule: Schedule | undefined;
  cost: OrderCost | undefined;
  left: number | undefined;
  needsApproval: boolean;
  triesLeft: number | undefined;
}

/** Tries of a PIN before the lock, as long as none was used. */
const allTries = 5;

function readyOrder(
  draft: OrderDraft,
  product: BillProduct,
  zone: string,
  check: OrderCheck | undefined,
  wallet: Wallet | undefined,
): ReadyOrder {
  const order = requestOf(draft, product, zone, check);
  const cost = costOf(pricedBy(product, check), draft.amount, order.destinationNos.length);
  const { scheduled, day, time, monthly, endMonth } = draft;
  const tries = check?.pin.triesLeft;
  const balance = wallet?.balance;
  return {
    order,
    schedule:
      scheduled && day !== undefined && time !== undefined
        ? { day, time, endMonth: monthly ? endMonth : undefined }
        : undefined,
    cost,
    left: cost && typeof balance === 'number' ? balance - cost.charged - (check?.scheduled ?? 0) : undefined,
    needsApproval: check?.needsApproval ?? false,
    triesLeft: tries !== undefined && tries < allTries ? tries : undefined,
  };
}

interface CreateFormProps {
  product: BillProduct;
  /** Asks about an order without an answer, then goes on. */
  onEarlier: (proceed: () => void) => void;
  /** Called with a complete order, which still needs the PIN. */
  onProceed: (order: ReadyOrder) => void;
}

interface CreateDialogProps extends CreateFormProps {
  opened: boolean;
  onClose: () => void;
  /** Forgets the draft and closes. */
  onReset: () => void;
}

/**
 * Create Order. It asks before it closes while it has destination numbers, and a reload of the page keeps what was
 * entered. The form is mounted with the dialog, so it is empty once the order is made.
 */
export function CreateDialog({ opened, onClose, onReset, ...form }: CreateDialogProps) {
  const texts = useTexts(createTexts);
  const { scope, close, question } = useCloseGuard(onClose);
  return (
    <UnsavedContext value={scope.parts}>
      <DialogFrame opened={opened} onClose={close} title={texts.title} size="wide">
        <CloseContext value={close}>
          <CreateForm {...form} />
        </CloseContext>
      </DialogFrame>
      <QuestionDialog
        opened={question.opened}
        onClose={question.onStay}
        title={texts.reset}
        action={texts.yesClose}
        sendingLabel={texts.closing}
        sending={false}
        onConfirm={() => {
          question.onStay();
          onReset();
        }}
      />
    </UnsavedContext>
  );
}

function CreateForm({ product, onEarlier, onProceed }: CreateFormProps) {
  const texts = useTexts(createTexts);
  const lineTexts = useTexts(checkTexts);
  const zone = useZones().client;
  const form = useRef<HTMLDivElement>(null);
  const { draft, change, restored } = useDraft(product.code);
  const { data: wallets } = useQuery({ ...walletsOptions(), staleTime: 0 });
  const wallet = wallets?.find(({ type }) => type === product.walletType);
  const checks = useLineChecks(product, draft, zone);
  const doubtful = doubtfulCount(checks.counts);
  const noNumbers = checks.counts.get('no_number') ?? 0;
  const proceed = useProceed({
    draft,
    checks,
    refreshed: (now, current) => movedDefault(current, now, zone),
    problemsAt: (now, current) => problemsOf(current, product, now, zone),
    onChange: change,
    onReady: (current, check) => onProceed(readyOrder(current, product, zone, check, wallet)),
    // The fields are marked with the next rendering.
    onProblem: () =>
      requestAnimationFrame(() =>
        form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-refusal]')?.focus(),
      ),
  });
  const problems = proceed.pressedAt ? problemsOf(draft, product, proceed.pressedAt, zone) : {};
  const refused = (field: OrderField) =>
    field === 'amount' && draft.amount !== undefined
      ? checks.check?.refusals?.find((refusal) => refusal.field === field)?.message
      : undefined;
  const error = (field: OrderField) => (problems[field] && texts.problems[problems[field]]) ?? refused(field);
  const count = draft.destinations.length;
  useUnsavedChanges(count > 0);
  return (
    <DialogForm
      label={texts.title}
      onSubmit={(event) => {
        event.preventDefault();
        onEarlier(() => void proceed.start());
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
              description={withRupiahPrefix(product.description, 'Rp.') || undefined}
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
            restored={restored}
            error={
              noNumbers > 0 && proceed.pressedAt
                ? lineTexts.noNumbers(noNumbers, groupThousands(noNumbers))
                : error('destinations')
            }
            onChange={change}
          />
        </div>
        <OrderSummary product={product} draft={draft} checks={checks} wallet={wallet} />
      </div>
      <DialogFoot note={doubtful > 0 ? <Doubtful count={doubtful} /> : undefined}>
        <DialogCancel />
        <ProgressButton
          type="submit"
          sending={proceed.checking}
          sendingLabel={lineTexts.checking(count, groupThousands(count))}
        >
          {texts.proceed}
        </ProgressButton>
      </DialogFoot>
      <ProceedQuestion question={proceed.question} onClose={proceed.back} onConfirm={proceed.anyway} />
    </DialogForm>
  );
}

interface ProceedQuestionProps {
  /** Undefined while nothing is asked. */
  question: Question | undefined;
  onClose: () => void;
  onConfirm: () => void;
}

/** Asks once whether doubtful lines, or lines that could not be checked, are ordered. */
function ProceedQuestion({ question, onClose, onConfirm }: ProceedQuestionProps) {
  const texts = useTexts(checkTexts);
  const count = question?.kind === 'doubtful' ? question.count : 0;
  const unchecked = question?.kind === 'unchecked';
  return (
    <QuestionDialog
      opened={question !== undefined}
      onClose={onClose}
      title={unchecked ? texts.askUnchecked : texts.ask(count, groupThousands(count))}
      action={texts.proceed}
      back={texts.back}
      sendingLabel={texts.proceed}
      sending={false}
      onConfirm={onConfirm}
    >
      {unchecked ? texts.askUncheckedText : texts.askText}
    </QuestionDialog>
  );
}

function Doubtful({ count }: { count: number }) {
  const texts = useTexts(checkTexts);
  return (
    <span className={parts['doubtful']}>
      <IconAlertTriangle aria-hidden />
      {texts.doubtful(count, groupThousands(count))}
    </span>
  );
}
