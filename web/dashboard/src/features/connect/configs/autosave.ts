import type { ShopConfig, ShopInput } from '../connect-queries';
import {
  changesOf,
  type Draft,
  draftOf,
  hasBadBanner,
  hasBadField,
  isContact,
  partsThatDiffer,
  type Part,
} from './draft';

/** Time without typing before a text is saved, in milliseconds (specification 4, section 4). */
export const autosaveDelay = 500;

/** How an edit is saved: now, after a pause in typing, or not by itself. */
export type SaveWhen = 'now' | 'later' | 'held';

/** What the screen shows of saving. */
export interface SaveState {
  draft: Draft;
  /** The stored set-up that the draft was made from. */
  seen: ShopConfig | null;
  phase: 'clean' | 'waiting' | 'saving' | 'failed' | 'conflict';
  /** When the draft was last stored by this screen. */
  savedAt: Date | undefined;
  /** Why the last save failed. */
  error: unknown;
  /** What another tab or user stored meanwhile, and what it changed. */
  theirs: { config: ShopConfig | null; parts: Part[] } | undefined;
}

interface AutosaveOptions {
  save: (seen: ShopConfig | null, input: ShopInput) => Promise<ShopConfig>;
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
  private unanswered: Draft | undefined;

  constructor(config: ShopConfig | null, options: AutosaveOptions) {
    this.options = options;
    this.state = {
      draft: draftOf(config),
      seen: config,
      phase: 'clean',
      savedAt: undefined,
      error: undefined,
      theirs: undefined,
    };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly current = (): SaveState => this.state;

  /** Changes the draft. Nothing of a published shop is stored by itself. */
  edit(change: Partial<Draft>, when: SaveWhen): void {
    this.set({ draft: { ...this.state.draft, ...change } });
    if (when === 'held' || this.state.seen?.isPublished || this.state.phase === 'conflict') {
      if (this.state.phase === 'clean' && this.isDirty()) this.set({ phase: 'waiting' });
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
    const { seen, phase } = this.state;
    if (phase === 'clean' && !this.isDirty() && (config?.version ?? 0) > (seen?.version ?? 0)) {
      this.set({ seen: config, draft: draftOf(config) });
    } else if (config && config.version === seen?.version && config.isPublished !== seen.isPublished) {
      this.set({ seen: config });
    }
  }

  /** Decides a conflict: `mine` stores the draft over the other version, `theirs` gives it up. */
  async resolve(whose: 'mine' | 'theirs'): Promise<boolean> {
    const theirs = this.state.theirs;
    if (!theirs) return false;
    if (whose === 'theirs') {
      this.set({
        seen: theirs.config,
        draft: draftOf(theirs.config),
        theirs: undefined,
        phase: 'clean',
        error: undefined,
      });
      return true;
    }
    // Only what this screen changed is written over the other version.
    const mine = changedParts(this.state.draft, this.state.seen);
    this.set({
      seen: theirs.config,
      draft: { ...draftOf(theirs.config), ...mine },
      theirs: undefined,
      phase: 'waiting',
    });
    return this.flush();
  }

  /** Reports whether something is not stored. */
  isDirty(): boolean {
    const { draft, seen } = this.state;
    return Object.keys(changesOf(draft, seen)).length > 0 || hasBadField(draft);
  }

  private async store(): Promise<boolean> {
    for (;;) {
      const { draft, seen } = this.state;
      const input = changesOf(draft, seen);
      if (Object.keys(input).length === 0) {
        this.set({ phase: hasBadField(draft) ? 'waiting' : 'clean', error: undefined });
        return !hasBadField(draft);
      }
      this.set({ phase: 'saving', error: undefined });
      try {
        // oxlint-disable-next-line no-await-in-loop -- one request at a time
        this.took(await this.options.save(seen, input));
      } catch (error) {
        // oxlint-disable-next-line no-await-in-loop -- one request at a time
        if (!(await this.wasStored(error))) return false;
      }
      // Typing goes on: the pause after it begins the next request.
      if (this.timer !== undefined) {
        this.set({ phase: 'waiting' });
        return false;
      }
    }
  }

  private took(stored: ShopConfig): void {
    this.unanswered = undefined;
    this.set({ seen: stored, savedAt: this.options.now() });
    this.options.onSaved(stored);
  }

  /**
   * Handles a failed request. Returns whether the set-up is stored all the same: an earlier request had no answer, but
   * reached the server.
   */
  private async wasStored(error: unknown): Promise<boolean> {
    if (!this.options.isConflict(error)) {
      this.unanswered = this.state.draft;
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
      this.took(config);
      return true;
    }
    this.set({ phase: 'conflict', theirs: { config, parts: partsThatDiffer(this.state.seen, config) }, error });
    return false;
  }

  private set(change: Partial<SaveState>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.listeners) listener();
  }
}

/** The fields of a draft that differ from the stored set-up. */
function changedParts(draft: Draft, seen: ShopConfig | null): Partial<Draft> {
  const input = changesOf(draft, seen);
  const parts: Partial<Draft> = {};
  if (input.name !== undefined) parts.name = draft.name;
  if (input.logoImageKey !== undefined) Object.assign(parts, { logoKey: draft.logoKey, logoUrl: draft.logoUrl });
  if (input.contact !== undefined || !isContact(draft)) parts.contact = draft.contact;
  if (input.banners !== undefined || hasBadBanner(draft)) parts.banners = draft.banners;
  if (input.topOperators !== undefined) parts.popular = draft.popular;
  if (input.theme !== undefined) parts.theme = draft.theme;
  return parts;
}
