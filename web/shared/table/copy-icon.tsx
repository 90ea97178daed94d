import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';

import { useTexts } from '@shared/i18n/texts';
import { announce } from '@shared/notify/announce';
import { notifyError } from '@shared/notify/notify';

import classes from './copy-icon.module.css';
import { copyToClipboard } from './copy-to-clipboard';
import { tableTexts } from './table-texts';

const confirmationTime = 1500;

/** A small icon button that copies a value as plain text and shows a check mark for a moment. */
export function CopyIcon({ value, label }: { value: string; label: string }) {
  const texts = useTexts(tableTexts);
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), confirmationTime);
    return () => clearTimeout(timer);
  }, [copied]);
  async function copy() {
    const done = await copyToClipboard(value);
    setCopied(done);
    if (done) announce(texts.copied);
    else notifyError({ title: texts.copyFailed });
  }
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <button
      type="button"
      className={classes['icon']}
      aria-label={`${label} ${value}`}
      title={label}
      data-copied={copied || undefined}
      onClick={() => void copy()}
    >
      <Icon aria-hidden />
    </button>
  );
}
