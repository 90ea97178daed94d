import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { DateRangeProblem, DateRangeRule } from '@shared/form/date-range';
import { type DatePreset, DateRangeField } from '@shared/form/date-range-field';
import { formatDayRange } from '@shared/format/calendar-day';
import type { FormatLanguage } from '@shared/format/month-names';
import { walletTypeName } from '@shared/format/wallet-type';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { FilterChoice } from '@shared/table/filter-choice';
import { FilterRow, useFieldLayout } from '@shared/table/filter-row';
import { SearchField } from '@shared/table/search-field';

import { walletsOptions } from '@/wallet/wallet-queries';
import {
  filtersOf,
  type OrderFilterValues as Filters,
  presetRanges,
  rangeProblem,
  suggestedRange,
  withQuery,
} from '../order-rules';
import {
  coversAllDates,
  type OrderSearch,
  paymentTypes,
  statusIds,
  type WalletType,
  walletTypes,
} from '../order-search';
import { statusOfId } from '../order-status';
import classes from './order-list.module.css';
import { ordersTexts, type OrdersTexts } from '../orders-texts';
import { useFilterDraft } from './use-filter-draft';

interface OrderFiltersProps {
  search: OrderSearch;
  rule: DateRangeRule;
  /** Whether to show the filter of payment types. */
  withPaymentType: boolean;
  /** Called when 'Show Data' is pressed and the filters are valid. */
  onShow: (filters: Filters) => void;
  onSearch: (next: OrderSearch) => void;
}

/** Search and filters of Order History. 'Show Data' applies the filters. */
export function OrderFilterForm({ search, rule, withPaymentType, onShow, onSearch }: OrderFiltersProps) {
  const texts = useTexts(ordersTexts);
  const language = useLanguage();
  const applied = filtersOf(search);
  const { draft, change } = useFilterDraft(applied, suggestedRange(search, rule));
  const allDates = coversAllDates(search);
  const [submitted, setSubmitted] = useState(false);
  const problem = rangeProblem(draft.range, search, rule);
  // An error of a range from the URL shows at once, of a range in the form after Show Data.
  const shown = submitted || applied.range !== null ? problem : null;

  function show(): boolean {
    setSubmitted(true);
    if (problem !== null) return false;
    onShow(withPaymentType ? draft : { ...draft, paymentType: null });
    return true;
  }

  return (
    <FilterRow
      search={
        <SearchField
          value={search.query ?? ''}
          {...texts.search}
          onSearch={(query) => onSearch(withQuery(search, query, rule))}
        />
      }
      fields={
        <FilterFields
          draft={draft}
          change={change}
          rule={rule}
          allDates={allDates}
          withPaymentType={withPaymentType}
          dateError={shown === null ? undefined : problemText(shown, texts)}
        />
      }
      submit={{ text: texts.filters.show, onSubmit: show }}
      active={activeFilterTexts(applied, texts, language, allDates)}
    />
  );
}

interface FilterFieldsProps {
  draft: Filters;
  change: (part: Partial<Filters>) => void;
  rule: DateRangeRule;
  /** Whether the list covers all dates if no range is chosen. */
  allDates: boolean;
  withPaymentType: boolean;
  dateError: string | undefined;
}

function FilterFields({ draft, change, rule, allDates, withPaymentType, dateError }: FilterFieldsProps) {
  const inSheet = useFieldLayout() === 'sheet';
  const texts = useTexts(ordersTexts);
  const { data: wallets } = useQuery(walletsOptions());
  const choosable = new Set([...(wallets ?? []).map((wallet) => wallet.type), ...oneOrNone(draft.walletType)]);
  const types = walletTypes.filter((type) => choosable.has(type));
  return (
    <>
      <FilterChoice
        label={texts.filters.status}
        all={texts.filters.allStatus}
        options={statusIds.map((id) => ({ value: id, label: texts.status[statusOfId(id)] }))}
        value={draft.status}
        onChange={(status) => change({ status })}
      />
      <FilterChoice
        label={texts.filters.walletType}
        all={texts.filters.allWalletType}
        options={types.map((type) => ({ value: type, label: walletTypeName(type) }))}
        value={draft.walletType}
        onChange={(walletType) => change({ walletType })}
      />
      <div className={inSheet ? undefined : classes['dates']}>
        <DateRangeField
          label={texts.filters.dates}
          showLabel={inSheet}
          size={inSheet ? 'lg' : 'md'}
          value={draft.range}
          rule={rule}
          hint={texts.filters.tooLong}
          placeholder={allDates ? texts.filters.allDates : undefined}
          presets={datePresets(rule, allDates, texts)}
          error={dateError}
          // A new range drops the hour, which belongs to the old one.
          onChange={(range) => change({ range, hour: null })}
        />
      </div>
      {withPaymentType && (
        <FilterChoice
          label={texts.filters.paymentType}
          all={texts.filters.allPaymentType}
          options={paymentTypes.map((type) => ({ value: type, label: texts.paymentTypes[type] }))}
          value={draft.paymentType}
          onChange={(paymentType) => change({ paymentType })}
        />
      )}
    </>
  );
}

function datePresets(rule: DateRangeRule, allDates: boolean, texts: OrdersTexts): DatePreset[] {
  const ranges = presetRanges(rule);
  const presets: DatePreset[] = [
    { label: texts.filters.today, range: ranges.today },
    { label: texts.filters.yesterday, range: ranges.yesterday },
    { label: texts.filters.lastTwoDays, range: ranges.lastTwoDays },
  ];
  return allDates ? [...presets, { label: texts.filters.allDates, range: null }] : presets;
}

function oneOrNone(type: WalletType | null): WalletType[] {
  return type === null ? [] : [type];
}

function problemText(problem: DateRangeProblem, texts: OrdersTexts): string {
  if (problem === 'tooLong') return texts.filters.tooLong;
  return problem === 'future' ? texts.filters.future : texts.filters.dateMissing;
}

/** The applied filters as words, in the order of the form. */
function activeFilterTexts(
  filters: Filters,
  texts: OrdersTexts,
  language: FormatLanguage,
  allDates: boolean,
): string[] {
  const active: string[] = [];
  if (filters.range) active.push(formatDayRange(filters.range.start, filters.range.end, language));
  else if (allDates) active.push(texts.filters.allDates);
  if (filters.status) active.push(texts.status[statusOfId(filters.status)]);
  if (filters.walletType) active.push(walletTypeName(filters.walletType));
  if (filters.paymentType) active.push(texts.paymentTypes[filters.paymentType]);
  return active;
}
