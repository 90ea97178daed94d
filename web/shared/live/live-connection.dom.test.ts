import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { presenceTime } from '@shared/session/presence';

import { EventStreamReader } from './event-stream';
import { LiveConnection, reconnectDelay } from './live-connection';

describe('event stream', () => {
  it('reads events however the pieces are cut', () => {
    const text = ': heartbeat\n\nid: 7\nevent: orders\ndata: {"topic":\ndata: "orders"}\n\r\nid: 8\r\ndata:x\r\n\r\n';
    const whole = new EventStreamReader().push(text);
    expect(whole).toEqual([
      { name: 'orders', data: '{"topic":\n"orders"}' },
      { name: 'message', data: 'x' },
    ]);
    const reader = new EventStreamReader();
    expect(text.split('').flatMap((letter) => reader.push(letter))).toEqual(whole);
  });
});

/** A fetch whose streams the test writes. */
function streams() {
  const opened: { headers: Headers; send: (text: string) => void; end: () => void }[] = [];
  const fetch = vi.fn<typeof globalThis.fetch>(async (_url, init) => {
    let control: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({ start: (controller) => void (control = controller) });
    opened.push({
      headers: new Headers(init?.headers),
      send: (text) => control?.enqueue(new TextEncoder().encode(text)),
      end: () => control?.close(),
    });
    return new Response(body);
  });
  return { opened, fetch };
}

function connect(fetch: typeof globalThis.fetch) {
  const refused = vi.fn();
  const connection = new LiveConnection({
    url: () => 'http://loket.test/v1/events',
    token: () => 'secret',
    headers: () => ({ 'Loket-Mode': 'test' }),
    fetch,
    refused,
  });
  return { connection, refused };
}

describe('live connection', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('says when nobody sits before the page', async () => {
    const { opened, fetch } = streams();
    const { connection } = connect(fetch);
    const now = Date.now();
    vi.spyOn(Date, 'now').mockReturnValue(now + presenceTime);
    const stop = connection.listen('orders', vi.fn());
    await vi.waitFor(() => expect(opened).toHaveLength(1));
    vi.restoreAllMocks();
    expect(opened[0]?.headers.get('Loket-Unattended')).toBe('1');
    expect(opened[0]?.headers.get('Loket-Mode')).toBe('test');
    stop();
  });

  it('opens with the first listener, tells the topic, and closes after the last', async () => {
    const { opened, fetch } = streams();
    const { connection } = connect(fetch);
    const changed = vi.fn();
    const stop = connection.listen('orders', changed);
    await vi.waitFor(() => expect(connection.state()).toBe('live'));
    expect(opened[0]?.headers.get('Authorization')).toBe('Bearer secret');
    expect(opened[0]?.headers.has('Loket-Unattended')).toBe(false);
    opened[0]?.send('id: 41\nevent: orders\ndata: {}\n\nid: 42\nevent: deposit\ndata: {}\n\n');
    await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(1));
    stop();
    expect(connection.state()).toBe('live');
    vi.advanceTimersByTime(30_000);
    expect(connection.state()).toBe('idle');
  });

  it('goes from page to page without a word, and begins anew after a while', async () => {
    const { opened, fetch } = streams();
    const { connection } = connect(fetch);
    const stopOrders = connection.listen('orders', vi.fn());
    await vi.waitFor(() => expect(connection.state()).toBe('live'));
    stopOrders();
    const changed = vi.fn();
    const stopDeposits = connection.listen('deposits', changed);
    vi.advanceTimersByTime(60_000);
    expect(connection.state()).toBe('live');
    expect(opened).toHaveLength(1);
    stopDeposits();
    vi.advanceTimersByTime(30_000);
    const stop = connection.listen('deposits', changed);
    await vi.waitFor(() => expect(connection.state()).toBe('live'));
    expect(opened).toHaveLength(2);
    expect(changed).not.toHaveBeenCalled();
    stop();
    connection.close();
  });

  it('opens for a listener that comes while nobody waited for the next attempt', async () => {
    const fetch = vi.fn<typeof globalThis.fetch>(() => Promise.reject(new TypeError('offline')));
    const { connection } = connect(fetch);
    const stop = connection.listen('orders', vi.fn());
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
    stop();
    vi.advanceTimersByTime(1_000);
    expect(connection.state()).toBe('idle');
    connection.listen('orders', vi.fn());
    await vi.waitFor(() => expect(fetch).toHaveBeenCalledTimes(2));
    connection.close();
  });

  it('comes back after a break, and tells everyone once', async () => {
    const { opened, fetch } = streams();
    const { connection } = connect(fetch);
    const changed = vi.fn();
    connection.listen('orders', changed);
    await vi.waitFor(() => expect(opened).toHaveLength(1));
    opened[0]?.send('id: 41\nevent: orders\ndata: {}\n\n');
    await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(1));
    opened[0]?.end();
    await vi.waitFor(() => expect(connection.state()).toBe('connecting'));
    await vi.advanceTimersByTimeAsync(reconnectDelay(0, 1));
    await vi.waitFor(() => expect(opened).toHaveLength(2));
    await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(2));
    connection.close();
  });

  it('tells everyone when the server may have missed changes', async () => {
    const { opened, fetch } = streams();
    const { connection } = connect(fetch);
    const orders = vi.fn();
    const deposits = vi.fn();
    connection.listen('orders', orders);
    connection.listen('deposits', deposits);
    await vi.waitFor(() => expect(opened).toHaveLength(1));
    opened[0]?.send('id: 1\nevent: everything\ndata: {}\n\n');
    await vi.waitFor(() => expect(orders).toHaveBeenCalledTimes(1));
    expect(deposits).toHaveBeenCalledTimes(1);
    connection.close();
  });

  it('falls back to polling when it keeps failing, and goes on trying', async () => {
    const fetch = vi.fn<typeof globalThis.fetch>(() => Promise.reject(new TypeError('no network')));
    const { connection } = connect(fetch);
    connection.listen('orders', () => undefined);
    await vi.waitFor(() => expect(fetch).toHaveBeenCalledTimes(1));
    await vi.advanceTimersByTimeAsync(reconnectDelay(0, 1));
    expect(connection.state()).toBe('polling');
    await vi.advanceTimersByTimeAsync(reconnectDelay(1, 1));
    expect(fetch.mock.calls.length).toBeGreaterThanOrEqual(3);
    connection.close();
  });

  it('polls at once when the server has no stream for it, and goes on trying', async () => {
    const fetch = vi.fn<typeof globalThis.fetch>(async () => Response.json({ code: 'BusyError' }, { status: 503 }));
    const { connection } = connect(fetch);
    connection.listen('orders', () => undefined);
    await vi.waitFor(() => expect(connection.state()).toBe('polling'));
    expect(fetch).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(reconnectDelay(1, 1));
    expect(fetch).toHaveBeenCalledTimes(2);
    connection.close();
  });

  it('stops at a 401 and says so', async () => {
    const fetch = vi.fn<typeof globalThis.fetch>(async () => Response.json({ code: 'X' }, { status: 401 }));
    const { connection, refused } = connect(fetch);
    connection.listen('orders', () => undefined);
    await vi.waitFor(() => expect(refused).toHaveBeenCalledTimes(1));
    expect(connection.state()).toBe('idle');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fetch).toHaveBeenCalledTimes(1);
  });
});
