import { expect, it } from 'vitest';

import { makeQueue } from './event-queue';
import { countedBanner, countedClick, eventsOfClick, eventsOfPage, type ShopEvent } from './shop-event';
import { wantsPrivacy } from './start-events';

const view: ShopEvent = { kind: 'page_view', name: 'home', value: '' };

interface Sent {
  session: string;
  events: { seq: number; ago: number; kind: string }[];
}

/** The pages of a tab, with what they sent. */
function tab(takes = () => true) {
  const storage = new Map<string, string>();
  const sent: Sent[] = [];
  const clock = { now: 1000 };
  const page = (key = 'session') =>
    makeQueue({
      store: { getItem: (name) => storage.get(name) ?? null, setItem: (name, value) => void storage.set(name, value) },
      key,
      send: (text) => {
        // The queue writes it.
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion
        if (takes()) sent.push(JSON.parse(text) as Sent);
        return takes();
      },
      now: () => clock.now,
    });
  return { kept: storage, sent, clock, page };
}

it('counts on over the pages of a tab, also on a page that comes back', () => {
  const { sent, clock, page } = tab();
  const first = page();
  first.add(view);
  clock.now += 250;
  first.flush();
  const second = page();
  second.add(view);
  second.add(view);
  second.flush();
  first.add(view);
  first.flush();
  expect(sent.map(({ events }) => events.map(({ seq }) => seq))).toEqual([[0], [1, 2], [3]]);
  expect(sent[0]?.events[0]).toEqual({ ...view, seq: 0, ago: 250 });
  expect(new Set(sent.map(({ session }) => session)).size).toBe(1);
  expect(sent[0]?.session).toMatch(/^[A-Za-z0-9_-]{22}$/u);
});

it('has another session in another tab and in another shop, and replaces one that cannot be read', () => {
  const one = tab();
  const two = tab();
  two.kept.set('session', 'someone@example.com 7');
  for (const queue of [one.page(), one.page('other'), two.page()]) {
    queue.add(view);
    queue.flush();
  }
  const sessions = [...one.sent, ...two.sent];
  expect(new Set(sessions.map(({ session }) => session)).size).toBe(3);
  expect(sessions.map(({ events }) => events[0]?.seq)).toEqual([0, 0, 0]);
});

it('keeps the limits of the server: 40 a batch, 500 a session', () => {
  const { sent, page } = tab();
  const queue = page();
  for (let count = 0; count < 600; count += 1) queue.add(view);
  queue.flush();
  expect(sent.every(({ events }) => events.length <= 40)).toBe(true);
  expect(sent.flatMap(({ events }) => events.map(({ seq }) => seq))).toEqual(Array.from({ length: 500 }, (_, n) => n));
});

it('keeps what the browser does not take, under the same numbers', () => {
  let isFull = true;
  const { sent, page } = tab(() => !isFull);
  const queue = page();
  queue.add(view);
  queue.flush();
  expect(sent).toEqual([]);
  isFull = false;
  queue.flush();
  queue.flush();
  expect(sent.map(({ events }) => events.map(({ seq }) => seq))).toEqual([[0]]);
});

function refuse(): never {
  throw new Error('refused');
}

it('counts nothing without storage', () => {
  const sent: string[] = [];
  const queue = makeQueue({
    store: { getItem: refuse, setItem: refuse },
    key: 'session',
    send: (text) => sent.push(text) > 0,
    now: () => 0,
  });
  expect(queue.add(view)).toBe(0);
  queue.flush();
  expect(sent).toEqual([]);
});

it('tells the steps of the funnel', () => {
  const operator = { code: 'ML', name: 'Mobile Legends' };
  expect(eventsOfPage({ name: 'home' })).toEqual([view]);
  expect(eventsOfPage({ name: 'product', operator })).toEqual([
    { kind: 'page_view', name: 'product', value: 'ML' },
    { kind: 'operator_view', name: '', value: 'ML' },
  ]);
  expect(eventsOfPage({ name: 'checkout', operator, product: 'ML86' })).toContainEqual({
    kind: 'checkout',
    name: 'ML',
    value: 'ML86',
  });
  expect(eventsOfPage({ name: 'checkout' })).toHaveLength(1);
});

/** The events of a click on an element with attributes, on the page of an operator. */
function read(attributes: Record<string, string>): ShopEvent[] {
  const element = document.createElement('a');
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return eventsOfClick(element.dataset, 'ML');
}

it('counts clicks on what is marked', () => {
  expect(read({})).toEqual([]);
  expect(read(countedClick('search'))).toEqual([{ kind: 'component_click', name: 'search', value: '' }]);
  expect(read(countedClick('nominal', 'ML86'))).toContainEqual({ kind: 'product_select', name: 'ML', value: 'ML86' });
  expect(read(countedBanner('', 'https://a.test/'))).toEqual([
    { kind: 'banner_click', name: '', value: 'https://a.test/' },
  ]);
});

it.each([
  [{ doNotTrack: '1' }, true],
  [{ doNotTrack: '0' }, false],
  [{ doNotTrack: null, globalPrivacyControl: true }, true],
  [{}, false],
])('%j wants privacy: %j', (browser, isPrivate) => {
  expect(wantsPrivacy(browser)).toBe(isPrivate);
});
