/** A notice that is shown. */
export interface ShownNotice {
  /** Differs also between two notices with the same words, so that screen readers are told again. */
  key: number;
  kind: 'success' | 'error';
  title: string;
  text: string | undefined;
  /** What it is about; see `NoticeOptions`. */
  about: string | undefined;
  /** With the button 'Sign in'. */
  signIn: boolean;
  /** It stays when another page opens. */
  lasting: boolean;
}

type NewNotice = Omit<ShownNotice, 'key'>;

/** The most errors shown at once. The oldest makes room. */
const mostErrors = 3;
/** How long a success is shown, in milliseconds. */
const successLifetime = 5000;

let notices: readonly ShownNotice[] = [];
let lastKey = 0;
const listeners = new Set<() => void>();

function change(next: readonly ShownNotice[]): void {
  if (next.length === notices.length && next.every((notice, index) => notice === notices[index])) return;
  notices = next;
  for (const listener of listeners) listener();
}

/** Calls a listener on each change; returns how to stop. */
export function watchNotices(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the notices that are shown, the oldest first. */
export function shownNotices(): readonly ShownNotice[] {
  return notices;
}

/** Removes the notices that match. */
export function dropNotices(matches: (notice: ShownNotice) => boolean): void {
  change(notices.filter((notice) => !matches(notice)));
}

/** Adds a notice and returns its key. There is one success at a time, and no two notices with the same words. */
export function addNotice(notice: NewNotice): number {
  lastKey += 1;
  const key = lastKey;
  const others = notices.filter(
    ({ kind, title, text }) =>
      kind !== notice.kind || (kind === 'error' && (title !== notice.title || text !== notice.text)),
  );
  const errors = others.filter(({ kind }) => kind === 'error');
  const tooMany = notice.kind === 'error' && errors.length >= mostErrors ? errors[0] : undefined;
  change([...others.filter((other) => other !== tooMany), { ...notice, key }]);
  if (notice.kind === 'success') setTimeout(() => dropNotices((one) => one.key === key), successLifetime);
  return key;
}
