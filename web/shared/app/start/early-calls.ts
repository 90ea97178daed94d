import type { RuntimeConfig } from '@shared/config/runtime-config';
import type { ClientDetail, CurrentUser, UserDetail } from '@shared/api/types';

/** What the server writes into the page about the deployment. */
export type Deployment = Pick<RuntimeConfig, 'baseUrls' | 'flags'>;

interface Parts {
  token: string;
  language: string;
  deployment: Partial<Deployment> | undefined;
  /** Returns a value of the session with its date, if it is stored. */
  kept: (name: string) => { value?: unknown; at?: number };
}

/** What the session keeps under some names. */
interface Kept {
  userDetail: UserDetail;
  clientDetail: ClientDetail;
  permissions: number[];
}

/** As src/session/current-user.ts: kept values are fresh for five minutes. */
const lifetime = 5 * 60 * 1000;

/** What a user may have to see before an early call is made for them. A refused call would be an error in the console. */
interface Need {
  permission?: number;
  feature?: string;
}

/** Calls that are made before the app is there, which takes them from `loketEarly` (shared/api/early-answers.ts). */
export class EarlyCalls {
  readonly #parts: Parts;
  readonly #client: Promise<ClientDetail>;
  readonly #permissions: Promise<readonly number[]>;

  constructor(parts: Parts) {
    this.#parts = parts;
    globalThis.loketEarly = { authorization: `Bearer ${parts.token}`, answers: {} };
    const user = this.#fresh('userDetail');
    const client = this.#fresh('clientDetail');
    // That of a root user without a PIN is never fresh: it is confirmed in another tab.
    const known = user && client && (user.pin || !user.role.includes('client_root'));
    this.#client = known ? Promise.resolve(client) : this.#answer<CurrentUser>('/v1/user').then((one) => one.Client);
    const permissions = this.#fresh('permissions');
    this.#permissions = permissions
      ? Promise.resolve(permissions)
      : this.#answer<Record<string, boolean>>('/v1/permission').then(granted);
    // The app asks again and says what is wrong.
    for (const asked of [this.#client, this.#permissions]) asked.catch(() => undefined);
  }

  get flags(): Partial<Deployment['flags']> {
    return this.#parts.deployment?.flags ?? {};
  }

  /** The client of the user. */
  client(): Promise<ClientDetail> {
    return this.#client;
  }

  /** Asks for something whose texts are in the language of the page. Returns what is answered. */
  ask<Answer>(path: string, group?: keyof Deployment['baseUrls']): Promise<Answer> {
    return this.#answer(path, group, this.#parts.language);
  }

  /** Ends well when it is known that the user may see something. */
  async need({ permission, feature }: Need): Promise<void> {
    const [client, permissions] = await Promise.all([this.#client, this.#permissions]);
    const allowed = permission === undefined || permissions.includes(permission);
    if (!allowed || (feature !== undefined && !client.features.includes(feature))) throw new Error('not for this user');
  }

  #fresh<Name extends keyof Kept>(name: Name): Kept[Name] | undefined {
    const { value, at } = this.#parts.kept(name);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return Date.now() - (at ?? 0) > lifetime ? undefined : (value as Kept[Name] | undefined);
  }

  async #answer<Answer>(
    path: string,
    group: keyof Deployment['baseUrls'] = 'main',
    language?: string,
  ): Promise<Answer> {
    const { token, deployment } = this.#parts;
    const url = `${(deployment?.baseUrls?.[group] ?? '').replace(/\/+$/u, '') || window.location.origin}${path}`;
    const early = globalThis.loketEarly;
    // The app has begun and asks by itself.
    if (!early || url in early.answers) throw new Error('asked already');
    const headers = { Authorization: `Bearer ${token}`, 'Accept-Language': this.#parts.language };
    const response = window.fetch(url, { headers });
    early.answers[url] = { response, language };
    // The app reads it as well.
    return (await response.then((one) => (one.ok ? one.clone() : Promise.reject(new Error('refused'))))).json();
  }
}

function granted(answer: Record<string, boolean>): number[] {
  return Object.keys(answer)
    .filter((id) => answer[id])
    .map(Number);
}
