import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';

import { Checkbox, TextInput } from '@mantine/core';

import { dayAndTimeOf } from '@/dialogs/day-and-time';
import { useHasPermission } from '@/session/current-staff';
import { permission } from '@/session/permissions';
import { DateTimeField } from '@shared/form/date-time-field';
import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { useZones } from '@shared/format/display-zone';
import { useToday } from '@shared/format/use-today';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogCancel, DialogFoot, DialogForm } from '@shared/overlay/dialog-parts';

import { productPageTexts } from './product-page-texts';
import { endProblemOptions, type ProblemValues, type ProductDetail, startProblemOptions } from './product-queries';
import { ReasonField } from './reason-field';

interface ProblemDialogProps {
  product: ProductDetail;
  opened: boolean;
  onClose: () => void;
}

/** Says that a product has a problem, now or later, with its end. */
export function ProblemDialog({ opened, onClose, product }: ProblemDialogProps) {
  const texts = useTexts(productPageTexts).problem;
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.dialog(product.name)} size="form">
      <ProblemForm product={product} onClose={onClose} />
    </Dialog>
  );
}

function ProblemForm({ product, onClose }: Omit<ProblemDialogProps, 'opened'>) {
  const texts = useTexts(productPageTexts);
  const { problem } = texts;
  const { client: zone } = useZones();
  const today = useToday(zone);
  const mayTell = useHasPermission(permission.announcements);
  const planned = !product.problem && product.problemFrom !== null;
  const form = useCheckedForm<ProblemValues>({
    initialValues: {
      text: product.problemText,
      textId: product.problemTextId,
      later: planned,
      from: dayAndTimeOf(planned ? product.problemFrom : null, zone),
      ends: product.problemUntil !== null,
      until: dayAndTimeOf(product.problemUntil, zone),
      operator: false,
      tell: mayTell,
      reason: '',
    },
    validate: {
      text: (value, { textId }) => (value.trim() === '' && textId.trim() === '' ? problem.oneText : null),
      from: (value, { later }) => (later && value.day === undefined ? problem.noDay : null),
      until: (value, { ends }) => (ends && value.day === undefined ? problem.noDay : null),
      reason: (value) => (value.trim() === '' ? texts.required : null),
    },
  });
  const { onSubmit, sending } = useSubmit(form, {
    mutation: startProblemOptions(product.code, zone),
    fields: { text: 'text', textId: 'textId', from: 'from', until: 'until', reason: 'reason' },
    onSuccess: ({ changed, clients }, { tell }) => {
      notifySuccess(problem.done(changed), tell ? problem.told(clients) : undefined);
      onClose();
    },
  });
  const { values, errors } = form;
  const moment = (field: 'from' | 'until', label: string) => (
    <DateTimeField
      dayLabel={label}
      timeLabel={problem.time}
      showLabels
      value={values[field]}
      firstDay={today}
      error={typeof errors[field] === 'string' ? errors[field] : undefined}
      onChange={(value) => form.setFieldValue(field, value)}
    />
  );
  return (
    <DialogForm label={problem.dialog(product.name)} onSubmit={onSubmit}>
      <DialogBody>
        <p>{problem.text}</p>
        <TextInput
          {...form.getInputProps('text')}
          label={problem.english}
          maxLength={200}
          autoComplete="off"
          data-autofocus
        />
        <TextInput {...form.getInputProps('textId')} label={problem.indonesian} maxLength={200} autoComplete="off" />
        <Checkbox {...form.getInputProps('later', { type: 'checkbox' })} label={problem.laterBox} />
        {values.later && moment('from', problem.fromDay)}
        <Checkbox {...form.getInputProps('ends', { type: 'checkbox' })} label={problem.endsBox} />
        {values.ends && moment('until', problem.untilDay)}
        <Checkbox
          {...form.getInputProps('operator', { type: 'checkbox' })}
          label={problem.operator(product.operatorName)}
        />
        {mayTell && (
          <Checkbox
            {...form.getInputProps('tell', { type: 'checkbox' })}
            label={problem.tell}
            description={problem.tellHelp}
          />
        )}
        <ReasonField {...form.getInputProps('reason')} />
      </DialogBody>
      <DialogFoot>
        <DialogCancel />
        <SubmitButton sending={sending} sendingLabel={texts.saving}>
          {problem.send}
        </SubmitButton>
      </DialogFoot>
    </DialogForm>
  );
}

/** Ends the problem of a product. */
export function EndProblemDialog({ opened, onClose, product }: ProblemDialogProps) {
  const texts = useTexts(productPageTexts).problem;
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.endTitle(product.name)} size="form">
      <EndForm product={product} onClose={onClose} />
    </Dialog>
  );
}

function EndForm({ product, onClose }: Omit<ProblemDialogProps, 'opened'>) {
  const texts = useTexts(productPageTexts);
  const { problem } = texts;
  const form = useCheckedForm({
    initialValues: { operator: false, reason: '' },
    validate: { reason: (value) => (value.trim() === '' ? texts.required : null) },
  });
  const { onSubmit, sending } = useSubmit(form, {
    mutation: endProblemOptions(product.code),
    fields: { reason: 'reason' },
    onSuccess: ({ changed }) => {
      notifySuccess(problem.ended(changed));
      onClose();
    },
  });
  return (
    <DialogForm label={problem.endTitle(product.name)} onSubmit={onSubmit}>
      <DialogBody>
        <p>{problem.endText}</p>
        <Checkbox
          {...form.getInputProps('operator', { type: 'checkbox' })}
          label={problem.operator(product.operatorName)}
        />
        <ReasonField {...form.getInputProps('reason')} data-autofocus />
      </DialogBody>
      <DialogFoot>
        <DialogCancel />
        <SubmitButton sending={sending} sendingLabel={texts.saving}>
          {problem.endSend}
        </SubmitButton>
      </DialogFoot>
    </DialogForm>
  );
}
