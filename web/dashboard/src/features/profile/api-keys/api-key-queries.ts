import { mutationOptions, queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import { unwrap } from '@shared/api/problem';
import { reloads } from '@shared/api/reloads';
import type { AnswerOf, BodyOf } from '@shared/api/types';
import { addDays, type Day } from '@shared/format/calendar-day';
import { zonedMoment } from '@shared/format/zoned-moment';

import { addressesIn, type KeyScope, type ScopePreset, scopesOf } from './key-scopes';

/** Highest number of API keys of a client: docs/product/access.md#api-keys. */
export const mostApiKeys = 2;

/** An API key in the list, which has only its last characters. */
export type ListedKey = Extract<AnswerOf<'/v1/user/list', 'get'>[number], { apiKey: string }>;

/** The API keys of the client. */
export function apiKeyListOptions() {
  return queryOptions({
    queryKey: ['api-keys'],
    queryFn: async ({ signal }): Promise<ListedKey[]> => {
      const params = { query: { filter: 'api' } };
      const rows = await unwrap(api.main.GET('/v1/user/list', { params, signal }));
      // Those of the sandbox are on the page of developers.
      return rows.filter((row) => 'apiKey' in row).filter(({ mode }) => mode === 'live');
    },
    meta: { inPlace: true },
  });
}

// Keys of the sandbox are changed by the same calls.
const reloadsKeys = reloads(apiKeyListOptions().queryKey, ['sandbox']);

/** What is typed about a key. */
export interface KeyValues {
  name: string;
  preset: ScopePreset;
  /** What was chosen beside the presets. */
  scopes: KeyScope[];
  /** One on each line. */
  addresses: string;
  /** The last day on which a new key serves. */
  lastDay: Day | undefined;
}

const choicesOf = ({ name, preset, scopes, addresses }: KeyValues) => ({
  name: name.trim(),
  scopes: scopesOf(preset, scopes),
  addresses: addressesIn(addresses),
});

/** What a new key is called, may do, from where, and until when: it ends with its last day in a zone. */
export function newKeyOf(values: KeyValues, zone: string) {
  const { lastDay } = values;
  const endsAt = lastDay && zonedMoment(addDays(lastDay, 1), '00:00', zone).toISOString();
  return { ...choicesOf(values), ...(endsAt && { endsAt }) };
}

/** Makes a key. Only this answer ever contains it, so it is not cached. */
export function makeApiKeyOptions(zone: string) {
  return mutationOptions({
    mutationKey: ['api-keys', 'make'],
    mutationFn: (values: KeyValues) => unwrap(api.main.POST('/v1/user/key', { body: newKeyOf(values, zone) })),
    gcTime: 0,
  });
}

/** Changes what a key is called, may do, and from where. */
export function changeApiKeyOptions(id: string) {
  return mutationOptions({
    mutationKey: ['api-keys', 'change'],
    mutationFn: (values: KeyValues) =>
      unwrap(api.main.PATCH('/v1/user/key/{id}/settings', { params: { path: { id } }, body: choicesOf(values) })),
    onSuccess: reloadsKeys,
  });
}

/** Replaces a key. Only this answer ever contains the new one, so it is not cached. */
export function rollApiKeyOptions(id: string) {
  return mutationOptions({
    mutationKey: ['api-keys', 'roll'],
    mutationFn: (body: BodyOf<'/v1/user/key/{id}/roll', 'post'>) =>
      unwrap(api.main.POST('/v1/user/key/{id}/roll', { params: { path: { id } }, body })),
    onSuccess: reloadsKeys,
    gcTime: 0,
  });
}

/** The address from which the server sees this browser. */
export function presentAddressOptions() {
  return queryOptions({
    queryKey: ['present-address'],
    queryFn: ({ signal }) => unwrap(api.main.GET('/v1/user/address', { signal })),
    select: ({ address }) => address,
    meta: { inPlace: true },
  });
}

/** Deletes a key. Users and keys share one sequence of ids, so the call is that for users. */
export function removeApiKeyOptions() {
  return mutationOptions({
    mutationKey: ['api-keys', 'remove'],
    mutationFn: ({ id }: { id: string }) => unwrap(api.main.DELETE('/v1/user/{id}', { params: { path: { id } } })),
    onSuccess: reloads(apiKeyListOptions().queryKey),
  });
}
