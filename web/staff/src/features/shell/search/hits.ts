import { mutationOptions } from '@tanstack/react-query';

import { api } from '@/api';
import type { AnswerOf } from '@/api-types';
import { landing } from '@/navigation/landing';
import { unwrap } from '@shared/api/problem';
import { storageKey } from '@shared/config/app-name';
import { browserStorage } from '@shared/session/storage';

/** One thing that a search found. */
export type Hit = AnswerOf<'/staff/v1/search', 'get'>[number];

const mostRecent = 8;

/** Searches. It is sent when it is asked for, not with each key: the audit log keeps every search. */
export function searchOptions() {
  return mutationOptions({
    mutationKey: ['search'],
    mutationFn: (q: string) => unwrap(api.GET('/staff/v1/search', { params: { query: { q } } })),
    meta: { inPlace: true },
  });
}

/** Returns the page of a hit, or undefined while the app has none for it. What a client has is found on the client's page. */
export function hitPath({ kind, id, clientId }: Hit): string | undefined {
  // A transfer that matched nothing is of no client.
  if (kind !== 'order' && clientId === 0) return undefined;
  const [area, key] = kind === 'order' ? ['orders', id] : ['clients', String(clientId)];
  return landing.areas.includes(area) ? `/${area}/${encodeURIComponent(key)}` : undefined;
}

const storage = browserStorage();
/** The names of hits are data of clients, so each user of the browser sees their own alone. */
const keyOf = (username: string) => storageKey(`recent.${username}`);

function isHit(value: unknown): value is Hit {
  return typeof value === 'object' && value !== null && 'kind' in value && 'id' in value && 'clientId' in value;
}

/** Returns what a user opened from the search in this browser, the latest first. */
export function readRecent(username: string): Hit[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(keyOf(username)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isHit) : [];
  } catch {
    return [];
  }
}

/** Remembers what a user opened. */
export function addRecent(username: string, hit: Hit): void {
  const others = readRecent(username).filter(({ kind, id }) => kind !== hit.kind || id !== hit.id);
  storage.setItem(keyOf(username), JSON.stringify([hit, ...others].slice(0, mostRecent)));
}

/** Forgets what a user opened. */
export function clearRecent(username: string): void {
  storage.removeItem(keyOf(username));
}
