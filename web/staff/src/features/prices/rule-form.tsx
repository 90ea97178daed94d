import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';

import { Checkbox, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import type { RuleReport } from '@/prices/rule-steps';
import { SegmentField } from '@/prices/segment-field';
import { useHasPermission } from '@/session/current-staff';
import { permission } from '@/session/permissions';
import { SelectField } from '@shared/form/select-field';
import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { operatorTypeName, operatorTypeTexts } from '@shared/format/operator-types';
import { useTexts } from '@shared/i18n/texts';
import { DialogBody, DialogCancel, DialogFoot, DialogForm } from '@shared/overlay/dialog-parts';

import { previewRuleOptions, ruleChoicesOptions, type RuleValues } from './rule-queries';
import { ruleTexts } from './rule-texts';
import { typedBasisPoints, typedWhole } from './rule-words';

interface RuleFormProps {
  title: string;
  values: RuleValues;
  onPreview: (values: RuleValues, report: RuleReport) => void;
}

const whose = ['list', 'segment', 'client'] as const;
const reaches = ['all', 'category', 'operator', 'product'] as const;
const largestStep = 1_000_000;

/** What a rule says. Sending it asks what it would change. */
export function RuleForm({ title, values: initialValues, onPreview }: RuleFormProps) {
  const texts = useTexts(ruleTexts);
  const whole = (value: string) => (typedWhole(value) === undefined ? texts.whole : null);
  const given = (reach: RuleValues['reach']) => (value: string, typed: RuleValues) =>
    typed.reach === reach && value.trim() === '' ? texts.required : null;
  const form = useCheckedForm<RuleValues>({
    initialValues,
    validate: {
      operatorType: given('category'),
      operatorCode: given('operator'),
      productCode: given('product'),
      clientId: (value, typed) => (typed.whose !== 'client' || (typedWhole(value) ?? 0) > 0 ? null : texts.clientForm),
      segment: (value, typed) => (typed.whose === 'segment' && value.trim() === '' ? texts.required : null),
      fixed: whole,
      percent: (value) => (typedBasisPoints(value) === undefined ? texts.percentForm : null),
      step: (value) => {
        const step = typedWhole(value) ?? 0;
        return step < 1 || step > largestStep ? texts.stepForm : null;
      },
      minMargin: whole,
    },
  });
  const { onSubmit, sending } = useSubmit(form, {
    mutation: previewRuleOptions(),
    fields: {
      productCode: 'productCode',
      operatorCode: 'operatorCode',
      operatorType: 'operatorType',
      clientId: 'clientId',
      segment: 'segment',
      fixed: 'fixed',
      basisPoints: 'percent',
      step: 'step',
      minMargin: 'minMargin',
    },
    onSuccess: (report, values) => onPreview(values, report),
  });
  return (
    <DialogForm label={title} onSubmit={onSubmit}>
      <DialogBody>
        <SelectField
          label={texts.reach}
          value={form.values.reach}
          options={reaches.map((value) => ({ value, label: texts.reaches[value] }))}
          onChange={(reach) => form.setFieldValue('reach', reach)}
          data-autofocus
        />
        <ReachField form={form} />
        {useHasPermission(permission.clientPrices) && <WhoseFields form={form} />}
        <TextInput
          {...form.getInputProps('fixed')}
          label={texts.fixed}
          description={texts.fixedHelp}
          autoComplete="off"
        />
        <TextInput
          {...form.getInputProps('percent')}
          label={texts.percent}
          inputMode="decimal"
          autoComplete="off"
          rightSection="%"
        />
        <TextInput {...form.getInputProps('step')} label={texts.step} inputMode="numeric" autoComplete="off" />
        <TextInput
          {...form.getInputProps('minMargin')}
          label={texts.minMargin}
          description={texts.minMarginHelp}
          autoComplete="off"
        />
        <Checkbox {...form.getInputProps('endHand', { type: 'checkbox' })} label={texts.endHand} />
      </DialogBody>
      <DialogFoot>
        <DialogCancel />
        <SubmitButton sending={sending} sendingLabel={texts.checking}>
          {texts.preview}
        </SubmitButton>
      </DialogFoot>
    </DialogForm>
  );
}

/** The list prices, or the own prices of whom. */
function WhoseFields({ form }: { form: ReturnType<typeof useCheckedForm<RuleValues>> }) {
  const texts = useTexts(ruleTexts);
  return (
    <>
      <SelectField
        label={texts.whose}
        value={form.values.whose}
        options={whose.map((value) => ({ value, label: texts.whoseOptions[value] }))}
        onChange={(value) => form.setFieldValue('whose', value)}
      />
      {form.values.whose === 'segment' && (
        <SegmentField {...form.getInputProps('segment')} label={texts.segment} description={texts.segmentHelp} />
      )}
      {form.values.whose === 'client' && (
        <TextInput
          {...form.getInputProps('clientId')}
          label={texts.client}
          description={texts.clientHelp}
          inputMode="numeric"
          autoComplete="off"
        />
      )}
    </>
  );
}

/** Which category, operator or product. */
function ReachField({ form }: { form: ReturnType<typeof useCheckedForm<RuleValues>> }) {
  const texts = useTexts(ruleTexts);
  const types = useTexts(operatorTypeTexts);
  const { data } = useQuery(ruleChoicesOptions());
  const operators = data?.operators ?? [];
  const { values, errors } = form;
  switch (values.reach) {
    case 'category':
      return (
        <SelectField
          label={texts.category}
          placeholder={texts.choose}
          value={values.operatorType}
          error={errors['operatorType']}
          options={[...new Set(operators.map(({ type }) => type))].map((type) => ({
            value: type,
            label: operatorTypeName(types, type),
          }))}
          onChange={(type) => form.setFieldValue('operatorType', type)}
          data-path="operatorType"
        />
      );
    case 'operator':
      return (
        <SelectField
          label={texts.operator}
          placeholder={texts.choose}
          value={values.operatorCode}
          error={errors['operatorCode']}
          options={operators.map(({ code, name }) => ({ value: code, label: name }))}
          onChange={(code) => form.setFieldValue('operatorCode', code)}
          data-path="operatorCode"
        />
      );
    case 'product':
      return (
        <TextInput {...form.getInputProps('productCode')} label={texts.productCode} maxLength={32} autoComplete="off" />
      );
    default:
      return null;
  }
}
