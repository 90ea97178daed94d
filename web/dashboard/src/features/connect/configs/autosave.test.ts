import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { toHslText } from '@shared/shop/colour';
import { defaultTheme } from '@shared/shop/theme';

import type { ShopConfig, ShopInput } from '../connect-queries';
import { Autosave, autosaveDelay } from './autosave';
import { changesOf, type Draft, draftOf } from './draft';

const conflict = new Error('conflict');
const lost = new Error('no answer');

/** A server that stores set-ups by version. Requests wait until they are answered. */
class Server {
  config: ShopConfig | null;
  /** Requests without an answer yet. */
  readonly waiting: { answer: () => void; refuse: (stored: boolean) => void }[] = [];
  mostAtOnce = 0;

  constructor(config: ShopConfig | null) {
    this.config = config;
  }

  readonly save = (seen: ShopConfig | null, input: ShopInput): Promise<ShopConfig> =>
    new Promise((resolve, reject) => {
      this.waiting.push({
        answer: () => {
          const stored = this.store(seen?.version ?? 0, input);
          if (stored) resolve(stored);
          else reject(conflict);
        },
        refuse: (stored) => {
          if (stored) this.store(seen?.version ?? 0, input);
          reject(lost);
        },
      });
      this.mostAtOnce = Math.max(this.mostAtOnce, this.waiting.length);
    });

  /** Stores an input as the real server does: the same content again changes nothing. */
  store(version: number, input: ShopInput): ShopConfig | undefined {
    const before = this.config ?? empty;
    const banners = (input.banners ?? before.banners).map((banner) => ({
      name: banner.name ?? '',
      image_key: banner.image_key ?? '',
      image_url: '',
      is_active: banner.is_active ?? false,
      href: banner.href ?? '',
    }));
    const after: ShopConfig = {
      ...before,
      name: (input.name ?? before.name).trim(),
      logoImageKey: input.logoImageKey ?? before.logoImageKey,
      contact: input.contact ?? before.contact,
      banners,
      topOperators:
        input.topOperators?.map((code) => ({ id: code, code, name: code, type: 'game' })) ?? before.topOperators,
      theme: { ...before.theme, ...input.theme },
    };
    if (this.config && JSON.stringify(after) === JSON.stringify(this.config)) return this.config;
    if (version !== (this.config?.version ?? 0)) return undefined;
    this.config = { ...after, version: version + 1 };
    return this.config;
  }
}

const empty: ShopConfig = {
  id: '1',
  version: 0,
  clientId: 1004,
  clientCode: 'dorman',
  name: '',
  logoImageUrl: '',
  logoImageKey: '',
  deeplinkUrl: '-',
  fallbackUrl: '',
  contact: { whatsapp: '', email: '', hours: '' },
  isPublished: false,
  publishedAt: null,
  banners: [],
  topOperators: [],
  theme: defaultTheme,
  createdAt: '2026-11-21T07:00:00Z',
  updatedAt: '2026-11-21T07:00:00Z',
  warning: '',
  delivery: { hasApiKey: true, emptyWallets: [] },
};

function saverOf(server: Server) {
  return new Autosave(server.config, {
    save: server.save,
    read: () => Promise.resolve(server.config),
    isConflict: (error) => error === conflict,
    onSaved: () => undefined,
    now: () => new Date(0),
  });
}

/** Lets promises settle. */
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('autosave', () => {
  it('saves a text after a pause in typing, and the rest at once', async () => {
    const server = new Server({ ...empty, version: 1 });
    const saver = saverOf(server);
    saver.edit({ name: 'M' }, 'later');
    await vi.advanceTimersByTimeAsync(autosaveDelay - 1);
    saver.edit({ name: 'Ma' }, 'later');
    await vi.advanceTimersByTimeAsync(autosaveDelay - 1);
    expect(server.waiting).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(server.waiting).toHaveLength(1);
    expect(saver.current().phase).toBe('saving');
    server.waiting.shift()?.answer();
    await settle();
    expect(saver.current()).toMatchObject({ phase: 'clean', seen: { name: 'Ma', version: 2 } });
    saver.edit({ popular: ['FF'] }, 'now');
    expect(server.waiting).toHaveLength(1);
  });

  it('stores nothing of a published shop by itself', async () => {
    const server = new Server({ ...empty, version: 1, isPublished: true });
    const saver = saverOf(server);
    saver.edit({ name: 'Maju' }, 'later');
    saver.edit({ popular: ['FF'] }, 'now');
    await vi.advanceTimersByTimeAsync(10 * autosaveDelay);
    expect(server.waiting).toHaveLength(0);
    expect(saver.isDirty()).toBe(true);
    const done = saver.flush();
    server.waiting.shift()?.answer();
    expect(await done).toBe(true);
    expect(server.config).toMatchObject({ name: 'Maju', version: 2 });
  });

  it('keeps a banner whose address is still being typed', async () => {
    const server = new Server({ ...empty, version: 1 });
    const saver = saverOf(server);
    const banner = { id: 1, name: 'banner 1', imageKey: '', imageUrl: '', active: false, href: 'https:/' };
    saver.edit({ banners: [banner] }, 'later');
    await vi.advanceTimersByTimeAsync(autosaveDelay);
    expect(server.waiting).toHaveLength(0);
    expect(await saver.flush()).toBe(false);
    saver.edit({ banners: [{ ...banner, href: 'https://maju.id' }] }, 'later');
    await vi.advanceTimersByTimeAsync(autosaveDelay);
    expect(server.waiting).toHaveLength(1);
  });

  it('tells what another tab changed, and takes either version', async () => {
    for (const whose of ['mine', 'theirs'] as const) {
      const server = new Server({ ...empty, version: 1 });
      const saver = saverOf(server);
      server.store(1, { popular: undefined, topOperators: ['MLBB'], name: 'Theirs' } as ShopInput);
      saver.edit({ name: 'Mine' }, 'now');
      server.waiting.shift()?.answer();
      await settle();
      expect(saver.current()).toMatchObject({ phase: 'conflict', theirs: { parts: ['name', 'popular'] } });
      const done = saver.resolve(whose);
      await settle();
      server.waiting.shift()?.answer();
      expect(await done).toBe(true);
      // What only they changed stays in both cases.
      expect(server.config).toMatchObject({
        name: whose === 'mine' ? 'Mine' : 'Theirs',
        topOperators: [{ code: 'MLBB' }],
      });
      expect(Object.keys(changesOf(saver.current().draft, server.config))).toEqual([]);
    }
  });

  it('ends with what the screen showed as saved, after any edits, failures, lost answers and other tabs', async () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const random = randomOf(seed);
      const server = new Server(random(2) === 0 ? null : { ...empty, version: 1 });
      const saver = saverOf(server);
      for (let step = 0; step < 25; step += 1) {
        // oxlint-disable-next-line no-await-in-loop -- one step after the other
        await act(random, server, saver);
        expect(shownAsSaved(server, saver), `seed ${seed}`).toEqual({});
      }
      expect(server.mostAtOnce, `seed ${seed}`).toBeLessThanOrEqual(1);
      // At last everything is stored: answers come, failures are tried again, and conflicts are decided.
      for (let round = 0; round < 10; round += 1) {
        if (saver.current().phase === 'conflict') void saver.resolve('mine');
        else void saver.flush();
        // oxlint-disable-next-line no-await-in-loop -- one round after the other
        await settle();
        server.waiting.shift()?.answer();
        // oxlint-disable-next-line no-await-in-loop -- as above
        await settle();
        saver.adopt(server.config); // the query reads it again
      }
      expect(changesOf(saver.current().draft, server.config), `seed ${seed}`).toEqual({});
      expect(saver.current().phase, `seed ${seed}`).toBe('clean');
    }
  });
});

/** What the screen shows as saved although it is not. A version of another tab that was not read yet is no fault. */
function shownAsSaved(server: Server, saver: Autosave): ShopInput {
  const { phase, draft, seen } = saver.current();
  const shown = phase === 'clean' && server.waiting.length === 0 && seen?.version === server.config?.version;
  return shown ? changesOf(draft, server.config) : {};
}

/** One step of a user, the network or another tab. */
async function act(random: (most: number) => number, server: Server, saver: Autosave): Promise<void> {
  const kinds: (() => unknown)[] = [
    () => saver.edit(anyChange(random), random(2) === 0 ? 'now' : 'later'),
    () => vi.advanceTimersByTimeAsync(random(2 * autosaveDelay)),
    () => server.waiting.shift()?.answer(),
    () => server.waiting.shift()?.refuse(random(2) === 0),
    () => server.config && server.store(server.config.version, { name: `other ${random(100)}` }),
    () => saver.current().phase === 'failed' && void saver.flush(),
    () => saver.adopt(server.config),
    () => saver.current().phase === 'conflict' && void saver.resolve(random(2) === 0 ? 'mine' : 'theirs'),
  ];
  await kinds[random(kinds.length)]?.();
  await settle();
}

function anyChange(random: (most: number) => number): Partial<Draft> {
  const changes: Partial<Draft>[] = [
    { name: `shop ${random(5)}` },
    { logoKey: `key ${random(3)}` },
    { popular: ['FF', 'MLBB'].slice(random(3)) },
    // One number in two writings, which the server keeps as one.
    { contact: { whatsapp: ['', '0812 3456 7890', '+62 812-3456-7890'][random(3)] ?? '', email: '', hours: '' } },
    { theme: { ...draftOf(null).theme, primary: toHslText({ h: random(360), s: 50, l: 50 }) } },
    {
      banners: [
        {
          id: 1,
          name: 'banner 1',
          imageKey: '',
          imageUrl: '',
          active: false,
          href: ['', 'https://a.id', 'htt'][random(2)] ?? '',
        },
      ],
    },
  ];
  return changes[random(changes.length)] ?? {};
}

/** Whole numbers below a bound, the same for a seed. */
function randomOf(seed: number) {
  let state = seed;
  return (most: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % most;
  };
}
