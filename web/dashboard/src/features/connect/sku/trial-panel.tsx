import { Skeleton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { Amount } from '@shared/format/amount';
import { formatDayRange } from '@shared/format/calendar-day';
import { groupThousands } from '@shared/format/rupiah';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { operatorTypeName, operatorTypeTexts } from '@/catalog/operator-types';

import { refusalOf } from './refusal';
import { type PricingBody, type Trial, trialOptions } from './sku-queries';
import type { PricingType } from './sku-rules';
import { skuTexts } from './sku-texts';
import classes from './sku.module.css';

interface TrialPanelProps {
  codes: readonly string[] | undefined;
  /** Null while the value is not valid. */
  pricing: PricingBody | null;
  /** The value as it is typed; undefined for the recommended margins. */
  choice: { type: PricingType; text: string } | undefined;
}

// Long enough that a typed number asks once, in milliseconds.
const pause = 300;

/** What the client's orders of the last 30 days would have earned with the chosen prices. */
export function TrialPanel({ codes, pricing, choice }: TrialPanelProps) {
  const texts = useTexts(skuTexts).trial;
  const [settled] = useDebouncedValue(pricing, pause);
  const trial = useQuery(trialOptions(codes, settled));
  if (trial.isError) {
    return (
      <p className={classes['trialError']} role="status">
        {texts.failed}. {refusalOf(trial.error)}
      </p>
    );
  }
  if (!trial.data) return pricing === null ? null : <Skeleton height="10rem" />;
  return <TrialResult trial={trial.data} choice={choice} />;
}

function TrialResult({ trial, choice }: { trial: Trial; choice: TrialPanelProps['choice'] }) {
  const texts = useTexts(skuTexts).trial;
  const language = useLanguage();
  const words = choice
    ? `${texts.chosen[choice.type]} ${choice.type === 'percent' ? `${choice.text}%` : choice.text}`
    : texts.recommended;
  const most = Math.max(trial.now, trial.recommended, trial.new, 1);
  const bars = [
    { name: texts.now, value: trial.now },
    ...(choice ? [{ name: texts.recommended, value: trial.recommended }] : []),
    { name: words, value: trial.new, chosen: true },
  ];
  const difference = trial.new - trial.now;
  return (
    <section className={classes['trial']} aria-label={texts.title}>
      <div className={classes['trialHead']}>
        <h3 className={classes['trialTitle']}>{texts.title}</h3>
        <p className={classes['hint']}>
          {trial.orders === 0
            ? texts.none
            : texts.orders(formatDayRange(trial.from, trial.to, language), groupThousands(trial.orders))}
        </p>
      </div>
      <dl className={classes['bars']}>
        {bars.map(({ name, value, chosen = false }) => (
          <div key={name} className={classes['bar']} data-chosen={chosen || undefined}>
            <dt>{name}</dt>
            <dd>
              <svg className={classes['track']} aria-hidden preserveAspectRatio="none" viewBox="0 0 100 1">
                <rect width={(Math.max(value, 0) / most) * 100} height="1" />
              </svg>
              <Amount value={value} prefix="Rp" />
            </dd>
          </div>
        ))}
      </dl>
      {trial.orders > 0 && <ByType trial={trial} />}
      <BySku trial={trial} />
      <div className={classes['against']}>
        <div>
          <p className={classes['trialTitle']}>{texts.against}</p>
          <p className={classes['hint']}>{texts.caution}</p>
        </div>
        <span className={classes['difference']} data-sign={Math.sign(difference)}>
          <Amount value={difference} prefix="Rp" sign="always" />
        </span>
      </div>
    </section>
  );
}

function ByType({ trial }: { trial: Trial }) {
  const texts = useTexts(skuTexts).trial;
  const names = useTexts(operatorTypeTexts);
  const rows = trial.byOperatorType.filter(({ orders }) => orders > 0);
  if (rows.length < 2) return null;
  return (
    <table className={classes['trialTable']}>
      <thead>
        <tr>
          <th scope="col">{texts.type}</th>
          <th scope="col">{texts.before}</th>
          <th scope="col">{texts.after}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.type}>
            <th scope="row">{operatorTypeName(names, row.type)}</th>
            <MoneyCell value={row.now} />
            <MoneyCell value={row.new} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function MoneyCell({ value }: { value: number }) {
  return (
    <td>
      <Amount value={value} prefix="Rp" />
    </td>
  );
}

const fewest = 3;

function BySku({ trial }: { trial: Trial }) {
  const texts = useTexts(skuTexts).trial;
  const [all, setAll] = useState(false);
  const rows = all ? trial.skus : trial.skus.slice(0, fewest);
  if (rows.length === 0) return null;
  return (
    <div>
      <table className={classes['trialTable']}>
        <thead>
          <tr>
            <th scope="col">{texts.name}</th>
            <th scope="col">{texts.net}</th>
            <th scope="col">{texts.before}</th>
            <th scope="col">{texts.after}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.code}>
              <th scope="row">{row.name}</th>
              <MoneyCell value={row.netPrice} />
              <MoneyCell value={row.now} />
              <MoneyCell value={row.new} />
            </tr>
          ))}
        </tbody>
      </table>
      <div className={classes['trialFoot']}>
        <span>{texts.shown(rows.length, trial.skuCount)}</span>
        {trial.skus.length > fewest && (
          <button type="button" className={classes['clear']} aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? texts.fewer : texts.all}
          </button>
        )}
      </div>
    </div>
  );
}
