import { Button, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';

import { DayField } from '@shared/form/day-field';
import { useZones } from '@shared/format/display-zone';
import { useToday } from '@shared/format/use-today';
import { useTexts } from '@shared/i18n/texts';

import { type ReportSearch, reportSearchSchema } from './report-search';
import { reportTexts } from './report-texts';
import classes from './reports.module.css';

const longest = 50;

/** The filters of the report. They apply by their button; the address has them. */
export function ReportFilters({ search }: { search: ReportSearch }) {
  const texts = useTexts(reportTexts).filters;
  const navigate = useNavigate();
  const today = useToday(useZones().client);
  const [draft, setDraft] = useState(search);
  const write = (change: ReportSearch) => setDraft((now) => ({ ...now, ...change }));
  const go = (filters: ReportSearch) => void navigate({ to: '/reports', search: filters, resetScroll: false });
  function show(event: FormEvent) {
    event.preventDefault();
    go(reportSearchSchema.parse(draft));
  }
  const textField = (name: 'clientId' | 'supplier' | 'productGroup', hint: string) => (
    <TextInput
      label={texts[name]}
      name={name}
      placeholder={hint}
      value={draft[name] ?? ''}
      maxLength={longest}
      onChange={(event) => write({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <form className={classes['filters']} aria-label={texts.label} onSubmit={show} noValidate>
      <DayField
        showLabel
        label={texts.dateStart}
        value={draft.dateStart}
        lastDay={today}
        onChange={(dateStart) => write({ dateStart })}
      />
      <DayField
        showLabel
        label={texts.dateEnd}
        value={draft.dateEnd}
        firstDay={draft.dateStart}
        lastDay={today}
        onChange={(dateEnd) => write({ dateEnd })}
      />
      {textField('clientId', '1001')}
      {textField('supplier', 'digiflazz-a')}
      {textField('productGroup', 'mobile')}
      <Button type="submit">{texts.show}</Button>
      <Button variant="default" onClick={() => go(search.groupBy ? { groupBy: search.groupBy } : {})}>
        {texts.clear}
      </Button>
    </form>
  );
}
