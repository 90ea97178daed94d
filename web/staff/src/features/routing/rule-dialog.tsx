import { Button, TextInput } from '@mantine/core';

import { SelectField } from '@shared/form/select-field';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { operatorTypeTexts } from '@shared/format/operator-types';
import { useTexts } from '@shared/i18n/texts';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogCancel, DialogFoot, DialogForm } from '@shared/overlay/dialog-parts';
import { useLast } from '@shared/ui/use-last';

import type { Rule, Strategy } from './routing-queries';
import { routingTexts } from './routing-texts';
import classes from './routing.module.css';
import type { DraftRule } from './rule-list';
import { hourName, typedList } from './rule-words';
import { GroupSelection, SupplierSelection } from './selections';

interface RuleFormProps {
  suppliers: readonly string[];
  onClose: () => void;
  onDone: (key: string, rule: Rule) => void;
}

/** Edits one rule of the list, which is saved as a whole. */
export function RuleDialog({ edited, ...form }: RuleFormProps & { edited: DraftRule | undefined }) {
  const texts = useTexts(routingTexts);
  const shown = useLast(edited);
  return (
    <Dialog opened={edited !== undefined} onClose={form.onClose} title={texts.change} size="form">
      {shown && <RuleForm key={shown.key} {...form} edited={shown} />}
    </Dialog>
  );
}

const hoursOfDay = 24;
const hours = Array.from({ length: hoursOfDay }, (_, hour) => ({ value: String(hour), label: hourName(hour) }));
const strategies: readonly Strategy[] = ['fixed', 'cheapest', 'success', 'shares'];
const mostWeight = 1000;

function RuleForm({ edited: { key, rule }, suppliers, onClose, onDone }: RuleFormProps & { edited: DraftRule }) {
  const texts = useTexts(routingTexts);
  const types = useTexts(operatorTypeTexts);
  const form = useCheckedForm({
    initialValues: {
      ...rule,
      clients: rule.clients.join(', '),
      prefixes: rule.prefixes.join(', '),
      from: String(rule.from),
      to: String(rule.to),
    },
    validate: {
      name: (value) => (value.trim() === '' ? texts.required : null),
      clients: (value) => (typedList(value).every((one) => /^[1-9]\d{0,14}$/u.test(one)) ? null : texts.numbers),
      prefixes: (value) => (typedList(value).every((one) => /^[\dA-Za-z]{1,20}$/u.test(one)) ? null : texts.prefixForm),
      suppliers: (value, { strategy }) => {
        if (value.length === 0 && (strategy === 'fixed' || strategy === 'shares')) return texts.needs;
        const fits = value.every(({ weight }) => Number.isInteger(weight) && weight >= 1 && weight <= mostWeight);
        return strategy === 'shares' && !fits ? texts.weights : null;
      },
    },
  });
  const { values } = form;
  const onSubmit = form.onSubmit((typed) => {
    onDone(key, {
      ...typed,
      name: typed.name.trim(),
      clients: typedList(typed.clients).map(Number),
      prefixes: typedList(typed.prefixes),
      from: Number(typed.from),
      to: Number(typed.to),
    });
    onClose();
  });
  return (
    <DialogForm label={texts.change} onSubmit={onSubmit}>
      <DialogBody>
        <TextInput
          {...form.getInputProps('name')}
          label={texts.name}
          maxLength={60}
          autoComplete="off"
          data-autofocus
        />
        <GroupSelection
          groups={values.groups}
          names={types}
          onChange={(groups) => form.setFieldValue('groups', groups)}
        />
        <TextInput
          {...form.getInputProps('clients')}
          label={texts.clientsField}
          description={texts.clientsHelp}
          autoComplete="off"
        />
        <TextInput
          {...form.getInputProps('prefixes')}
          label={texts.prefixesField}
          description={texts.prefixesHelp}
          autoComplete="off"
        />
        <div className={classes['pair']}>
          <SelectField
            label={texts.from}
            value={values.from}
            options={hours}
            onChange={(from) => form.setFieldValue('from', from)}
          />
          <SelectField
            label={texts.to}
            value={values.to}
            options={hours}
            onChange={(to) => form.setFieldValue('to', to)}
          />
        </div>
        <p className={classes['hint']}>{texts.sameHours}</p>
        <SelectField
          label={texts.strategy}
          description={texts.strategyHelp[values.strategy]}
          value={values.strategy}
          options={strategies.map((value) => ({ value, label: texts.strategies[value] }))}
          onChange={(strategy) => form.setFieldValue('strategy', strategy)}
        />
        <SupplierSelection
          selection={values.suppliers}
          available={suppliers}
          weighted={values.strategy === 'shares'}
          error={form.errors['suppliers']}
          onChange={(next) => form.setFieldValue('suppliers', next)}
        />
      </DialogBody>
      <DialogFoot>
        <DialogCancel />
        <Button type="submit">{texts.done}</Button>
      </DialogFoot>
    </DialogForm>
  );
}
