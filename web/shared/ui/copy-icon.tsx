import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';

import classes from './copy-icon.module.css';
import { useCopy } from './use-copy';

const confirmationTime = 1500;

interface CopyIconProps {
  value: string;
  label: string;
  /** Text of a notice after copying. Without one, only screen readers are told. */
  done?: string;
}

/** A small icon button that copies a value as plain text and shows a check mark for a moment. */
export function CopyIcon({ value, label, done }: CopyIconProps) {
  const copy = useCopy();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), confirmationTime);
    return () => clearTimeout(timer);
  }, [copied]);
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <button
      type="button"
      className={classes['icon']}
      aria-label={`${label} ${value}`}
      title={label}
      data-copied={copied || undefined}
      onClick={() => void copy(value, done).then(setCopied)}
    >
      <Icon aria-hidden />
    </button>
  );
}
