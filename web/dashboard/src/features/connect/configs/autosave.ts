import type { ShopConfig, ShopInput } from '../connect-queries';
import {
  changesOf,
  type ShopDraft,
  type DraftBanner,
  draftOf,
  partsThatDiffer,
  type Part,
  withFreshLinks,
} from './shop-draft';
import { type Refusal, refusalsOf, sendable, stillRefused } from './refusals';

/** Time without typing before a text is saved, in milliseconds (docs/product/shop.md#saving). */
export const autosaveDelay = 500;

/** Links to pictures end after an hour. They are taken anew when they are this old, in milliseconds. */
const linkLife = 20 * 60 * 1000;

/** How an edit is saved: now, after a pause in typing, or not by itself. */
export type SaveWhen = 'now' | 'later' | 'held';

/** What the screen shows of saving. */
export interface SaveState {
  draft: ShopDraft;
  /** The stored set-up that the draft was made from. */
  base: ShopConfig | null;
  phase: 'clean' | 'waiting' | 'saving' | 'failed' | 'refused' | 'conflict';
  /** When the draft was last stored by this screen. */
  savedAt: Date | undefined;
  /** Why the last save failed. */
  error: unknown;
  /** What the server refused, as long as the draft has it. Everything else is saved without it. */
  refused: readonly Refusal[];
  /** What another tab or user stored meanwhile, and what it changed. */
  theirs: { config: ShopConfig | null; parts: Part[] } | undefined;
}

interface AutosaveOptions {
  save: (base: ShopConfig | null, input: ShopInput) => Promise<ShopConfig>;
  /** Reads the stored set-up. */
  read: () => Promise<ShopConfig | null>;
  /** Reports whether a save failed because the stored set-up had changed. */
  isConflict: (error: unknown) => boolean;
  /** Called with each stored set-up. */
  onSaved: (config: ShopConfig) => void;
  now: () => Date;
}

/**
 * Keeps what is edited and stores it: one request at a time, each with all changes since the last. While the shop is
 * published nothing is stored by itself, only by `flush`.
 */
export class Autosave {
  private readonly options: AutosaveOptions;
  private readonly listeners = new Set<() => void>();
  private state: SaveState;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private running: Promise<boolean> | undefined;
  /** What was sent without an answer: it may be stored. */
  private unanswered: ShopDraft | undefined;
  /** The banners as they were stored, by the ids of the draft. */
  private stored: readonly DraftBanner[];
  /** When the links to the pictures were taken. */
  private linksAt: Date;

  constructor(config: ShopConfig | null, options: AutosaveOptions) {
    this.options = options;
    this.linksAt = options.now();
    const draft = draftOf(config);
    this.stored = draft.banners;
    this.state = {
      draft,
      base: config,
      phase: 'clean',
      savedAt: undefined,
      error: undefined,
      refused: [],
      theirs: undefined,
    };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly current = (): SaveState => this.state;

  /** Changes the draft. Nothing of a published shop is stored by itself. */
  edit(change: Partial<ShopDraft>, when: SaveWhen): void {
    const draft = { ...this.state.draft, ...change };
    this.set({ draft, refused: stillRefused(this.state.refused, draft) });
    if (when === 'held' || this.state.base?.isPublished || this.state.phase === 'conflict') {
      // A change that is taken back leaves nothing to save.
      const { phase } = this.state;
      if (phase === 'clean' || phase === 'waiting' || phase === 'refused') this.set({ phase: this.restingPhase() });
      return;
    }
    clearTimeout(this.timer);
    this.timer = undefined;
    if (when === 'now') {
      void this.flush();
      return;
    }
    if (this.state.phase !== 'saving') this.set({ phase: 'waiting' });
    this.timer = setTimeout(() => void this.flush(), autosaveDelay);
  }

  /** Stores what is not stored yet. Returns whether everything is. */
  async flush(): Promise<boolean> {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.state.phase === 'conflict') return false;
    // The request under way may not have the last edits: the loop goes on with them.
    this.running ??= this.store().finally(() => {
      this.running = undefined;
    });
    return this.running;
  }

  /** Takes a set-up that was read again: all of it while nothing is edited, else its fresh links to pictures. */
  adopt(config: ShopConfig | null): void {
    const { base, phase } = this.state;
    if (phase === 'clean' && !this.isDirty() && (config?.version ?? 0) > (base?.version ?? 0)) {
      this.adoptAll(config);
      return;
    }
    if (config && config.version === base?.version && config.isPublished !== base.isPublished) {
      this.set({ base: config });
    }
    if (config && this.options.now().getTime() - this.linksAt.getTime() >= linkLife) {
      this.linksAt = this.options.now();
      this.set({ draft: withFreshLinks(this.state.draft, config) });
    }
  }

  /** Takes all of a stored set-up, and gives up what was edited. */
  private adoptAll(config: ShopConfig | null): void {
    const draft = draftOf(config);
    this.stored = draft.banners;
    this.linksAt = this.options.now();
    this.set({ base: config, draft, theirs: undefined, phase: 'clean', error: undefined, refused: [] });
  }

  /** Decides a conflict: `mine` stores the draft over the other version, `theirs` gives it up. */
  async resolve(whose: 'mine' | 'theirs'): Promise<boolean> {
    const theirs = this.state.theirs;
    if (!theirs) return false;
    if (whose === 'theirs') {
      this.adoptAll(theirs.config);
      return true;
    }
    // Only what this screen changed is written over the other version.
    const mine = changedParts(this.state.draft, this.state.base);
    this.set({
      base: theirs.config,
      draft: { ...draftOf(theirs.config), ...mine },
      theirs: undefined,
      phase: 'waiting',
    });
    return this.flush();
  }

  /** Reports whether something is not stored. */
  isDirty(): boolean {
    const { draft, base } = this.state;
    return Object.keys(changesOf(draft, base)).length > 0;
  }

  /** The phase after everything that can be saved is saved. */
  private restingPhase(): 'clean' | 'waiting' | 'refused' {
    if (!this.isDirty()) return 'clean';
    return this.state.refused.length > 0 ? 'refused' : 'waiting';
  }

  private async store(): Promise<boolean> {
    for (;;) {
      const { draft, base, refused } = this.state;
      // What a published shop refused before is judged anew with the rest.
      const sent = sendable(draft, base, base?.isPublished ? [] : refused, this.stored);
      const input = changesOf(sent, base);
      if (Object.keys(input).length === 0) {
        const phase = this.restingPhase();
        this.set({ phase, error: undefined });
        return phase === 'clean';
      }
      this.set({ phase: 'saving', error: undefined });
      try {
        // oxlint-disable-next-line no-await-in-loop -- one request at a time
        this.acceptStored(await this.options.save(base, input), sent);
      } catch (error) {
        const fresh = refusalsOf(error, sent);
        if (fresh.length > 0) {
          if (this.canSaveWithout(fresh, sent)) continue;
          return false;
        }
        // oxlint-disable-next-line no-await-in-loop -- one request at a time
        if (!(await this.recoverFromFailedSave(error, sent))) return false;
      }
      // Typing goes on: the pause after it begins the next request.
      if (this.timer !== undefined) {
        this.set({ phase: 'waiting' });
        return false;
      }
    }
  }

  /**
   * Notes what the server refused. Returns whether the rest can be saved without it. The changes of a published shop
   * are saved together: shoppers would see one without the other.
   */
  private canSaveWithout(fresh: readonly Refusal[], sent: ShopDraft): boolean {
    const { draft, base } = this.state;
    const old = this.state.refused.filter(({ key }) => !fresh.some((one) => one.key === key));
    const refused = stillRefused([...old, ...fresh], draft);
    const goesOn =
      base?.isPublished !== true &&
      JSON.stringify(sendable(draft, base, refused, this.stored)) !== JSON.stringify(sent);
    this.set({ refused, ...(!goesOn && { phase: 'refused' }) });
    return goesOn;
  }

  private acceptStored(stored: ShopConfig, sent: ShopDraft): void {
    this.unanswered = undefined;
    const banners = draftOf(stored).banners;
    this.stored = sent.banners.flatMap(({ id }, index) => {
      const banner = banners[index];
      return banner ? [{ ...banner, id }] : [];
    });
    this.set({ base: stored, savedAt: this.options.now() });
    this.options.onSaved(stored);
  }

  /**
   * Handles a failed request. Returns whether the set-up is stored all the same: an earlier request had no answer, but
   * reached the server.
   */
  private async recoverFromFailedSave(error: unknown, sent: ShopDraft): Promise<boolean> {
    if (!this.options.isConflict(error)) {
      this.unanswered = sent;
      this.set({ phase: 'failed', error });
      return false;
    }
    let config: ShopConfig | null;
    try {
      config = await this.options.read();
    } catch (failure) {
      this.set({ phase: 'failed', error: failure });
      return false;
    }
    if (config && this.unanswered && Object.keys(changesOf(this.unanswered, config)).length === 0) {
      this.acceptStored(config, this.unanswered);
      return true;
    }
    this.set({ phase: 'conflict', theirs: { config, parts: partsThatDiffer(this.state.base, config) }, error });
    return false;
  }

  private set(change: Partial<SaveState>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.listeners) listener();
  }
}

/** The fields of a draft that differ from the stored set-up. */
function changedParts(draft: ShopDraft, base: ShopConfig | null): Partial<ShopDraft> {
  const input = changesOf(draft, base);
  const parts: Partial<ShopDraft> = {};
  if (input.name !== undefined) parts.name = draft.name;
  if (input.logoImageKey !== undefined) Object.assign(parts, { logoKey: draft.logoKey, logoUrl: draft.logoUrl });
  if (input.contact !== undefined) parts.contact = draft.contact;
  if (input.banners !== undefined) parts.banners = draft.banners;
  if (input.topOperators !== undefined) parts.popular = draft.popular;
  if (input.theme !== undefined) parts.theme = draft.theme;
  return parts;
}
