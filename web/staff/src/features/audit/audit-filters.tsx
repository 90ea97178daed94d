import { Button, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';

import { DayField } from '@shared/form/day-field';
import { useZones } from '@shared/format/display-zone';
import { useToday } from '@shared/format/use-today';
import { useTexts } from '@shared/i18n/texts';

import { auditSearchSchema, type AuditSearch } from './audit-search';
import { auditTexts } from './audit-texts';
import classes from './audit.module.css';

const longest = 200;

/** The filters of the audit log. They apply by their button; the address has them. */
export function AuditFilters({ search }: { search: AuditSearch }) {
  const texts = useTexts(auditTexts).filters;
  const navigate = useNavigate();
  const today = useToday(useZones().client);
  const [draft, setDraft] = useState(search);
  const write = (change: AuditSearch) => setDraft((now) => ({ ...now, ...change }));
  function show(event: FormEvent) {
    event.preventDefault();
    void navigate({ to: '/audit', search: auditSearchSchema.parse(draft), resetScroll: false });
  }
  const textField = (name: 'actor' | 'action' | 'subject' | 'clientId', hint: string) => (
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
      {textField('actor', texts.actorHint)}
      {textField('action', texts.actionHint)}
      {textField('subject', texts.subjectHint)}
      {textField('clientId', '1001')}
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
      <Button type="submit">{texts.show}</Button>
      <Button variant="default" onClick={() => void navigate({ to: '/audit', search: {}, resetScroll: false })}>
        {texts.clear}
      </Button>
    </form>
  );
}
