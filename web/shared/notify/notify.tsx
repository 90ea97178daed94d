import { cleanNotifications, hideNotification, notificationsStore, showNotification } from '@mantine/notifications';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';

import type { Notice } from '@shared/errors/catalogue';
import { errorTexts } from '@shared/errors/error-texts';
import { textsNow } from '@shared/i18n/texts';

import classes from './notify.module.css';

const mostAtOnce = 3;
const successLifetime = 5000;

/** Errors stay until they are closed, so the oldest notice has to give way to the fourth. */
function makeRoom(): void {
  const shown = notificationsStore.getState().notifications;
  for (const notice of shown.slice(0, Math.max(0, shown.length - mostAtOnce + 1))) {
    if (notice.id) hideNotification(notice.id);
  }
}

function show(kind: 'success' | 'error', { title, text }: Notice): string {
  // The same words twice are one notice.
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

/** Says that something was done. Leaves by itself. */
export function notifySuccess(title: string, text?: string): void {
  show('success', { title, text });
}

/** Says that something failed. Stays until it is closed, or until the function that it gives is called. */
export function notifyError(notice: Notice): () => void {
  const id = show('error', notice);
  return () => hideNotification(id);
}

/** Takes away what was said before: a session that began, or a step that was done, makes old errors untrue. */
export function clearNotices(): void {
  cleanNotifications();
}
