import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import '@mantine/dates/styles.layer.css';

import { Input, Switch } from '@mantine/core';
import { TimePicker } from '@mantine/dates';
import { IconClock } from '@tabler/icons-react';
import { useEffect, useEffectEvent } from 'react';

import { DayField } from '@shared/form/day-field';
import { SelectField } from '@shared/form/select-field';
import { formatMonth } from '@shared/format/calendar-month';
import { useZones } from '@shared/format/display-zone';
import { useToday } from '@shared/format/use-today';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';

import classes from './schedule-fields.module.css';
import parts from './form-parts.module.css';
import { createTexts } from './create-texts';
import type { OrderDraft } from './order-draft';
import { defaultEnd, endMonths, firstMoment, minuteStep, movedDefault, type OrderField } from './form-rules';

/** How often a default time is compared with the clock, in milliseconds. */
const moveInterval = 10_000;

interface ScheduleFieldsProps {
  draft: OrderDraft;
  onChange: (change: Partial<OrderDraft>) => void;
  error: (field: OrderField) => string | undefined;
}

/** 'Set Up a Schedule' with start, time and repetition, in the client's zone. */
export function ScheduleFields({ draft, onChange, error }: ScheduleFieldsProps) {
  const texts = useTexts(createTexts);
  const zones = useZones();
  function toggle(scheduled: boolean) {
    const first = { ...firstMoment(new Date(), zones.client), defaultTime: true };
    onChange({ scheduled, ...(scheduled && draft.day === undefined && first) });
  }
  const move = useEffectEvent(() => {
    const moved = movedDefault(draft, new Date(), zones.client);
    if (Object.keys(moved).length > 0) onChange(moved);
  });
  const moving = draft.scheduled && draft.defaultTime;
  useEffect(() => {
    if (!moving) return undefined;
    const timer = setInterval(move, moveInterval);
    return () => clearInterval(timer);
  }, [moving]);
  return (
    <section className={parts['box']} aria-label={texts.schedule}>
      <div className={classes['boxHead']}>
        <Switch
          label={texts.schedule}
          classNames={{ track: classes['track'] }}
          checked={draft.scheduled}
          onChange={(event) => toggle(event.currentTarget.checked)}
        />
        <span className={parts['note']}>{zones.clientLabel}</span>
      </div>
      {draft.scheduled && <ScheduleInputs draft={draft} onChange={onChange} error={error} />}
    </section>
  );
}

function ScheduleInputs({ draft, onChange, error }: ScheduleFieldsProps) {
  const texts = useTexts(createTexts);
  const language = useLanguage();
  const zones = useZones();
  const today = useToday(zones.client);
  const months = draft.day === undefined ? [] : endMonths(draft.day);
  // A day that is changed may leave the chosen end before its start: the error says so.
  const draftEnd = draft.endMonth;
  const shown = draftEnd !== undefined && !months.includes(draftEnd) ? [draftEnd, ...months] : months;
  return (
    <div className={classes['moment']}>
      <DayField
        label={texts.startDate}
        showLabel
        value={draft.day}
        firstDay={today}
        error={error('day')}
        onChange={(day) => onChange({ day, defaultTime: false })}
      />
      <Input.Wrapper label={texts.time} labelElement="div" error={error('time')}>
        <TimePicker
          leftSection={<IconClock aria-hidden />}
          value={draft.time ?? ''}
          minutesStep={minuteStep}
          withDropdown
          error={Boolean(error('time'))}
          hoursInputLabel={`${texts.time} (${zones.clientLabel}): hh`}
          minutesInputLabel={`${texts.time} (${zones.clientLabel}): mm`}
          onChange={(time) => {
            const next = time === '' ? undefined : time.slice(0, 'HH:mm'.length);
            if (next !== draft.time) onChange({ time: next, defaultTime: false });
          }}
        />
      </Input.Wrapper>
      <SelectField
        label={texts.repeat}
        value={draft.monthly ? 'monthly' : ''}
        options={[
          { value: '', label: texts.oneTime },
          { value: 'monthly', label: texts.monthly },
        ]}
        onChange={(repeat) =>
          onChange(
            repeat === 'monthly' ? { monthly: true, endMonth: draft.day && defaultEnd(draft.day) } : { monthly: false },
          )
        }
      />
      {draft.monthly && (
        <SelectField
          label={texts.endsAt}
          value={draftEnd ?? ''}
          options={[
            { value: '', label: texts.chooseMonth },
            ...shown.map((month) => ({ value: month, label: formatMonth(month, language) })),
          ]}
          error={error('endMonth')}
          onChange={(month) => onChange({ endMonth: month || undefined })}
        />
      )}
    </div>
  );
}
