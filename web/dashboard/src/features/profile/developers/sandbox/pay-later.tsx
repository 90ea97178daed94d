import { useMutation } from '@tanstack/react-query';

import { RupiahField } from '@shared/form/rupiah-field';
import { SelectField } from '@shared/form/select-field';
import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { Amount } from '@shared/format/amount';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { Card } from '@shared/ui/card';
import { ProgressButton } from '@shared/ui/progress-button';

import { payInvoiceOptions, type Sandbox, type SandboxLimit, setLimitOptions } from './sandbox-queries';
import { sandboxTimeTexts } from './sandbox-time-texts';
import classes from './sandbox.module.css';

const firstLimit = 10_000_000;
const everyDay = '127';
const mondays = '1';
const dueDays = ['1', '3', '7', '14', '30'];

/** What a settlement offers first. Days that the form does not have were set by a program. */
function valuesOf(settlement: Sandbox['settlement']): SandboxLimit {
  const days = String(settlement?.days ?? mondays);
  return {
    limit: settlement?.limit ?? firstLimit,
    days: days === mondays ? mondays : everyDay,
    dueDays: String(settlement?.dueDays ?? 14),
  };
}

/** The settlement of the sandbox, and its invoices that are not paid. */
export function PayLater({ settlement, unpaid }: Pick<Sandbox, 'settlement' | 'unpaid'>) {
  const texts = useTexts(sandboxTimeTexts).later;
  const form = useCheckedForm<SandboxLimit>({
    initialValues: valuesOf(settlement),
    validate: { limit: (limit) => (limit ? null : texts.missing) },
  });
  const { onSubmit, sending } = useSubmit(form, {
    mutation: setLimitOptions(),
    fields: { limit: 'limit', days: 'days', terms: 'dueDays' },
    onSuccess: () => {
      form.resetDirty();
      notifySuccess(texts.saved);
    },
  });
  const due = dueDays.includes(form.values.dueDays) ? dueDays : [form.values.dueDays, ...dueDays];
  return (
    <Card title={texts.title}>
      <p className={classes['intro']}>{texts.intro}</p>
      {settlement && (
        <p className={classes['intro']}>
          {texts.left} <Amount value={settlement.balance} prefix="Rp" />
        </p>
      )}
      <form className={classes['form']} onSubmit={onSubmit} noValidate aria-label={texts.title}>
        <RupiahField
          label={texts.limit}
          prefix="Rp"
          value={form.values.limit}
          error={form.errors['limit']}
          onChange={(limit) => form.setFieldValue('limit', limit)}
        />
        <SelectField
          label={texts.ends}
          options={[
            { value: everyDay, label: texts.daily },
            { value: mondays, label: texts.weekly },
          ]}
          value={form.values.days}
          onChange={(days) => form.setFieldValue('days', days)}
        />
        <SelectField
          label={texts.due}
          options={due.map((value) => ({ value, label: texts.dueDays(Number(value)) }))}
          value={form.values.dueDays}
          onChange={(days) => form.setFieldValue('dueDays', days)}
        />
        <SubmitButton variant="default" sending={sending} sendingLabel={texts.saving}>
          {settlement ? texts.change : texts.make}
        </SubmitButton>
      </form>
      {unpaid.length > 0 && (
        <ul className={classes['invoices']} aria-label={texts.unpaid}>
          {unpaid.map((invoice) => (
            <UnpaidInvoice key={invoice.invoiceNo} {...invoice} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function UnpaidInvoice({ invoiceNo, amount, dueDate, overdue }: Sandbox['unpaid'][number]) {
  const texts = useTexts(sandboxTimeTexts).later;
  const { mutate, isPending } = useMutation(payInvoiceOptions());
  return (
    <li>
      <span className={classes['key']}>{invoiceNo}</span>
      <span>
        <Amount value={amount} prefix="Rp" /> · {overdue ? texts.overdue(dueDate) : texts.dueOn(dueDate)}
      </span>
      <ProgressButton
        variant="default"
        size="sm"
        sending={isPending}
        sendingLabel={texts.paying}
        onPress={() => mutate(invoiceNo, { onSuccess: () => notifySuccess(texts.paid(invoiceNo)) })}
      >
        {texts.pay}
      </ProgressButton>
    </li>
  );
}
