import { useRef } from 'react';

import { EmptyValue } from './cells';
import { CopyIcon } from '@shared/ui/copy-icon';
import { Tip } from '@shared/ui/tip';
import classes from './shortened-id.module.css';
import { useOverflow } from './use-overflow';

/** Number of characters at the end that are always shown, because they differ between ids. */
const tailLength = 4;

interface ShortenedIdProps {
  value: string;
  copyLabel: string;
}

/**
 * An id such as a UUID on one line. If it is too long, it is shortened in the middle and shows its full text on hover
 * and focus. Copying and selecting give the full id.
 */
export function ShortenedId({ value, copyLabel }: ShortenedIdProps) {
  const head = useRef<HTMLSpanElement>(null);
  const cut = useOverflow(head);
  if (value === '') return <EmptyValue />;
  return (
    <span className={classes['cell']}>
      <Tip label={value} disabled={!cut} multiline maw="24rem">
        {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- text that is cut must be readable by keyboard */}
        <span className={classes['id']} tabIndex={cut ? 0 : undefined}>
          <span ref={head} className={classes['head']}>
            {value.slice(0, -tailLength)}
          </span>
          {value.slice(-tailLength)}
        </span>
      </Tip>
      <CopyIcon value={value} label={copyLabel} />
    </span>
  );
}
