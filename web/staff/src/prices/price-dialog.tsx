import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';

import { Checkbox, TextInput } from '@mantine/core';
import type { UseMutationOptions } from '@tanstack/react-query';

import { DateTimeField } from '@shared/form/date-time-field';
import { RupiahField } from '@shared/form/rupiah-field';
import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { Amount } from '@shared/format/amount';
import { useZones } from '@shared/format/display-zone';
import { useToday } from '@shared/format/use-today';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogCancel, DialogFoot, DialogForm } from '@shared/overlay/dialog-parts';
import { Fact, Facts } from '@shared/ui/facts';
import { Note } from '@shared/ui/note';
import { useLast } from '@shared/ui/use-last';

import type { PriceValues } from './price-queries';
import { priceTexts } from './price-texts';

/** A price that is to be changed. */
export interface EditedPrice {
  /** Empty: the form asks for it. */
  productCode: string;
  name: string;
  kind: 'prepaid' | 'postpaid' | 'open';
  /** What holds today; undefined for no price yet. */
  now?: number | undefined;
  listPrice?: number | undefined;
  cost: number | null;
  /** The price by hand ends: that of a client, or the list price. */
  ends?: 'own' | 'list';
}

interface PriceDialogProps {
  /** Undefined while it is closed. */
  price: EditedPrice | undefined;
  mutation: UseMutationOptions<{ approvalId?: string }, Error, PriceValues>;
  onClose: () => void;
}

/** Changes a price, at once or from a time on. */
export function PriceDialog({ price, mutation, onClose }: PriceDialogProps) {
  const texts = useTexts(priceTexts);
  const shown = useLast(price);
  const title = shown?.ends === undefined ? texts.setTitle : texts.endTitles[shown.ends];
  return (
    <Dialog opened={price !== undefined} onClose={onClose} title={title(shown?.name ?? '')} size="form">
      {shown && <PriceForm price={shown} mutation={mutation} onClose={onClose} title={title(shown.name)} />}
    </Dialog>
  );
}

interface PriceFormProps {
  price: EditedPrice;
  mutation: PriceDialogProps['mutation'];
  onClose: () => void;
  title: string;
}

function PriceForm({ price, mutation, onClose, title }: PriceFormProps) {
  const texts = useTexts(priceTexts);
  const today = useToday(useZones().client);
  const ends = price.ends !== undefined;
  const form = useCheckedForm<PriceValues>({
    initialValues: {
      productCode: price.productCode,
      amount: ends ? undefined : price.now,
      later: false,
      from: { day: undefined, time: undefined },
      ends: false,
      until: { day: undefined, time: undefined },
      reason: '',
    },
    validate: {
      productCode: (value) => (value.trim() === '' ? texts.required : null),
      amount: (value) => (value === undefined && !ends ? texts.required : null),
      from: (value, { later }) => (later && value.day === undefined ? texts.noDay : null),
      until: (value, typed) => (typed.ends && value.day === undefined ? texts.noDay : null),
      reason: (value) => (value.trim() === '' ? texts.required : null),
    },
  });
  const { onSubmit, sending } = useSubmit(form, {
    mutation,
    fields: { productCode: 'productCode', amount: 'amount', effectiveAt: 'from', until: 'until', reason: 'reason' },
    onSuccess: ({ approvalId }, { productCode }) => {
      if (approvalId === undefined) notifySuccess(texts.saved(price.productCode === '' ? productCode : price.name));
      else notifySuccess(texts.waits, texts.waitsText(approvalId));
      onClose();
    },
  });
  const { values, errors } = form;
  const next = ends ? price.listPrice : values.amount;
  const below = price.kind === 'prepaid' && price.cost !== null && next !== undefined && next < price.cost;
  return (
    <DialogForm label={title} onSubmit={onSubmit}>
      <DialogBody>
        {price.ends !== undefined && <p>{texts.endTexts[price.ends]}</p>}
        <PriceFacts price={price} />
        {price.productCode === '' && (
          <TextInput
            {...form.getInputProps('productCode')}
            label={texts.productCode}
            maxLength={32}
            autoComplete="off"
            data-autofocus
          />
        )}
        {!ends && (
          <RupiahField
            label={texts.newPrice}
            prefix="Rp"
            value={values.amount}
            error={errors['amount']}
            onChange={(amount) => form.setFieldValue('amount', amount)}
            data-path="amount"
          />
        )}
        {below && <Note tone="warning">{texts.below}</Note>}
        <Checkbox {...form.getInputProps('later', { type: 'checkbox' })} label={texts.later} />
        {(values.later || errors['from'] !== undefined) && (
          <DateTimeField
            dayLabel={texts.day}
            timeLabel={texts.time}
            showLabels
            value={values.from}
            firstDay={today}
            error={typeof errors['from'] === 'string' ? errors['from'] : undefined}
            onChange={(from) => form.setFieldValue('from', from)}
          />
        )}
        {!ends && <Checkbox {...form.getInputProps('ends', { type: 'checkbox' })} label={texts.endsLater} />}
        {(values.ends || errors['until'] !== undefined) && (
          <DateTimeField
            dayLabel={texts.endDay}
            timeLabel={texts.endTime}
            showLabels
            value={values.until}
            firstDay={today}
            error={typeof errors['until'] === 'string' ? errors['until'] : undefined}
            onChange={(until) => form.setFieldValue('until', until)}
          />
        )}
        <TextInput
          {...form.getInputProps('reason')}
          label={texts.reason}
          description={texts.reasonHelp}
          autoComplete="off"
          maxLength={500}
        />
      </DialogBody>
      <DialogFoot>
        <DialogCancel />
        <SubmitButton sending={sending} sendingLabel={texts.saving}>
          {price.ends === undefined ? texts.save : texts.endSends[price.ends]}
        </SubmitButton>
      </DialogFoot>
    </DialogForm>
  );
}

function PriceFacts({ price: { now, listPrice, cost } }: { price: EditedPrice }) {
  const texts = useTexts(priceTexts);
  const shown = [
    ['now', now],
    ['list', listPrice],
  ] as const;
  if (now === undefined && listPrice === undefined && cost === null) return null;
  return (
    <Facts>
      {shown.map(
        ([name, value]) =>
          value !== undefined && (
            <Fact key={name} name={texts[name]}>
              <Amount value={value} prefix="Rp" />
            </Fact>
          ),
      )}
      {cost !== null && (
        <Fact name={texts.costNow}>
          <Amount value={cost} prefix="Rp" />
        </Fact>
      )}
    </Facts>
  );
}
