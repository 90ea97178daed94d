import { Button, type ButtonProps } from '@mantine/core';
import { IconLoader2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import classes from './progress-button.module.css';

export interface ProgressButtonProps extends ButtonProps {
  children: ReactNode;
  /** The verb shown while it works. */
  sendingLabel: string;
  sending: boolean;
  /** It does nothing now. It keeps the focus all the same, and what stands beside it says why. */
  closed?: boolean;
  type?: 'submit' | 'button';
  onPress?: () => void;
}

/** A button that starts something: shows its progress, keeps its width, can't be pressed twice. */
export function ProgressButton(props: ProgressButtonProps) {
  const {
    children,
    sendingLabel,
    sending,
    closed = false,
    type = 'button',
    onPress,
    leftSection,
    className,
    ...rest
  } = props;
  return (
    <Button
      {...rest}
      type={type}
      aria-busy={sending}
      aria-disabled={closed || undefined}
      data-disabled={closed || undefined}
      data-sending={sending || undefined}
      className={`${classes['button']} ${className ?? ''}`}
      // Stays focusable: a disabled button would drop the focus, and with it the keyboard user's place.
      onClick={(event) => {
        // A quick answer comes before the second press of a double click, which would send the form as it is by then.
        if (sending || closed || event.detail > 1) event.preventDefault();
        else onPress?.();
      }}
    >
      <span className={classes['stack']}>
        {/* Its icon gives way to the spinner with its words. */}
        <span className={classes['face']} data-hidden={sending || undefined} aria-hidden={sending}>
          {leftSection}
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
