import type { TablerIcon } from '@tabler/icons-react';
import { IconPlugConnectedX, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import { useTexts } from '@shared/i18n/texts';
import { ProgressButton } from '@shared/ui/progress-button';
import { StateTile } from './state-tile';

import classes from './list-notice.module.css';
import { stateTexts } from './state-texts';

interface ListNoticeProps {
  icon: TablerIcon;
  title: string;
  /** Omitted if the title says it all. */
  children?: ReactNode;
  /** One action, or steps. A button is outlined; only that of a failed list is filled. */
  action?: ReactNode;
  tone?: 'neutral' | 'failed';
  /** A failure that a notice says already, so that screen readers are not told twice. */
  announced?: boolean;
}

/** Replaces the rows of a list: why there are none, and what to do next. */
export function ListNotice(props: ListNoticeProps) {
  const { icon, title, children, action, tone = 'neutral', announced = false } = props;
  return (
    <div className={classes['notice']} role={tone === 'failed' && !announced ? 'alert' : undefined}>
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
  const texts = useTexts(stateTexts);
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
  /** From the error catalogue: the code, or words. */
  title: string;
  /** What could not be loaded. */
  what: string;
  /** Text from the error catalogue, unless the title says it all. */
  text: string | undefined;
  /** Request id for support; empty if there was no answer. */
  requestId: string;
  /** A notice says it already. */
  announced?: boolean;
  /** A second button. */
  action?: ReactNode;
  retrying: boolean;
  onRetry: () => void;
}

/** A failed load, in place of the rows. */
export function FailedNotice(props: FailedNoticeProps) {
  const { title, what, text, requestId, announced = false, action, retrying, onRetry } = props;
  const texts = useTexts(stateTexts);
  return (
    <ListNotice
      icon={IconPlugConnectedX}
      tone="failed"
      announced={announced}
      title={title}
      action={
        <div className={classes['actions']}>
          <RetryButton retrying={retrying} onRetry={onRetry} primary />
          {action}
        </div>
      }
    >
      <span className={classes['what']}>{what}</span> {text}
      {requestId === '' ? null : (
        <span className={classes['request']}>
          {' '}
          {texts.request} {requestId}
        </span>
      )}
    </ListNotice>
  );
}
