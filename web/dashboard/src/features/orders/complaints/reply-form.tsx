import { Button, Textarea } from '@mantine/core';
import { useEffect, useRef } from 'react';

import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';

import { replyOptions } from './complaint-queries';
import { complaintsTexts } from './complaints-texts';
import classes from './complaints.module.css';

const maxText = 1000;

interface ReplyFormProps {
  orderId: string;
  /** Of the complaint. */
  number: number;
  onDone: () => void;
}

/** Replies to the last answer about a complaint. */
export function ReplyForm({ orderId, number, onDone }: ReplyFormProps) {
  const texts = useTexts(complaintsTexts);
  const field = useRef<HTMLTextAreaElement>(null);
  // The button that opened the form is gone.
  useEffect(() => field.current?.focus(), []);
  const form = useCheckedForm({
    initialValues: { text: '' },
    validate: { text: (text) => (text.trim() === '' ? texts.required : null) },
  });
  const { onSubmit, sending } = useSubmit(form, {
    mutation: replyOptions(orderId, number),
    fields: { text: 'text' },
    onSuccess: () => {
      notifySuccess(texts.replied);
      onDone();
    },
  });
  return (
    <form className={classes['form']} onSubmit={onSubmit} noValidate aria-label={texts.reply}>
      <Textarea
        {...form.getInputProps('text')}
        label={texts.replyText}
        description={texts.replyHelp}
        maxLength={maxText}
        autosize
        minRows={2}
        maxRows={8}
        ref={field}
      />
      <div className={classes['buttons']}>
        <Button variant="default" onClick={onDone} disabled={sending}>
          {texts.cancel}
        </Button>
        <SubmitButton sending={sending} sendingLabel={texts.sending}>
          {texts.sendReply}
        </SubmitButton>
      </div>
    </form>
  );
}
