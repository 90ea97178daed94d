import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';

import { useIsNarrow } from '@shared/ui/use-is-narrow';

import classes from './limit-button.module.css';

interface LimitButtonProps {
  /** The words before the button: 'Filtered to'. */
  only: string;
  /** What the list is limited to. */
  limit: string;
  /** Label of the button: the limit, and what its removal does. */
  label: string;
  onTakeAway: () => void;
}

/** Says what the list is limited to, with a button that removes the limit. */
export function LimitButton({ only, limit, label, onTakeAway }: LimitButtonProps) {
  const narrow = useIsNarrow();
  return (
    <p className={classes['limit']}>
      {only}
      <Button
        variant="default"
        size={narrow ? 'lg' : 'sm'}
        aria-label={label}
        rightSection={<IconX className={classes['cross']} aria-hidden />}
        onClick={onTakeAway}
      >
        {limit}
      </Button>
    </p>
  );
}
