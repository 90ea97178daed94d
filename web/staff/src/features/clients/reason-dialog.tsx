import { TextInput, type TextInputProps } from '@mantine/core';
import type { UseMutationOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogCancel, DialogFoot, DialogForm } from '@shared/overlay/dialog-parts';

import { clientTexts } from './client-texts';

interface ReasonDialogProps<Answer> {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** What it means. */
  children: ReactNode;
  action: string;
  danger?: boolean;
  mutation: UseMutationOptions<Answer, Error, { reason: string }>;
  /** Said after it was done. */
  done: string;
}

/** Asks for the reason of a change, which the audit log keeps. */
export function ReasonDialog<Answer>({ opened, onClose, title, ...form }: ReasonDialogProps<Answer>) {
  return (
    <Dialog opened={opened} onClose={onClose} title={title} size="form">
      <ReasonForm {...form} title={title} onClose={onClose} />
    </Dialog>
  );
}

function ReasonForm<Answer>(props: Omit<ReasonDialogProps<Answer>, 'opened'>) {
  const { onClose, title, children, action, danger = false, mutation, done } = props;
  const texts = useTexts(clientTexts);
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
        <ReasonField {...form.getInputProps('reason')} data-autofocus />
      </DialogBody>
      <DialogFoot>
        <DialogCancel />
        <SubmitButton variant={danger ? 'danger' : 'filled'} sending={sending} sendingLabel={texts.saving}>
          {action}
        </SubmitButton>
      </DialogFoot>
    </DialogForm>
  );
}

/** The reason of a change. */
export function ReasonField(props: TextInputProps) {
  const texts = useTexts(clientTexts);
  return (
    <TextInput
      {...props}
      label={texts.reason}
      description={texts.reasonHelp}
      name="reason"
      autoComplete="off"
      maxLength={500}
    />
  );
}
