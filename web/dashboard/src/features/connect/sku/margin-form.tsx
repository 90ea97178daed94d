import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';

import { Radio, SegmentedControl, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';

import { formatRupiah } from '@shared/format/rupiah';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { useErrorNotice } from '@shared/notify/use-error-notice';

import { percentText } from '../percent-text';
import { refusalOf } from './refusal';
import { type PricesSet, type PricingBody, setPricesOptions } from './sku-queries';
import { bodyOf, bulkProblem, type PricingType, pricingTypes, readValue } from './sku-rules';
import { skuTexts } from './sku-texts';
import classes from './sku.module.css';
import { TrialPanel } from './trial-panel';

/** What the form has chosen. */
interface Choice {
  mode: 'recommended' | 'manual';
  type: PricingType;
  text: string;
}

/** Returns the pricing of a choice; null while it is not valid. */
function pricingOf({ mode, type, text }: Choice): PricingBody | null {
  if (mode === 'recommended') return { recommended: true };
  const value = readValue(type, text);
  return value === undefined || bulkProblem(type, text) !== null ? null : bodyOf(type, value);
}

interface MarginFormOptions {
  /** Codes of the SKUs; undefined for all. */
  codes: readonly string[] | undefined;
  /** Called when the margins are set. Without it the form stays open. */
  onSet?: () => void;
}

/** The choice of margins for many SKUs, and its sending. */
export function useMarginForm({ codes, onSet }: MarginFormOptions) {
  const texts = useTexts(skuTexts);
  const [choice, setChoice] = useState<Choice>({ mode: 'recommended', type: 'percent', text: '' });
  const [error, setError] = useState<string>();
  const [touched, setTouched] = useState(false);
  const send = useMutation(setPricesOptions({ formStays: onSet === undefined }));
  const notice = useErrorNotice();

  /** Sends the choice. Returns whether the margins are set. */
  async function set(): Promise<boolean> {
    if (send.isPending) return false;
    const problem = choice.mode === 'manual' ? bulkProblem(choice.type, choice.text) : null;
    const pricing = pricingOf(choice);
    if (problem !== null || pricing === null) {
      setError(problem === null ? undefined : texts.bulk[problem]);
      return false;
    }
    notice.end();
    try {
      const done = await send.mutateAsync({ codes, pricing });
      notifySuccess(texts.success, settingsText(done, texts.settings));
      setTouched(false);
      onSet?.();
      return true;
    } catch (refused) {
      notice.show({ title: texts.failedSave, text: refusalOf(refused) });
      return false;
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    void set();
  }

  return {
    choice,
    error,
    submit,
    /** Sets what was chosen and not set yet. Returns whether nothing is left to set. */
    save: async () => !touched || (await set()),
    sending: send.isPending,
    pricing: pricingOf(choice),
    choose: (change: Partial<Choice>) => {
      setError(undefined);
      setTouched(true);
      setChoice({ ...choice, ...change });
    },
  };
}

type Settings = (typeof skuTexts)['en']['settings'];

function settingsText({ changed, pricing, leftOut }: PricesSet, texts: Settings): string {
  const { pricingType: type, marginValue: value } = pricing;
  if (type === 'recommended') {
    const set = texts.recommended(changed);
    return leftOut.total === 0 ? set : `${set}. ${texts.leftOut(leftOut.total)}`;
  }
  return texts[type](type === 'percent' ? percentText(value) : formatRupiah(value, 'Rp'), changed);
}

interface MarginFieldsProps {
  form: ReturnType<typeof useMarginForm>;
  codes: readonly string[] | undefined;
}

/** The fields of the choice, with what it would have earned. */
export function MarginFields({ form, codes }: MarginFieldsProps) {
  const texts = useTexts(skuTexts);
  const { choice, choose, error } = form;
  return (
    <>
      <div className={classes['modes']} role="radiogroup" aria-label={texts.modes.label}>
        <Mode form={form} mode="recommended" label={texts.modes.recommended} hint={texts.modes.recommendedHint} />
        <Mode form={form} mode="manual" label={texts.modes.manual} hint={texts.modes.manualHint(codes?.length)} />
      </div>
      {choice.mode === 'manual' && (
        <>
          <TypeChoice types={pricingTypes} type={choice.type} onChoose={(type) => choose({ type, text: '' })} />
          <ValueField type={choice.type} text={choice.text} error={error} onChange={(text) => choose({ text })} />
        </>
      )}
      <TrialPanel codes={codes} pricing={form.pricing} />
    </>
  );
}

interface ModeProps {
  form: ReturnType<typeof useMarginForm>;
  mode: Choice['mode'];
  label: string;
  hint: string;
}

function Mode({ form, mode, label, hint }: ModeProps) {
  return (
    <div className={classes['mode']} data-chosen={form.choice.mode === mode || undefined}>
      <Radio
        name="margin-mode"
        value={mode}
        label={label}
        description={hint}
        checked={form.choice.mode === mode}
        onChange={() => form.choose({ mode })}
      />
    </div>
  );
}

interface TypeChoiceProps<T extends PricingType | 'recommended'> {
  /** The types to choose from. */
  types: readonly T[];
  type: T;
  onChoose: (type: T) => void;
}

/** The choice of a pricing type. */
export function TypeChoice<T extends PricingType | 'recommended'>({ types, type, onChoose }: TypeChoiceProps<T>) {
  const texts = useTexts(skuTexts).types;
  return (
    <SegmentedControl
      aria-label={texts.label}
      fullWidth
      classNames={{ root: classes['types'] ?? '', indicator: classes['typeChosen'] ?? '' }}
      data={types.map((one) => ({ value: one, label: texts[one] }))}
      value={type}
      onChange={(selectedValue) => {
        const next = types.find((one) => one === selectedValue);
        if (next) onChoose(next);
      }}
    />
  );
}

interface ValueFieldProps {
  type: PricingType;
  text: string;
  error?: ReactNode;
  onChange: (text: string) => void;
}

/** The value of a pricing type. */
export function ValueField({ type, text, error, onChange }: ValueFieldProps) {
  const texts = useTexts(skuTexts);
  const percent = type === 'percent';
  return (
    <TextInput
      label={texts.types[type]}
      description={texts.hints[type]}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      error={error}
      leftSection={percent ? undefined : <span className={classes['unit']}>Rp</span>}
      rightSection={percent ? <span className={classes['unit']}>%</span> : undefined}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
