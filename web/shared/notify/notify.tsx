import { cleanNotifications, hideNotification, notificationsStore, showNotification } from '@mantine/notifications';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';

import type { Notice } from '@shared/errors/catalogue';
import { errorTexts } from '@shared/errors/error-texts';
import { textsNow } from '@shared/i18n/texts';

import classes from './notify.module.css';

const mostAtOnce = 3;
const successLifetime = 5000;

/** Closes the oldest notice when there are too many: errors stay until they are closed. */
function makeRoom(): void {
  const shown = notificationsStore.getState().notifications;
  for (const notice of shown.slice(0, Math.max(0, shown.length - mostAtOnce + 1))) {
    if (notice.id) hideNotification(notice.id);
  }
}

function show(kind: 'success' | 'error', { title, text }: Notice): string {
  // Do not show the same notice twice.
  const id = `${kind}:${title}:${text ?? ''}`;
  if (notificationsStore.getState().notifications.some((notice) => notice.id === id)) return id;
  makeRoom();
  const Icon = kind === 'success' ? IconCircleCheck : IconAlertCircle;
  showNotification({
    id,
    title,
    message: text ?? '',
    icon: <Icon className={classes['icon']} data-kind={kind} aria-hidden />,
    autoClose: kind === 'success' ? successLifetime : false,
    closeButtonProps: { 'aria-label': textsNow(errorTexts).close },
    role: kind === 'success' ? 'status' : 'alert',
  });
  return id;
}

/** Shows a success. It closes by itself. */
export function notifySuccess(title: string, text?: string): void {
  show('success', { title, text });
}

/** Shows an error. It stays until it is closed. The returned function closes it too. */
export function notifyError(notice: Notice): () => void {
  const id = show('error', notice);
  return () => hideNotification(id);
}

/** Closes all notices, because a new session or a finished step makes old errors obsolete. */
export function clearNotices(): void {
  cleanNotifications();
}
