import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { DateRange } from '@shared/form/date-range';
import { useTexts } from '@shared/i18n/texts';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody } from '@shared/overlay/dialog-parts';

import { bannerClicksOptions, componentClicksOptions, soldProductsOptions } from './analytics-queries';
import { analyticsTexts } from './analytics-texts';
import classes from './analytics.module.css';
import { RangeControl } from './range-control';
import { type Ranked, Ranking } from './ranking';

/** What is ranked: SKUs by quantity, components or banners by clicks. */
type RankedKind = 'products' | 'components' | 'banners';

const waitingRows = 10;

interface RankingCardProps {
  kind: RankedKind;
  range: DateRange;
  /** How many rows the card shows. */
  shown: number;
}

/** The first rows of a ranking, and all of them in a dialog with a range of its own. */
export function RankingCard({ kind, range, shown }: RankingCardProps) {
  const texts = useTexts(analyticsTexts);
  const { rows, isLoading, isPlaceholderData } = useRanked(kind, range);
  const [opened, setOpened] = useState(false);
  const title = titleOf(kind, texts);
  return (
    <section
      className={classes['part']}
      aria-label={title}
      aria-busy={isLoading || isPlaceholderData}
      data-waiting={isPlaceholderData || undefined}
    >
      <div className={classes['partHead']}>
        <h3 className={classes['partTitle']}>{title}</h3>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={`${texts.seeAll}: ${title}`}
          onClick={() => setOpened(true)}
        >
          {texts.seeAll}
        </Button>
      </div>
      {isLoading ? <WaitingRows count={shown} /> : <RankingOf kind={kind} rows={briefly(kind, rows).slice(0, shown)} />}
      <Dialog opened={opened} onClose={() => setOpened(false)} title={title} size="form">
        <DialogBody>
          <AllRows kind={kind} first={range} />
        </DialogBody>
      </Dialog>
    </section>
  );
}

/** The name of a SKU tells its operator; there is room for both in the dialog alone. */
function briefly(kind: RankedKind, rows: readonly Ranked[]): readonly Ranked[] {
  return kind === 'products' ? rows.map((row) => ({ ...row, detail: '' })) : rows;
}

function WaitingRows({ count }: { count: number }) {
  return (
    <div className={classes['waitingRows']}>
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} height="1.75rem" />
      ))}
    </div>
  );
}

function AllRows({ kind, first }: { kind: RankedKind; first: DateRange }) {
  const [range, setRange] = useState(first);
  const { rows, isLoading, isPlaceholderData } = useRanked(kind, range);
  return (
    <div className={classes['all']} aria-busy={isLoading || isPlaceholderData}>
      <RangeControl value={range} onChange={setRange} />
      <div data-waiting={isPlaceholderData || undefined}>
        {isLoading ? <WaitingRows count={waitingRows} /> : <RankingOf kind={kind} rows={rows} />}
      </div>
    </div>
  );
}

function RankingOf({ kind, rows }: { kind: RankedKind; rows: readonly Ranked[] }) {
  const texts = useTexts(analyticsTexts);
  const head = {
    products: [texts.sku, texts.sold],
    components: [texts.component, texts.clicks],
    banners: [texts.banner, texts.clicks],
  } as const;
  const empty = kind === 'products' ? texts.noDataText : texts.noClicks;
  return <Ranking label={titleOf(kind, texts)} rows={rows} head={head[kind]} empty={empty} />;
}

function titleOf(kind: RankedKind, texts: { topSelling: string; components: string; banners: string }): string {
  return { products: texts.topSelling, components: texts.components, banners: texts.banners }[kind];
}

/** The words for a component; one that a later release has is shown by its name. */
function componentName(names: Readonly<Record<string, string>>, name: string): string {
  return names[name] ?? name;
}

/** Reads the rows of a ranking. A failure leaves it empty. */
function useRanked(kind: RankedKind, range: DateRange) {
  const texts = useTexts(analyticsTexts);
  const products = useQuery({ ...soldProductsOptions(range), enabled: kind === 'products' });
  const components = useQuery({ ...componentClicksOptions(range), enabled: kind === 'components' });
  const banners = useQuery({ ...bannerClicksOptions(range), enabled: kind === 'banners' });
  if (kind === 'products') {
    const rows = (products.data ?? []).map((row) => ({
      key: `${row.operator_name} ${row.product_name}`,
      name: row.product_name,
      detail: row.operator_name,
      count: row.count,
      change: row.percent_change,
    }));
    return { rows, isLoading: products.isLoading, isPlaceholderData: products.isPlaceholderData };
  }
  const { data = [], isLoading, isPlaceholderData } = kind === 'components' ? components : banners;
  const rows = data.map((row) => ({
    key: `${row.name} ${row.value}`,
    name: kind === 'components' ? componentName(texts.componentNames, row.name) : row.name,
    detail: row.value,
    count: row.count,
    change: row.percent_change,
  }));
  return { rows, isLoading, isPlaceholderData };
}
