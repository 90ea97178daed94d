import { Textarea, type TextareaProps } from '@mantine/core';
import type { UseMutationOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogCancel, DialogFoot, DialogForm } from '@shared/overlay/dialog-parts';

import { reasonTexts } from './reason-texts';

interface ReasonFormProps<Answer> {
  title: string;
  /** What it means. */
  children: ReactNode;
  action: string;
  danger?: boolean;
  /** What the button says meanwhile; that something is saved by default. */
  sendingLabel?: string;
  /** Below the reason; that the audit log keeps it by default. */
  help?: string;
  mutation: UseMutationOptions<Answer, Error, { reason: string }>;
  /** Said after it was done. */
  done: string;
  onClose: () => void;
}

interface ReasonDialogProps<Answer> extends ReasonFormProps<Answer> {
  opened: boolean;
}

/** Asks for the reason of a change, which the audit log keeps. */
export function ReasonDialog<Answer>({ opened, ...form }: ReasonDialogProps<Answer>) {
  return (
    <Dialog opened={opened} onClose={form.onClose} title={form.title} size="form">
      <ReasonForm {...form} />
    </Dialog>
  );
}

/** What is inside the dialog, for one that knows what it changes only while it is open. */
export function ReasonForm<Answer>(props: ReasonFormProps<Answer>) {
  const { onClose, title, children, action, danger = false, sendingLabel, help, mutation, done } = props;
  const texts = useTexts(reasonTexts);
  const form = useCheckedForm({
    initialValues: { reason: '' },
    validate: { reason: (value) => (value.trim() === '' ? texts.required : null) },
  });
  const { onSubmit, sending } = useSubmit(form, {
    mutation,
    fields: { reason: 'reason' },
    onSuccess: () => {
      notifySuccess(done);
      onClose();
    },
  });
  return (
    <DialogForm label={title} onSubmit={onSubmit}>
      <DialogBody>
        {children}
        <ReasonField
          {...form.getInputProps('reason')}
          {...(help !== undefined && { description: help })}
          data-autofocus
        />
      </DialogBody>
      <DialogFoot>
        <DialogCancel />
        <SubmitButton
          variant={danger ? 'danger' : 'filled'}
          sending={sending}
          sendingLabel={sendingLabel ?? texts.sending}
        >
          {action}
        </SubmitButton>
      </DialogFoot>
    </DialogForm>
  );
}

const maxReason = 500;

/** The reason of a change. */
export function ReasonField(props: TextareaProps) {
  const texts = useTexts(reasonTexts);
  return (
    <Textarea
      label={texts.reason}
      description={texts.help}
      {...props}
      name="reason"
      autoComplete="off"
      maxLength={maxReason}
      autosize
      minRows={2}
      maxRows={6}
    />
  );
}
