import { Textarea } from '@mantine/core';

import { addNoteOptions, type StaffOrderDetail } from '@/orders/order-queries';
import { nameOf } from '@/orders/order-words';
import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { useZones } from '@shared/format/display-zone';
import { formatFollowingTime } from '@shared/format/local-time';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { Card } from '@shared/ui/card';
import { Tag } from '@shared/ui/tag';

import { orderTexts } from './order-texts';
import classes from './order.module.css';

/** What staff noted about the order, and the field for another note. */
export function NotesCard({ order }: { order: StaffOrderDetail }) {
  const texts = useTexts(orderTexts).notes;
  const language = useLanguage();
  const { shown } = useZones();
  return (
    <Card title={texts.title} state={order.notes.length > 0 ? <Tag>{String(order.notes.length)}</Tag> : null}>
      <NoteForm orderId={order.orderId} />
      {order.notes.length === 0 ? (
        <p className={classes['small']}>{texts.none}</p>
      ) : (
        <ul className={classes['entries']}>
          {order.notes.toReversed().map(({ number, author, text, at }) => (
            <li key={number} className={classes['entry']}>
              <span className={classes['strong']}>{nameOf(author)}</span>
              <time className={classes['time']} dateTime={at}>
                {formatFollowingTime(at, order.createdAt, shown, language)}
              </time>
              <p className={classes['entryText']}>{text}</p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function NoteForm({ orderId }: { orderId: string }) {
  const texts = useTexts(orderTexts).notes;
  const form = useCheckedForm({
    initialValues: { text: '' },
    validate: { text: (text: string) => (text.trim() === '' ? texts.required : null) },
  });
  const { onSubmit, sending } = useSubmit(form, {
    mutation: addNoteOptions(orderId),
    fields: { text: 'text' },
    onSuccess: () => {
      form.reset();
      notifySuccess(texts.added);
    },
  });
  return (
    <form className={classes['noteForm']} onSubmit={onSubmit} noValidate aria-label={texts.add}>
      <Textarea
        {...form.getInputProps('text')}
        aria-label={texts.label}
        placeholder={texts.placeholder}
        autosize
        minRows={2}
        maxRows={8}
      />
      <SubmitButton variant="default" sending={sending} sendingLabel={texts.adding}>
        {texts.add}
      </SubmitButton>
    </form>
  );
}
