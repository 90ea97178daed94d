import { MutationObserver, QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';

import { reloads, reloadsAnyway } from './reloads';

async function send(
  options: { onSuccess?: ReturnType<typeof reloads>; onSettled?: ReturnType<typeof reloadsAnyway> },
  fails: boolean,
) {
  const client = new QueryClient();
  for (const key of ['contacts', 'orders']) client.setQueryData([key, 'list'], 1);
  const observer = new MutationObserver(client, {
    mutationFn: () => (fails ? Promise.reject(new Error('refused')) : Promise.resolve(1)),
    ...options,
  });
  await observer.mutate(undefined).catch(() => undefined);
  return (key: string) => client.getQueryState([key, 'list'])?.isInvalidated;
}

it('loads again what a mutation changed, and nothing else', async () => {
  const isStale = await send({ onSuccess: reloads(['contacts']) }, false);
  expect([isStale('contacts'), isStale('orders')]).toEqual([true, false]);
});

it('loads after a failure only where the mutation may have had its effect', async () => {
  expect((await send({ onSuccess: reloads(['contacts']) }, true))('contacts')).toBe(false);
  expect((await send({ onSettled: reloadsAnyway(['contacts'], ['orders']) }, true))('orders')).toBe(true);
});
