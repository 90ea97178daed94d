import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import { unwrap } from '@shared/api/problem';
import { reloads } from '@shared/api/reloads';
import type { AnswerOf, QueryOf } from '@shared/api/types';

import type { WebhookSearch } from './webhook-search';

/** An endpoint with how its deliveries went, as in the published API. */
export type Webhook = AnswerOf<'/v1/webhooks', 'get'>[number];

/** An event for an endpoint. */
export type Delivery = AnswerOf<'/v1/webhooks/{id}/deliveries', 'get'>[number];

/** One request to an endpoint. */
export type Send = NonNullable<Delivery['last']>;

/** The most endpoints of a client, as on the server. */
export const mostWebhooks = 5;

/** Rows of a full page, as on the server. */
export const deliveriesPerPage = 50;

// Nothing reports deliveries, so the page asks again while somebody looks at it.
const listInterval = 15_000;
const deliveryInterval = 10_000;

/** Query keys of webhooks. */
const webhookKeys = {
  all: ['webhooks'] as const,
  list: ['webhooks', 'list'] as const,
  deliveries: (id: string) => ['webhooks', 'deliveries', id] as const,
};

/** The endpoints of the client. */
export function webhookListOptions() {
  return queryOptions({
    queryKey: webhookKeys.list,
    queryFn: ({ signal }) => unwrap(api.main.GET('/v1/webhooks', { signal })),
    refetchInterval: listInterval,
    meta: { inPlace: true },
  });
}

/** The parameters of the call for a page of deliveries. */
function deliveryParams(search: WebhookSearch): QueryOf<'/v1/webhooks/{id}/deliveries', 'get'> {
  const { state, type, query, before, after } = search;
  const [beforeAt, beforeId] = splitCursor(before);
  const [afterAt, afterId] = splitCursor(after);
  return {
    ...(state && { state }),
    ...(type && { type }),
    ...(query && { subject: query }),
    ...(beforeAt && beforeId && { before: beforeAt, beforeId }),
    ...(afterAt && afterId && { after: afterAt, afterId }),
  };
}

/** The cursor at a delivery. */
export const cursorAt = ({ createdAt, id }: Delivery) => `${createdAt}_${id}`;

function splitCursor(cursor = ''): [string, string] {
  const end = cursor.indexOf('_');
  return [cursor.slice(0, Math.max(end, 0)), cursor.slice(end + 1)];
}

/** A page of what was sent to an endpoint, the newest first. */
export function deliveryListOptions(id: string, search: WebhookSearch) {
  const query = deliveryParams(search);
  return queryOptions({
    queryKey: [...webhookKeys.deliveries(id), 'list', query],
    queryFn: ({ signal }) =>
      unwrap(api.main.GET('/v1/webhooks/{id}/deliveries', { params: { path: { id }, query }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: deliveryInterval,
    meta: { inPlace: true },
  });
}

/** A delivery with its body and all its requests. */
export function deliveryOptions(id: string, deliveryId: string) {
  return queryOptions({
    queryKey: [...webhookKeys.deliveries(id), 'one', deliveryId],
    queryFn: ({ signal }) =>
      unwrap(
        api.main.GET('/v1/webhooks/{id}/deliveries/{deliveryId}', { params: { path: { id, deliveryId } }, signal }),
      ),
    refetchInterval: deliveryInterval,
    meta: { inPlace: true },
  });
}

/** What a user sets of an endpoint. */
interface WebhookInput {
  url: string;
  description: string;
  /** None means all. */
  events: string[];
}

/** The input of the form of an endpoint. */
export interface EndpointValues extends WebhookInput {
  /** Whether it gets all events, also those that are not chosen. */
  scope: 'all' | 'some';
}

/** Adds an endpoint, or changes the one with an id. Only the answer of a new one has its secret, so it is not cached. */
export function saveWebhookOptions(id: string | undefined) {
  return mutationOptions({
    mutationKey: ['webhooks', 'save', id],
    mutationFn: async ({ url, description, scope, events }: EndpointValues) => {
      const body = { url: url.trim(), description: description.trim(), events: scope === 'all' ? [] : events };
      if (id === undefined) return unwrap(api.main.POST('/v1/webhooks', { body }));
      await unwrap(api.main.PATCH('/v1/webhooks/{id}', { params: { path: { id } }, body }));
      return undefined;
    },
    onSuccess: reloads(webhookKeys.list),
    gcTime: 0,
  });
}

/** Switches an endpoint off and on. */
export function switchWebhookOptions(id: string) {
  return mutationOptions({
    mutationKey: ['webhooks', 'switch', id],
    mutationFn: (active: boolean) =>
      unwrap(api.main.PATCH('/v1/webhooks/{id}', { params: { path: { id } }, body: { active } })),
    onSuccess: reloads(webhookKeys.list, webhookKeys.deliveries(id)),
  });
}

/** Deletes an endpoint. */
export function removeWebhookOptions() {
  return mutationOptions({
    mutationKey: ['webhooks', 'remove'],
    mutationFn: ({ id }: Webhook) => unwrap(api.main.DELETE('/v1/webhooks/{id}', { params: { path: { id } } })),
    onSuccess: reloads(webhookKeys.list),
  });
}

/** Makes a new secret; the one before signs too for some hours. Only this answer has it, so it is not cached. */
export function rollSecretOptions(id: string) {
  return mutationOptions({
    mutationKey: ['webhooks', 'roll', id],
    mutationFn: ({ overlapHours }: { overlapHours: number }) =>
      unwrap(api.main.POST('/v1/webhooks/{id}/roll', { params: { path: { id } }, body: { overlapHours } })),
    onSuccess: reloads(webhookKeys.list),
    gcTime: 0,
  });
}

/** Shows the present secret again. It is not cached beyond the part of the page that shows it. */
export function revealSecretOptions(id: string) {
  return mutationOptions({
    mutationKey: ['webhooks', 'reveal', id],
    mutationFn: () => unwrap(api.main.POST('/v1/webhooks/{id}/reveal', { params: { path: { id } } })),
    gcTime: 0,
  });
}

/** Sends a sample and answers what came back. */
export function testWebhookOptions(id: string) {
  return mutationOptions({
    mutationKey: ['webhooks', 'test', id],
    mutationFn: ({ type }: { type: string }) =>
      unwrap(api.main.POST('/v1/webhooks/{id}/test', { params: { path: { id } }, body: { type } })),
    onSuccess: reloads(webhookKeys.deliveries(id)),
  });
}

/** Which events are sent again: some, or all since a moment. */
export type ResentEvents = { ids: string[] } | { since: string };

/** Sends events again, with the same ids and bodies. Answers how many, and from when the rest is if there is more. */
export function resendOptions(id: string) {
  return mutationOptions({
    mutationKey: ['webhooks', 'resend', id],
    mutationFn: (body: ResentEvents) =>
      unwrap(api.main.POST('/v1/webhooks/{id}/resend', { params: { path: { id } }, body })),
    onSuccess: reloads(webhookKeys.list, webhookKeys.deliveries(id)),
  });
}
