import { TextInput } from '@mantine/core';
import { useState } from 'react';

import { SelectField } from '@shared/form/select-field';
import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { formatRupiah } from '@shared/format/rupiah';
import { useTexts } from '@shared/i18n/texts';
import { Card } from '@shared/ui/card';

import { type Trial, tryRoutingOptions } from './routing-queries';
import { routingTexts } from './routing-texts';
import classes from './routing.module.css';
import { hourName } from './rule-words';

const hoursOfDay = 24;

/** Shows which suppliers an order would get, and why each other one is left out. */
export function TryCard() {
  const texts = useTexts(routingTexts);
  const [trial, setTrial] = useState<Trial>();
  const form = useCheckedForm({
    initialValues: { product: '', client: '', number: '', hour: '' },
    validate: {
      product: (value) => (value.trim() === '' ? texts.required : null),
      client: (value) => (/^\d{0,15}$/u.test(value) ? null : texts.numbers),
    },
  });
  const { onSubmit, sending } = useSubmit(
    // What is tried is nothing to save.
    { ...form, isDirty: () => false },
    {
      mutation: tryRoutingOptions(),
      fields: { productCode: 'product', clientId: 'client', destinationNo: 'number', hour: 'hour' },
      onSuccess: setTrial,
    },
  );
  const hours = Array.from({ length: hoursOfDay }, (_, hour) => ({ value: String(hour), label: hourName(hour) }));
  return (
    <Card title={texts.try} hint={texts.tryHint}>
      <form className={classes['trial']} onSubmit={onSubmit} aria-label={texts.try} noValidate>
        <TextInput
          {...form.getInputProps('product')}
          label={texts.product}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={50}
        />
        <TextInput {...form.getInputProps('number')} label={texts.number} autoComplete="off" maxLength={50} />
        <TextInput
          {...form.getInputProps('client')}
          label={texts.client}
          placeholder={texts.clientHelp}
          inputMode="numeric"
          autoComplete="off"
        />
        <SelectField
          label={texts.hour}
          value={form.values.hour}
          options={[{ value: '', label: texts.now }, ...hours]}
          onChange={(hour) => form.setFieldValue('hour', hour)}
        />
        <SubmitButton variant="default" sending={sending} sendingLabel={texts.trying}>
          {texts.show}
        </SubmitButton>
      </form>
      {trial && <TrialResult trial={trial} />}
    </Card>
  );
}

function TrialResult({ trial }: { trial: Trial }) {
  const texts = useTexts(routingTexts);
  const { position, rule, strategy, hour, price, candidates, leftOut } = trial;
  return (
    <section className={classes['result']} aria-live="polite" aria-label={texts.suppliers}>
      <p className={classes['verdict']}>
        <strong>{position === 0 ? texts.byPreference : texts.byRule(position, rule)}</strong>
        {strategy === 'preference' ? '' : `, ${texts.strategies[strategy]}`}
        <span className={classes['hint']}>{texts.at(hourName(hour), formatRupiah(price, 'Rp'))}</span>
      </p>
      {candidates.length === 0 ? (
        <p className={classes['verdict']}>{texts.nobody}</p>
      ) : (
        <div className={classes['scroll']}>
          <table className={classes['table']} aria-label={texts.suppliers}>
            <thead>
              <tr>
                <th scope="col">{texts.columns.supplier}</th>
                <th scope="col" data-end>
                  {texts.columns.first}
                </th>
                <th scope="col" data-end>
                  {texts.columns.cost}
                </th>
                <th scope="col">{texts.columns.recent}</th>
              </tr>
            </thead>
            <tbody>
              {candidates.map(({ supplier, sku, percent, cost, succeeded, failed, bound, answers }) => (
                <tr key={supplier}>
                  <th scope="row">
                    {supplier} <span className={classes['hint']}>{answers ? sku : texts.silent}</span>
                  </th>
                  <td data-end>{texts.percent(percent)}</td>
                  <td data-end>{formatRupiah(cost, 'Rp')}</td>
                  <td>{texts.recent(succeeded, failed, bound)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {leftOut.length > 0 && (
        <>
          <h3 className={classes['leftOut']}>{texts.leftOut}</h3>
          <ul className={classes['entries']}>
            {leftOut.map(({ supplier, cost, why }) => (
              <li key={supplier} className={classes['entry']}>
                <span>{supplier}</span>
                <span className={classes['hint']}>
                  {texts.why[why]}
                  {cost > 0 ? ` (${formatRupiah(cost, 'Rp')})` : ''}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
