import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { ApiProblem } from '@shared/api/problem';
import { toHslText } from '@shared/shop/colour';

import type { ShopConfig, ShopInput } from '../connect-queries';
import { randomOf } from '../../../../../test/random';
import { makeShopConfig } from '../../../../test/shop-fixtures';
import { Autosave, autosaveDelay } from './autosave';
import { changesOf, type ShopDraft, type DraftBanner, draftOf } from './shop-draft';

const conflict = new Error('conflict');
const lost = new Error('no answer');

/** A server that stores set-ups by version. Requests wait until they are answered. */
class Server {
  config: ShopConfig | null;
  /** Requests without an answer yet. */
  readonly waiting: { answer: () => void; refuse: (stored: boolean) => void }[] = [];
  mostAtOnce = 0;
  /** What the server alone refuses of an input, by field. */
  judge: (input: ShopInput) => Record<string, string> = () => ({});

  constructor(config: ShopConfig | null) {
    this.config = config;
  }

  readonly save = (base: ShopConfig | null, input: ShopInput): Promise<ShopConfig> =>
    new Promise((resolve, reject) => {
      this.waiting.push({
        answer: () => {
          const fields = Object.entries(this.judge(input)).map(([field, message]) => ({ field, message }));
          if (fields.length > 0) {
            reject(new ApiProblem({ status: 400, code: 'ValidationError', fields }));
            return;
          }
          const stored = this.store(base?.version ?? 0, input);
          if (stored) resolve(stored);
          else reject(conflict);
        },
        refuse: (stored) => {
          if (stored) this.store(base?.version ?? 0, input);
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

const empty = makeShopConfig({ version: 0, name: '', logoImageKey: '', deeplinkUrl: '-' });

function optionsOf(server: Server) {
  return {
    save: server.save,
    read: () => Promise.resolve(server.config),
    isConflict: (error: unknown) => error === conflict,
    onSaved: () => undefined,
    now: () => new Date(0),
  };
}

function saverOf(server: Server) {
  return new Autosave(server.config, optionsOf(server));
}

function bannerOf(id: number, fields: Partial<DraftBanner> = {}): DraftBanner {
  return { id, name: `banner ${id}`, imageKey: '', imageUrl: '', active: false, href: '', ...fields };
}

/** The parts of an input, as JSON. */
function partsOf(input: ShopInput): string[] {
  return Object.entries(input).map(([name, value]) => JSON.stringify({ [name]: value }));
}

/** Answers all requests, also those that follow from an answer. */
async function answerAll(server: Server): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) {
    server.waiting.shift()?.answer();
    // oxlint-disable-next-line no-await-in-loop -- one answer after the other
    await settle();
  }
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
    expect(saver.current()).toMatchObject({ phase: 'clean', base: { name: 'Ma', version: 2 } });
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

  it('keeps an address and a name that are still being typed, and saves the rest of their banner', async () => {
    const server = new Server({ ...empty, version: 1 });
    const saver = saverOf(server);
    const whole = bannerOf(1, { href: 'https://old.id' });
    saver.edit({ banners: [whole] }, 'now');
    server.waiting.shift()?.answer();
    await settle();
    const typing = { ...whole, href: 'https:/', name: ' ' };
    saver.edit({ banners: [typing] }, 'later');
    await vi.advanceTimersByTimeAsync(autosaveDelay);
    expect(server.waiting).toHaveLength(0);
    expect(saver.current().phase).toBe('waiting');
    expect(await saver.flush()).toBe(false);
    saver.edit({ banners: [typing, bannerOf(2)] }, 'now');
    server.waiting.shift()?.answer();
    await settle();
    expect(server.config?.banners).toMatchObject([{ name: 'banner 1', href: 'https://old.id' }, { name: 'banner 2' }]);
    expect(saver.current().draft.banners[0]).toMatchObject({ href: 'https:/', name: ' ' });
    saver.edit({ banners: [{ ...typing, name: 'Promo', href: 'https://maju.id' }, bannerOf(2)] }, 'later');
    await vi.advanceTimersByTimeAsync(autosaveDelay);
    server.waiting.shift()?.answer();
    await settle();
    expect(server.config?.banners[0]).toMatchObject({ name: 'Promo', href: 'https://maju.id' });
    expect(saver.current().phase).toBe('clean');
  });

  it('shows what the server alone refuses at its field, and saves everything else', async () => {
    const local = 'http://192.168.0.1';
    const theme = { ...draftOf(null).theme, primary: toHslText({ h: 1, s: 50, l: 50 }) };
    const start = { ...draftOf(null), banners: [bannerOf(1)] };
    const banners = (fields: Partial<DraftBanner>) => ({ banners: [bannerOf(1, fields)] });
    const cases: { field: string; key: string; bad: Partial<ShopDraft> }[] = [
      { field: 'name', key: 'name', bad: { name: 'a\u200d' } },
      { field: 'logoImageKey', key: 'logo', bad: { logoKey: 'gone' } },
      { field: 'theme.primary', key: 'theme', bad: { theme } },
      { field: 'topOperators[0]', key: 'popular', bad: { popular: ['GONE'] } },
      { field: 'banners[0].href', key: 'banner 1 href', bad: banners({ href: local }) },
      { field: 'banners[0].name', key: 'banner 1 name', bad: banners({ name: 'a\u200d' }) },
      { field: 'banners[0].image_key', key: 'banner 1 imageKey', bad: banners({ imageKey: 'gone' }) },
    ];
    const innocent = new Set(partsOf(changesOf(start, null)));
    const results: unknown[] = [];
    for (const { field, bad } of cases) {
      const server = new Server({ ...empty, version: 1 });
      const saver = saverOf(server);
      const refused = new Set(partsOf(changesOf({ ...start, ...bad }, null)).filter((part) => !innocent.has(part)));
      // The field is refused as long as the input has it as it was.
      server.judge = (input): Record<string, string> =>
        partsOf(input).some((part) => refused.has(part)) ? { [field]: 'not so' } : {};
      saver.edit({ ...start, ...bad }, 'now');
      // oxlint-disable-next-line no-await-in-loop -- one case after the other
      await answerAll(server);
      const { phase, refused: refusals, draft } = saver.current();
      const rest = { kept: partsOf(changesOf(draft, null)), banners: server.config?.banners.length };
      // Nothing is sent again until the field is edited.
      // oxlint-disable-next-line no-await-in-loop -- as above
      const stored = await saver.flush();
      const sent = server.waiting.length;
      saver.edit(start, 'now');
      // oxlint-disable-next-line no-await-in-loop -- as above
      await answerAll(server);
      results.push([
        phase,
        refusals.map(({ key, reason }) => `${key}: ${reason}`),
        rest,
        stored,
        sent,
        saver.current().phase,
      ]);
    }
    expect(results).toEqual(
      cases.map(({ key, bad }) => {
        const rest = { kept: partsOf(changesOf({ ...start, ...bad }, null)), banners: 1 };
        return ['refused', [`${key}: not so`], rest, false, 0, 'clean'];
      }),
    );
  });

  it('saves nothing of a published shop when a part is refused, and says which', async () => {
    const server = new Server({ ...empty, version: 1, isPublished: true });
    server.judge = ({ theme }): Record<string, string> => (theme ? { 'theme.foreground': "can't be read" } : {});
    const saver = saverOf(server);
    const theme = { ...draftOf(null).theme, foreground: '0 0% 100%' };
    saver.edit({ name: 'Maju', theme }, 'held');
    const done = saver.flush();
    server.waiting.shift()?.answer();
    expect(await done).toBe(false);
    expect(server.waiting).toHaveLength(0);
    expect(server.config?.name).toBe('');
    expect(saver.current()).toMatchObject({ phase: 'refused', refused: [{ key: 'theme', reason: "can't be read" }] });
  });

  it('has nothing to save after a change is taken back', () => {
    for (const isPublished of [true, false]) {
      const saver = saverOf(new Server({ ...empty, version: 1, isPublished }));
      saver.edit({ name: 'M' }, 'held');
      expect(saver.current().phase).toBe('waiting');
      saver.edit({ name: '' }, 'held');
      expect(saver.current().phase).toBe('clean');
    }
  });

  it('takes renewed links to pictures when the old ones are about to end, and nothing else', () => {
    const picture = { name: 'banner 1', image_key: 'b', image_url: '/b?1', is_active: true, href: '' };
    const stored = { ...empty, version: 1, logoImageKey: 'a', logoImageUrl: '/a?1', banners: [picture] };
    const renewed = { ...stored, logoImageUrl: '/a?2', banners: [{ ...picture, image_url: '/b?2' }] };
    let minutes = 0;
    const saver = new Autosave(stored, { ...optionsOf(new Server(stored)), now: () => new Date(minutes * 60_000) });
    saver.edit({ name: 'typed' }, 'held');
    minutes = 10;
    saver.adopt(renewed);
    expect(saver.current().draft.logoUrl).toBe('/a?1');
    minutes = 30;
    saver.adopt(renewed);
    expect(saver.current().draft).toMatchObject({ name: 'typed', logoUrl: '/a?2', banners: [{ imageUrl: '/b?2' }] });
    // Also of another version, which what is edited does not take.
    minutes = 60;
    saver.adopt({ ...renewed, version: 2, name: 'theirs', logoImageUrl: '/a?3' });
    expect(saver.current().draft).toMatchObject({ name: 'typed', logoUrl: '/a?3' });
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
  const { phase, draft, base } = saver.current();
  const shown = phase === 'clean' && server.waiting.length === 0 && base?.version === server.config?.version;
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

function anyChange(random: (most: number) => number): Partial<ShopDraft> {
  const changes: Partial<ShopDraft>[] = [
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
