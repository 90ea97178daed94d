import { mutationOptions, queryOptions } from '@tanstack/react-query';

import { api } from '@/api';
import { session } from '@/session/session';
import { baseUrlOf } from '@shared/api/client';
import { unwrap } from '@shared/api/problem';
import { reloadsAnyway } from '@shared/api/reloads';
import type { AnswerOf, BodyOf } from '@shared/api/types';
import { uploadForm } from '@shared/api/upload';

/** The set-up of the shop, as in the published API. */
export type ShopConfig = AnswerOf<'/v1/webapp/config', 'get'>;

type Change = BodyOf<'/v1/webapp/config', 'patch'>;

/** What a change of the set-up may hold. Another payment link needs the password of the user. */
export type ShopInput = Pick<
  Change,
  'name' | 'logoImageKey' | 'deeplinkUrl' | 'fallbackUrl' | 'contact' | 'banners' | 'theme' | 'password'
> & { topOperators?: string[] };

/** An operator that the shop may offer. */
export type ShopOperator = AnswerOf<'/v1/operators/webapp', 'get'>['data'][number];

/** Query keys of this feature. */
export const connectKeys = {
  config: ['connect', 'config'] as const,
  operators: ['connect', 'operators'] as const,
  skus: ['connect', 'skus'] as const,
};

// Links to pictures end after an hour, so answers are renewed before, in milliseconds.
const linkRenewal = 30 * 60 * 1000;

// A 401 of these calls does not send the user away (docs/product/shell.md#session-in-the-browser).
const meta = { inPlace: true, keepSession: true };

// Of reads: what an owner sees as an empty step is told to the provider.
const readMeta = { ...meta, reportAll: true };

/** Reads the stored set-up; null for a client without one. What is shown stays as it is. */
export async function readShop(signal?: AbortSignal): Promise<ShopConfig | null> {
  // No content means that there is none yet.
  return (await unwrap(api.connect.GET('/v1/webapp/config', signal ? { signal } : {}))) ?? null;
}

/** The set-up of the shop; null for a client without one. */
export function shopConfigOptions() {
  return queryOptions({
    queryKey: connectKeys.config,
    queryFn: async ({ signal }) => readShop(signal),
    refetchInterval: linkRenewal,
    meta: readMeta,
  });
}

/** The operators that the shop may offer, by code. */
export function shopOperatorsOptions() {
  return queryOptions({
    queryKey: connectKeys.operators,
    queryFn: async ({ signal }) => {
      const query = { active: 'true' as const };
      return (await unwrap(api.connect.GET('/v1/operators/webapp', { params: { query }, signal }))).data;
    },
    meta: readMeta,
  });
}

/** How the SKUs are priced, for the checklist. */
export function priceSummaryOptions() {
  return queryOptions({
    queryKey: [...connectKeys.skus, 'summary'],
    queryFn: ({ signal }) => unwrap(api.connect.GET('/v1/external/clientproducts/summary', { signal })),
    meta,
  });
}

/** Stores a set-up: a new one, or a change of the given one. */
export async function saveShop(base: ShopConfig | null, input: ShopInput): Promise<ShopConfig> {
  if (base === null) {
    const { password: _, ...body } = input;
    return unwrap(api.connect.POST('/v1/webapp/config', { body }));
  }
  return unwrap(api.connect.PATCH('/v1/webapp/config', { body: { ...input, id: base.id, version: base.version } }));
}

/** Publishes the shop or takes it back. The screen shows refusals. */
export function publishShopOptions() {
  return mutationOptions({
    mutationKey: ['connect', 'publish'],
    mutationFn: (body: BodyOf<'/v1/webapp/config/publication', 'patch'>) =>
      unwrap(api.connect.PATCH('/v1/webapp/config/publication', { body })),
    meta,
    onSuccess: (changed, _variables, _result, { client }) => {
      client.setQueryData(connectKeys.config, changed);
    },
    // After a failure too: without an answer it may have been published.
    onSettled: reloadsAnyway(connectKeys.config),
  });
}

/** An uploaded picture. */
export type Uploaded = AnswerOf<'/v1/files/upload', 'post'>;

/** Uploads a picture. The screen shows refusals. */
export function uploadImageOptions() {
  return mutationOptions({
    mutationKey: ['connect', 'upload'],
    mutationFn: async (file: File) => {
      const form = new FormData();
      form.set('files', file);
      const answer = await uploadForm(session, `${baseUrlOf('connect')}/v1/files/upload`, form, () => undefined);
      // The published shape of the answer.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      return answer as Uploaded;
    },
    meta,
  });
}
