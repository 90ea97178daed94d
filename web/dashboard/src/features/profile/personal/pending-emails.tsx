import { IconMail } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';

import { useZones } from '@shared/format/display-zone';
import { formatClockWithZone } from '@shared/format/local-time';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { Shortened } from '@shared/table/cells';
import { ProgressButton } from '@shared/ui/progress-button';

import { cancelEmailOptions, type PendingEmail, pendingEmailsOptions, resendEmailOptions } from './personal-queries';
import { personalTexts } from './personal-texts';
import classes from './personal.module.css';

/** The changes of e-mail that wait for confirmation. */
export function PendingEmails() {
  const texts = useTexts(personalTexts).pending;
  const { data: pending = [] } = useQuery(pendingEmailsOptions());
  if (pending.length === 0) return null;
  return (
    <ul className={classes['pending']} aria-label={texts.label}>
      {pending.map((change) => (
        <Pending key={change.field} change={change} />
      ))}
    </ul>
  );
}

/** A pending change with buttons to send its link again and to cancel it. */
function Pending({ change: { field, email, expiresAt } }: { change: PendingEmail }) {
  const texts = useTexts(personalTexts);
  const { pending } = texts;
  const { shown } = useZones();
  const row = useRef<HTMLLIElement>(null);
  const resend = useMutation(resendEmailOptions());
  const cancel = useMutation(cancelEmailOptions());
  const busy = resend.isPending || cancel.isPending;

  function cancelled() {
    notifySuccess(pending.cancelled);
    // The row and its focused button disappear.
    row.current?.closest('section')?.querySelector<HTMLElement>('h2')?.focus();
  }

  return (
    <li ref={row} className={classes['change']}>
      <IconMail className={classes['changeIcon']} aria-hidden />
      <div className={classes['changeText']}>
        <Shortened>{email}</Shortened>
        <p className={classes['caption']}>{pending.becomes[field](formatClockWithZone(expiresAt, shown))}</p>
      </div>
      <div className={classes['changeButtons']}>
        <ProgressButton
          variant="default"
          size="sm"
          aria-label={pending.resendTo(email)}
          unavailable={busy}
          sending={resend.isPending}
          sendingLabel={pending.sending}
          onPress={() => resend.mutate(field, { onSuccess: () => notifySuccess(texts.sent) })}
        >
          {pending.resend}
        </ProgressButton>
        <ProgressButton
          variant="default"
          size="sm"
          aria-label={pending.cancelTo(email)}
          unavailable={busy}
          sending={cancel.isPending}
          sendingLabel={pending.cancelling}
          onPress={() => cancel.mutate(field, { onSuccess: cancelled })}
        >
          {pending.cancel}
        </ProgressButton>
      </div>
    </li>
  );
}
