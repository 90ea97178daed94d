import type { RuntimeConfig } from '@shared/config/runtime-config';

/** What the server writes into the page about the deployment. */
export type Deployment = Pick<RuntimeConfig, 'baseUrls' | 'flags'>;

interface PageSession {
  token: string;
  language: string;
  deployment: Partial<Deployment> | undefined;
  /** Returns a value of the session with its date, if it is stored. */
  readStored: (name: string) => { value?: unknown; at?: number };
}

/** Calls that are made before the app is there, which takes them from `loketEarly` (shared/api/early-answers.ts). */
export interface EarlyCalls {
  flags: Partial<Deployment['flags']>;
  /** Returns what the session keeps under a name, while it is fresh. */
  fresh: (name: string) => unknown;
  /** Makes a call whose answer has texts in the language of the page, and returns that answer. */
  ask: <Answer>(path: string, group?: keyof Deployment['baseUrls']) => Promise<Answer>;
  /** Makes a call of the main API whose answer is the same in every language. */
  askPlain: <Answer>(path: string) => Promise<Answer>;
}

/** As shared/app/session/account.ts: stored values are fresh for five minutes. */
const lifetime = 5 * 60 * 1000;

/** Begins the early calls of a session. */
export function earlyCalls({ token, language, deployment, readStored }: PageSession): EarlyCalls {
  const authorization = `Bearer ${token}`;
  const headers = { Authorization: authorization, 'Accept-Language': language };
  globalThis.loketEarly = { authorization, answers: {} };
  async function call<Answer>(
    path: string,
    group: keyof Deployment['baseUrls'],
    textLanguage?: string,
  ): Promise<Answer> {
    const url = `${(deployment?.baseUrls?.[group] ?? '').replace(/\/+$/u, '') || window.location.origin}${path}`;
    const early = globalThis.loketEarly;
    // The app has begun and asks by itself.
    if (!early || url in early.answers) throw new Error('asked already');
    const response = whole(window.fetch(url, { headers }));
    early.answers[url] = { response, language: textLanguage };
    // The app reads it as well.
    return (await response.then((one) => (one.ok ? one.clone() : Promise.reject(new Error('refused'))))).json();
  }
  return {
    flags: deployment?.flags ?? {},
    fresh: (name) => {
      const { value, at = 0 } = readStored(name);
      return Date.now() - at > lifetime ? undefined : value;
    },
    ask: (path, group = 'main') => call(path, group, language),
    askPlain: (path) => call(path, 'main'),
  };
}

/** The answer with its body, which the app then has at once, however busy the page is. */
async function whole(answer: Promise<Response>): Promise<Response> {
  const response = await answer;
  // An answer without content must not have an empty one.
  return new Response((await response.text()) || null, response);
}

/** The first calls of an app's pages. Each may fail at any point: the page asks for what was not asked. */
export interface FirstCalls<Calls> {
  /** By the path of a page, for an address without search parameters. */
  pages: Record<string, (calls: Calls) => unknown>;
  /** By the path of a page whose first calls follow from its search parameters. */
  searchPages: Record<string, (calls: Calls, search: URLSearchParams) => unknown>;
  /** By the path before the id, for a page of one thing and an address without search parameters. */
  idPages?: Record<string, (calls: Calls, id: string) => unknown>;
  /** As `idPages`, for a thing that has a code, of letters that an address needs no escapes for. */
  codePages?: Record<string, (calls: Calls, code: string) => unknown>;
}

/** Asks for what the page at a path shows first. */
export function askFirst<Calls>(
  { pages, searchPages, idPages, codePages }: FirstCalls<Calls>,
  calls: Calls,
  path: string,
  search: URLSearchParams,
): void {
  const ask = async () => {
    const ofSearch = searchPages[path];
    if (ofSearch) return ofSearch(calls, search);
    if (search.size > 0) return undefined;
    const [, list = '', name = ''] = /^(.+)\/([\w.-]+)$/u.exec(path) ?? [];
    const ofThing = codePages?.[list] ?? (/^\d+$/u.test(name) ? idPages?.[list] : undefined);
    return pages[path]?.(calls) ?? ofThing?.(calls, name);
  };
  ask().catch(() => undefined);
}
