import { Button, type ButtonProps } from '@mantine/core';
import { IconLoader2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import classes from './submit-button.module.css';

interface SubmitButtonProps extends ButtonProps {
  children: ReactNode;
  /** The verb shown while it sends. */
  sendingLabel: string;
  sending: boolean;
}

/** The button that sends a form: shows its progress, keeps its width, can't be pressed twice. */
export function SubmitButton({ children, sendingLabel, sending, className, ...rest }: SubmitButtonProps) {
  return (
    <Button
      {...rest}
      type="submit"
      aria-busy={sending}
      data-sending={sending || undefined}
      className={`${classes['button']} ${className ?? ''}`}
      // Stays focusable: a disabled button would drop the focus, and with it the keyboard user's place.
      onClick={(event) => {
        // A quick answer comes before the second press of a double click, which would send the form as it is by then.
        if (sending || event.detail > 1) event.preventDefault();
      }}
    >
      <span className={classes['stack']}>
        <span className={classes['face']} data-hidden={sending || undefined} aria-hidden={sending}>
          {children}
        </span>
        <span className={classes['face']} data-hidden={!sending || undefined} aria-hidden={!sending}>
          <IconLoader2 className={classes['spinner']} aria-hidden />
          {sendingLabel}
        </span>
      </span>
    </Button>
  );
}
