import { Textarea } from '@mantine/core';
import type { UseMutationOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { ReasonForm } from '@/dialogs/reason-dialog';
import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogCancel, DialogFoot, DialogForm } from '@shared/overlay/dialog-parts';
import { useLast } from '@shared/ui/use-last';

import { topupListTexts } from './list-texts';
import { closeRequestOptions, noteOptions, returnOptions, type TopupRequest, type Transfer } from './topup-queries';
import { topupTexts } from './topup-texts';
import { type TransferDialogProps, TransferHead, useOutcome, useSecondPerson } from './transfer-parts';

/** Records that a transfer was sent back. */
export function ReturnDialog({ transfer, limit, onClose }: TransferDialogProps) {
  const { giveBack } = useTexts(topupTexts);
  const shown = useLast(transfer);
  return (
    <Dialog opened={transfer !== undefined} onClose={onClose} title={giveBack.title} size="form">
      {shown && <ReturnForm transfer={shown} limit={limit} onClose={onClose} />}
    </Dialog>
  );
}

function ReturnForm({ transfer, limit, onClose }: { transfer: Transfer; limit: number; onClose: () => void }) {
  const { giveBack } = useTexts(topupTexts);
  const report = useOutcome(giveBack.done);
  return (
    <TextForm
      title={giveBack.title}
      submit={giveBack.submit}
      mutation={returnOptions(transfer.id)}
      note={useSecondPerson(limit)}
      onSuccess={(answer) => {
        report(answer);
        onClose();
      }}
    >
      <TransferHead transfer={transfer} />
      <p>{giveBack.text}</p>
    </TextForm>
  );
}

/** Writes why a transfer is held. */
export function NoteDialog({ transfer, onClose }: TransferDialogProps) {
  const { hold } = useTexts(topupTexts);
  const shown = useLast(transfer);
  return (
    <Dialog opened={transfer !== undefined} onClose={onClose} title={hold.title} size="form">
      {shown && (
        <TextForm
          title={hold.title}
          submit={hold.submit}
          label={hold.label}
          initial={shown.note}
          mutation={noteOptions(shown.id)}
          onSuccess={() => {
            notifySuccess(hold.done);
            onClose();
          }}
        >
          <TransferHead transfer={shown} />
          <p>{hold.text}</p>
        </TextForm>
      )}
    </Dialog>
  );
}

interface CloseDialogProps {
  /** Undefined while it is closed. */
  request: TopupRequest | undefined;
  onClose: () => void;
}

/** Takes a request of a client off the list. */
export function CloseRequestDialog({ request, onClose }: CloseDialogProps) {
  const { requests } = useTexts(topupListTexts);
  const shown = useLast(request);
  const title = requests.closeNamed(shown?.clientName ?? '');
  return (
    <Dialog opened={request !== undefined} onClose={onClose} title={title} size="form">
      {shown && (
        <ReasonForm
          title={title}
          action={requests.closeSubmit}
          mutation={closeRequestOptions(shown.id)}
          done={requests.done}
          onClose={onClose}
        >
          <p>{requests.closeText}</p>
        </ReasonForm>
      )}
    </Dialog>
  );
}

interface TextFormProps<Answer> {
  title: string;
  submit: string;
  /** Of the text; the reason for the audit log by default. */
  label?: string;
  initial?: string;
  mutation: UseMutationOptions<Answer, Error, { reason: string }>;
  note?: string | undefined;
  onSuccess: (answer: Answer) => void;
  children: ReactNode;
}

/** A form whose only field is a text. */
function TextForm<Answer>(props: TextFormProps<Answer>) {
  const { title, submit, label, initial = '', mutation, note, onSuccess, children } = props;
  const texts = useTexts(topupTexts);
  const form = useCheckedForm({
    initialValues: { reason: initial },
    validate: { reason: (value) => (value.trim() === '' ? texts.required : null) },
  });
  const { onSubmit, sending } = useSubmit(form, { mutation, fields: { reason: 'reason', text: 'reason' }, onSuccess });
  return (
    <DialogForm label={title} onSubmit={onSubmit}>
      <DialogBody>
        {children}
        <Textarea
          {...form.getInputProps('reason')}
          label={label ?? texts.reason}
          description={label === undefined ? texts.reasonHelp : undefined}
          maxLength={500}
          autosize
          minRows={2}
          data-autofocus
        />
      </DialogBody>
      <DialogFoot note={note}>
        <DialogCancel />
        <SubmitButton sending={sending} sendingLabel={texts.sending}>
          {submit}
        </SubmitButton>
      </DialogFoot>
    </DialogForm>
  );
}
