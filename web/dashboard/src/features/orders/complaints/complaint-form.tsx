import { Button, Textarea } from '@mantine/core';
import { useEffect, useRef } from 'react';

import { type ComplaintReason, complaintReasons, complaintTexts } from '@shared/format/complaint-texts';
import { SelectField } from '@shared/form/select-field';
import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';

import { complainOptions } from './complaint-queries';
import { complaintsTexts } from './complaints-texts';
import classes from './complaints.module.css';

const maxText = 1000;

interface Values {
  reason: ComplaintReason;
  text: string;
}

interface ComplaintFormProps {
  orderId: string;
  onDone: () => void;
}

/** Complains about an order: a reason of the list, and what else helps. */
export function ComplaintForm({ orderId, onDone }: ComplaintFormProps) {
  const texts = useTexts(complaintsTexts);
  const { reasons } = useTexts(complaintTexts);
  const first = useRef<HTMLSelectElement>(null);
  // The button that opened the form is gone.
  useEffect(() => {
    first.current?.focus();
    first.current?.form?.scrollIntoView({ block: 'nearest' });
  }, []);
  const form = useCheckedForm<Values>({ initialValues: { reason: 'not_received', text: '' } });
  const { onSubmit, sending } = useSubmit(form, {
    mutation: complainOptions(orderId),
    fields: { reason: 'reason', text: 'text' },
    onSuccess: () => {
      notifySuccess(texts.sent);
      onDone();
    },
  });
  return (
    <form className={classes['form']} onSubmit={onSubmit} noValidate aria-label={texts.open}>
      <SelectField
        label={texts.reason}
        value={form.values.reason}
        error={form.errors['reason']}
        options={complaintReasons.map((value) => ({ value, label: reasons[value] }))}
        onChange={(reason) => form.setFieldValue('reason', reason)}
        ref={first}
      />
      <Textarea
        {...form.getInputProps('text')}
        label={texts.text}
        description={texts.textHelp}
        maxLength={maxText}
        autosize
        minRows={2}
        maxRows={8}
      />
      <div className={classes['buttons']}>
        <Button variant="default" onClick={onDone} disabled={sending}>
          {texts.cancel}
        </Button>
        <SubmitButton sending={sending} sendingLabel={texts.sending}>
          {texts.send}
        </SubmitButton>
      </div>
    </form>
  );
}
