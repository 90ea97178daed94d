import { Skeleton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { Amount } from '@shared/format/amount';
import { formatDayRange } from '@shared/format/calendar-day';
import { formatRupiah, groupThousands } from '@shared/format/rupiah';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { operatorTypeName, operatorTypeTexts } from '@shared/format/operator-types';

import { percentText } from '../percent-text';
import { refusalOf } from './refusal';
import { type PricingBody, type Trial, trialOptions } from './sku-queries';
import classes from './sku.module.css';
import { trialTexts } from './trial-texts';

interface TrialPanelProps {
  codes: readonly string[] | undefined;
  /** Null while the value is not valid. */
  pricing: PricingBody | null;
}

// Long enough that a typed number asks once, in milliseconds.
const pause = 300;

/** What the client's orders of the last 30 days would have earned with the chosen prices. */
export function TrialPanel({ codes, pricing }: TrialPanelProps) {
  const texts = useTexts(trialTexts);
  const [settled] = useDebouncedValue(pricing, pause);
  const trial = useQuery(trialOptions(codes, settled));
  // Nothing is computed of a value that is not valid: the figures of the last one would stand under its name.
  if (pricing === null) return null;
  if (trial.isError) {
    return (
      <p className={classes['trialError']} role="status">
        {texts.failed}. {refusalOf(trial.error)}
      </p>
    );
  }
  if (!trial.data) return <Skeleton height="10rem" />;
  return <TrialResult trial={trial.data} />;
}

/** Names a pricing by the values that were sent. */
function pricingText(
  { marginPercentCSP: percent, marginAmountCSP: margin, committedSellPrice: price }: PricingBody,
  texts: Texts,
) {
  if (percent !== undefined) return `${texts.chosen.percent} ${percentText(percent)}`;
  if (margin !== undefined) return `${texts.chosen.margin} ${formatRupiah(margin, 'Rp')}`;
  return price === undefined ? texts.recommended : `${texts.chosen.price} ${formatRupiah(price, 'Rp')}`;
}

type Texts = (typeof trialTexts)['en'];

function TrialResult({ trial }: { trial: Trial }) {
  const texts = useTexts(trialTexts);
  const language = useLanguage();
  const pricingLabel = pricingText(trial.pricing, texts);
  const most = Math.max(trial.now, trial.recommended, trial.new, 1);
  const bars = [
    { name: texts.now, value: trial.now },
    ...(trial.pricing.recommended === true ? [] : [{ name: texts.recommended, value: trial.recommended }]),
    { name: pricingLabel, value: trial.new, isNew: true },
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
        {bars.map(({ name, value, isNew = false }) => (
          <div key={name} className={classes['bar']} data-chosen={isNew || undefined}>
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
      <LeftOut {...trial.leftOut} />
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

/** The SKUs that keep their price, because the recommended one would lose money. */
function LeftOut({ total, skus }: Trial['leftOut']) {
  const texts = useTexts(trialTexts);
  if (total === 0) return null;
  return (
    <div role="note">
      <p className={classes['trialTitle']}>{texts.leftOut(total)}</p>
      <ul className={classes['hint']}>
        {skus.map(({ code, name, netPrice, recommendedPrice }) => (
          <li key={code}>
            {texts.leftOutRow(name, formatRupiah(recommendedPrice, 'Rp'), formatRupiah(netPrice, 'Rp'))}
          </li>
        ))}
      </ul>
    </div>
  );
}

function ByType({ trial }: { trial: Trial }) {
  const texts = useTexts(trialTexts);
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
  const texts = useTexts(trialTexts);
  const [allShown, setAllShown] = useState(false);
  const rows = allShown ? trial.skus : trial.skus.slice(0, fewest);
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
          <button
            type="button"
            className={classes['clear']}
            aria-expanded={allShown}
            onClick={() => setAllShown(!allShown)}
          >
            {allShown ? texts.fewer : texts.all}
          </button>
        )}
      </div>
    </div>
  );
}
