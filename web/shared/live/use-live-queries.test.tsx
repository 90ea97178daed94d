import { useQuery } from '@tanstack/react-query';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { deferred } from '../../test/deferred';
import { renderPart } from '../../test/render';
import { useLiveQueries } from './use-live-queries';

const keys = [['orders']];
const load = vi.fn<() => Promise<number>>();

function Orders() {
  const { data } = useQuery({ queryKey: ['orders', 'list'], queryFn: load });
  useLiveQueries(['orders', 'invoices'], keys);
  return <p>load {data}</p>;
}

/** A fetch with one stream that the test writes. */
function stream() {
  let control: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({ start: (controller) => void (control = controller) });
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body)));
  return (topic: string) => control?.enqueue(new TextEncoder().encode(`event: ${topic}\ndata: {}\n\n`));
}

const wait = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  let loads = 0;
  load.mockReset().mockImplementation(() => Promise.resolve((loads += 1)));
});
afterEach(async () => {
  cleanup();
  // The stream stays open for the next page for a while.
  await wait(30_000);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('answers hints that come together by one load, and those of other topics by none', async () => {
  const hint = stream();
  renderPart(<Orders />);
  await wait(10);
  for (const topic of ['orders', 'orders', 'deposits', 'invoices', 'orders']) hint(topic);
  await wait(1000);
  expect(screen.getByText('load 2')).toBeTruthy();
  hint('deposits');
  await wait(1000);
  expect(load).toHaveBeenCalledTimes(2);
});

it('never cancels a load for a hint that comes meanwhile, and loads once more after it', async () => {
  const hint = stream();
  renderPart(<Orders />);
  await wait(10);
  const slow = deferred<number>();
  load.mockReturnValueOnce(slow.promise);
  hint('orders');
  await wait(300);
  hint('orders');
  await wait(5000);
  expect(load).toHaveBeenCalledTimes(2);
  slow.resolve(7);
  await wait(300);
  expect(load).toHaveBeenCalledTimes(3);
});

it('asks by itself while the stream is down, as long as somebody looks', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({}, { status: 503 })));
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  renderPart(<Orders />);
  await wait(60_000);
  expect(load).toHaveBeenCalledTimes(1);
  vi.restoreAllMocks();
  await wait(10_500);
  expect(load.mock.calls.length).toBeGreaterThanOrEqual(3);
});

it('loads once for a hint that several parts of a page listen to', async () => {
  const hint = stream();
  renderPart(
    <>
      <Orders />
      <Orders />
      <Orders />
    </>,
  );
  await wait(10);
  const slow = deferred<number>();
  load.mockReturnValueOnce(slow.promise);
  hint('orders');
  await wait(300);
  hint('orders');
  await wait(5000);
  expect(load).toHaveBeenCalledTimes(2);
  slow.resolve(7);
  await wait(1000);
  expect(load).toHaveBeenCalledTimes(3);
});
