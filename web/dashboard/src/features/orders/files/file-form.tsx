import { type FormEvent, type ReactNode, useRef, useState } from 'react';

import { type DateRange, type DateRangeProblem, type DateRangeRule, dateRangeProblem } from '@shared/form/date-range';
import { DateRangeField } from '@shared/form/date-range-field';
import { SubmitButton } from '@shared/form/submit-button';
import { useIsNarrow } from '@shared/ui/use-is-narrow';

import classes from './files.module.css';

interface FileFormTexts {
  title: string;
  hint: string;
  dates: string;
  submit: string;
  sending: string;
  missing: string;
  tooLong: string;
  future: string;
}

interface FileFormProps {
  texts: FileFormTexts;
  rule: DateRangeRule;
  /** The range that the form shows at first, and again when this value changes. */
  initial: DateRange | null;
  sending: boolean;
  /** Why the button is disabled; undefined if it is not. */
  blocked?: string | undefined;
  /** More fields, shown after the dates. */
  children?: ReactNode;
  onSubmit: (range: DateRange) => void;
}

/** The form of exports and of reports: a range of days and further fields. */
export function FileForm({ texts, rule, initial, sending, blocked, children, onSubmit }: FileFormProps) {
  const [range, setRange] = useState(initial);
  const [submitted, setSubmitted] = useState(initial !== null);
  // The form follows a new range in the URL. Mounting it again would lose the focus.
  const days = initial && `${initial.start} ${initial.end}`;
  const [followed, setFollowed] = useState(days);
  if (followed !== days) {
    setFollowed(days);
    setRange(initial);
    setSubmitted(initial !== null);
  }
  const dates = useRef<HTMLButtonElement>(null);
  const narrow = useIsNarrow();
  const problem = dateRangeProblem(range, rule);

  function send(event: FormEvent): void {
    event.preventDefault();
    setSubmitted(true);
    if (blocked !== undefined || sending) return;
    if (problem !== null) dates.current?.focus();
    else if (range !== null) onSubmit(range);
  }

  return (
    <section className={classes['card']} aria-labelledby="file-form-title">
      <h2 id="file-form-title" className={classes['title']}>
        {texts.title}
      </h2>
      <p className={classes['hint']}>{texts.hint}</p>
      <form className={classes['form']} noValidate onSubmit={send}>
        <div className={classes['dates']}>
          <DateRangeField
            label={texts.dates}
            showLabel
            size={narrow ? 'lg' : 'md'}
            value={range}
            rule={rule}
            hint={texts.tooLong}
            error={submitted && problem !== null ? problemText(problem, texts) : undefined}
            fieldRef={dates}
            onChange={setRange}
          />
        </div>
        {children}
        <SubmitButton
          size={narrow ? 'lg' : 'md'}
          className={classes['submit']}
          sending={sending}
          sendingLabel={texts.sending}
          unavailable={blocked !== undefined}
        >
          {texts.submit}
        </SubmitButton>
      </form>
      <p className={classes['blocked']} role="status">
        {blocked}
      </p>
    </section>
  );
}

function problemText(problem: DateRangeProblem, texts: FileFormTexts): string {
  if (problem === 'tooLong') return texts.tooLong;
  return problem === 'future' ? texts.future : texts.missing;
}
