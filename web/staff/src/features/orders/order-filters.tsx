import { TextInput } from '@mantine/core';
import { useState } from 'react';

import { DayField } from '@shared/form/day-field';
import type { Day } from '@shared/format/calendar-day';
import { useTexts } from '@shared/i18n/texts';
import { FilterChoice } from '@shared/table/filter-choice';
import { FilterRow, useFieldLayout } from '@shared/table/filter-row';

import { orderWords } from '@/orders/order-words';

import { ages, narrowing, type OrderSearch, orderSearchSchema, statuses } from './order-search';
import classes from './orders.module.css';
import { ordersTexts } from './orders-texts';

interface OrderFiltersProps {
  search: OrderSearch;
  /** The codes of failures with their texts. */
  reasons: ReadonlyArray<{ code: string; text: string }>;
  today: Day;
  onSearch: (next: OrderSearch) => void;
}

/** The filters of the list. They apply together, by a button. */
export function OrderFilters({ search, reasons, today, onSearch }: OrderFiltersProps) {
  const texts = useTexts(ordersTexts);
  const stateTexts = useTexts(orderWords);
  const [draft, setDraft] = useState(search);
  const set = (change: Partial<OrderSearch>) => setDraft((before) => ({ ...before, ...change }));
  const texted = (name: 'clientId' | 'supplier' | 'product' | 'amountFrom' | 'amountTo', label: string) => (
    <TextFilter
      key={name}
      label={label}
      value={draft[name] ?? ''}
      numeric={name !== 'supplier' && name !== 'product'}
      onChange={(value) => set({ [name]: value === '' ? undefined : value })}
    />
  );
  return (
    <FilterRow
      search={null}
      submit={{
        text: texts.show,
        onSubmit: () => {
          onSearch(orderSearchSchema.parse({ ...draft, cursors: undefined }));
          return true;
        },
      }}
      fields={
        <>
          <FilterChoice
            label={texts.filters.status}
            all={texts.filters.anyStatus}
            options={statuses.map((value) => ({ value, label: stateTexts.status[value] }))}
            value={draft.status ?? null}
            onChange={(status) => set({ status: status ?? undefined })}
          />
          <FilterChoice
            label={texts.filters.age}
            all={texts.filters.anyAge}
            options={ages.map((value) => ({ value, label: texts.filters.ages[value] }))}
            value={draft.minAge ?? null}
            onChange={(minAge) => set({ minAge: minAge ?? undefined })}
          />
          <ReasonFilter reasons={reasons} value={draft.reason} onChange={(reason) => set({ reason })} />
          {texted('clientId', texts.filters.client)}
          {texted('supplier', texts.filters.supplier)}
          {texted('product', texts.filters.product)}
          {texted('amountFrom', texts.filters.from)}
          {texted('amountTo', texts.filters.to)}
          <DayFilters today={today} dateStart={draft.dateStart} dateEnd={draft.dateEnd} onChange={set} />
        </>
      }
      active={narrowing.map((name) => search[name])}
    />
  );
}

interface ReasonFilterProps extends Pick<OrderFiltersProps, 'reasons'> {
  value: string | undefined;
  onChange: (reason: string | undefined) => void;
}

/** As wide before the reasons are loaded as afterwards, so that nothing beside it moves. */
function ReasonFilter({ reasons, value, onChange }: ReasonFilterProps) {
  const texts = useTexts(ordersTexts).filters;
  return (
    <div className={useFieldLayout() === 'row' ? classes['reason'] : undefined}>
      <FilterChoice
        label={texts.reason}
        all={texts.anyReason}
        options={reasons.map(({ code, text }) => ({ value: code, label: text }))}
        value={value ?? null}
        onChange={(reason) => onChange(reason ?? undefined)}
      />
    </div>
  );
}

interface DayFiltersProps extends Pick<OrderSearch, 'dateStart' | 'dateEnd'> {
  today: Day;
  onChange: (change: Partial<OrderSearch>) => void;
}

function DayFilters({ today, dateStart, dateEnd, onChange }: DayFiltersProps) {
  const texts = useTexts(ordersTexts).filters;
  const inSheet = useFieldLayout() === 'sheet';
  const looks = { showLabel: inSheet, size: inSheet ? 'lg' : 'md', lastDay: today } as const;
  return (
    <div className={classes['days']}>
      <DayField {...looks} label={texts.first} value={dateStart} onChange={(day) => onChange({ dateStart: day })} />
      {!inSheet && <span aria-hidden>–</span>}
      <DayField
        {...looks}
        label={texts.last}
        value={dateEnd}
        firstDay={dateStart}
        onChange={(day) => onChange({ dateEnd: day })}
      />
    </div>
  );
}

interface TextFilterProps {
  label: string;
  value: string;
  numeric: boolean;
  onChange: (value: string) => void;
}

function TextFilter({ label, value, numeric, onChange }: TextFilterProps) {
  const inRow = useFieldLayout() === 'row';
  return (
    <TextInput
      className={inRow ? classes['text'] : undefined}
      size={inRow ? 'md' : 'lg'}
      label={inRow ? undefined : label}
      aria-label={inRow ? label : undefined}
      placeholder={label}
      autoComplete="off"
      {...(numeric && { inputMode: 'numeric' as const })}
      value={value}
      onChange={({ currentTarget }) =>
        onChange(numeric ? currentTarget.value.replaceAll(/\D/gu, '') : currentTarget.value)
      }
    />
  );
}
