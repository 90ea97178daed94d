import type { TablerIcon } from '@tabler/icons-react';
import { IconPlugConnectedX, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import { useTexts } from '@shared/i18n/texts';
import { ProgressButton } from '@shared/ui/progress-button';
import { StateTile } from '@shared/ui/state-tile';

import classes from './list-notice.module.css';
import { tableTexts } from './table-texts';

interface ListNoticeProps {
  icon: TablerIcon;
  title: string;
  /** Omitted if the title says it all. */
  children?: ReactNode;
  /** One action, or steps. A button is outlined; only that of a failed list is filled. */
  action?: ReactNode;
  tone?: 'neutral' | 'failed';
}

/** Replaces the rows of a list: why there are none, and what to do next. */
export function ListNotice({ icon, title, children, action, tone = 'neutral' }: ListNoticeProps) {
  return (
    <div className={classes['notice']} role={tone === 'failed' ? 'alert' : undefined}>
      <StateTile icon={icon} tone={tone} />
      <h2 className={classes['title']}>{title}</h2>
      {children === undefined ? null : <p className={classes['body']}>{children}</p>}
      {action}
    </div>
  );
}

interface RetryButtonProps {
  retrying: boolean;
  onRetry: () => void;
  /** The main button of its place; outlined otherwise. */
  primary?: boolean;
}

/** Loads again what failed. */
export function RetryButton({ retrying, onRetry, primary = false }: RetryButtonProps) {
  const texts = useTexts(tableTexts);
  return (
    <ProgressButton
      variant={primary ? 'filled' : 'default'}
      leftSection={<IconRefresh aria-hidden />}
      sending={retrying}
      sendingLabel={texts.retrying}
      onPress={onRetry}
    >
      {texts.retry}
    </ProgressButton>
  );
}

interface FailedNoticeProps {
  title: string;
  /** Text from the error catalogue. */
  text: string;
  /** Error code; empty if there is none. */
  code: string;
  /** Request id for support; empty if there was no answer. */
  requestId: string;
  retrying: boolean;
  onRetry: () => void;
}

/** A failed load, in place of the rows. */
export function FailedNotice({ title, text, code, requestId, retrying, onRetry }: FailedNoticeProps) {
  const texts = useTexts(tableTexts);
  const marks = [code, requestId && `${texts.request} ${requestId}`].filter((mark) => mark !== '');
  return (
    <ListNotice
      icon={IconPlugConnectedX}
      tone="failed"
      title={title}
      action={<RetryButton retrying={retrying} onRetry={onRetry} primary />}
    >
      {text}
      {marks.length > 0 && <span className={classes['request']}> {marks.join(' · ')}</span>}
    </ListNotice>
  );
}
