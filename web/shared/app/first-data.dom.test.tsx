import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { openSession } from '@shared/session/session';

import type { createQueryClient } from './query-client';

const path = '/v1/invoices/client';
const load = vi.fn<() => Promise<string>>();

/** A new page, which asked for a path early. */
async function openPage() {
  vi.resetModules();
  globalThis.loketEarly = {
    authorization: 'Bearer a',
    answers: { [`${window.location.origin}${path}`]: { response: Promise.resolve(new Response('')), language: 'en' } },
  };
  const [{ takeFirstData }, { createQueryClient: create }] = await Promise.all([
    import('./first-data'),
    import('./query-client'),
  ]);
  const queryClient: ReturnType<typeof createQueryClient> = create(openSession(), () => undefined);
  const options = { queryKey: ['invoices'], queryFn: load };
  function Invoices() {
    return <p>{useQuery(options).data ?? 'Loading'}</p>;
  }
  const show = () =>
    render(
      <QueryClientProvider client={queryClient}>
        <Invoices />
      </QueryClientProvider>,
    );
  return { takeFirstData, prefetch: () => queryClient.prefetchQuery(options), show };
}

beforeEach(() => {
  load.mockReset().mockResolvedValue('LKT-INV-1');
  vi.spyOn(performance, 'now').mockReturnValue(900);
});
afterEach(() => {
  globalThis.loketEarly = undefined;
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it('is there when the page is rendered, which does not ask for it again', async () => {
  const page = await openPage();
  await page.takeFirstData({ [path]: page.prefetch });
  page.show();
  expect(screen.getByText('LKT-INV-1')).toBeTruthy();
  expect(load).toHaveBeenCalledOnce();
});

it('is asked for again where it is used later', async () => {
  const page = await openPage();
  await page.takeFirstData({ [path]: page.prefetch });
  vi.setSystemTime(Date.now() + 2000);
  page.show();
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(2));
});

it('leaves to the page what was not asked for early', async () => {
  const page = await openPage();
  await page.takeFirstData({ '/v1/other': page.prefetch });
  expect(load).not.toHaveBeenCalled();
});

it('lets the page show its skeleton if it does not come in time, or fails', async () => {
  const page = await openPage();
  await page.takeFirstData({ [path]: () => new Promise(() => undefined) });
  await page.takeFirstData({ [path]: () => Promise.reject(new Error('refused')) });
  load.mockReturnValue(new Promise(() => undefined));
  page.show();
  expect(screen.getByText('Loading')).toBeTruthy();
});
