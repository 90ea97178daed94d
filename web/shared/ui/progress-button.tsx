import { Button, type ButtonProps } from '@mantine/core';
import { IconLoader2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import classes from './progress-button.module.css';

export interface ProgressButtonProps extends ButtonProps {
  children: ReactNode;
  /** Label while it is sending. */
  sendingLabel: string;
  sending: boolean;
  /** The button does nothing now but stays focusable. Text beside it must say why. */
  unavailable?: boolean;
  id?: string;
  type?: 'submit' | 'button';
  onPress?: () => void;
}

/** A button that shows progress, keeps its width, and cannot be pressed twice. */
export function ProgressButton(props: ProgressButtonProps) {
  const {
    children,
    sendingLabel,
    sending,
    unavailable = false,
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
      aria-disabled={unavailable || undefined}
      data-disabled={unavailable || undefined}
      data-sending={sending || undefined}
      className={`${classes['button']} ${className ?? ''}`}
      // Stays focusable: a disabled button would lose the focus.
      onClick={(event) => {
        // A fast answer can arrive before the second press of a double click. That press must not send the form again.
        if (sending || unavailable || event.detail > 1) event.preventDefault();
        else onPress?.();
      }}
    >
      <span className={classes['stack']}>
        {/* The spinner replaces the icon and the label. */}
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
