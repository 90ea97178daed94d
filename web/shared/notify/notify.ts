import type { Notice } from '@shared/errors/catalogue';

import { addNotice, dropNotices } from './notice-store';

export interface NoticeOptions {
  /** What the notice is about, such as the key of a mutation. A success of the same ends an error. */
  about?: string | undefined;
  /** An error that explains why another page opens, so that it stays there. */
  lasting?: boolean;
}

/** Shows a success. It closes by itself, and it ends the errors of what it is about. */
export function notifySuccess(title: string, text?: string, about?: string): void {
  if (about !== undefined) endNotices(about);
  addNotice({ kind: 'success', title, text, about, signIn: false, lasting: true });
}

/**
 * Shows an error. It stays until it is closed, until what it is about succeeds, or until another page opens. The
 * returned function closes it too.
 */
export function notifyError(
  { title, text, signIn = false }: Notice,
  { about, lasting = false }: NoticeOptions = {},
): () => void {
  const key = addNotice({ kind: 'error', title, text, about, signIn, lasting });
  return () => dropNotices((notice) => notice.key === key);
}

/** Closes the errors of something that succeeded now. */
export function endNotices(about: string): void {
  dropNotices((notice) => notice.kind === 'error' && notice.about === about);
}

/** Closes the errors of a page that is left. */
export function endPageNotices(): void {
  dropNotices((notice) => notice.kind === 'error' && !notice.lasting);
}

/** Closes all notices, because a new session or a finished step makes old errors obsolete. */
export function clearNotices(): void {
  dropNotices(() => true);
}
