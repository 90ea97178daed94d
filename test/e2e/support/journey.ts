import { type BrowserContext, test as base } from '@playwright/test';

import { ClientApi } from './client-api.ts';
import type { Language } from './language.ts';
import { Mailbox } from './mailbox.ts';
import { startPostgres } from './postgres.ts';
import { type Program, startProgram } from './program.ts';
import { Quiet } from './quiet.ts';
import { rememberSecret } from './secrets.ts';
import { Staff } from './staff.ts';

interface JourneyParts {
  /** The errors in the browser console. A journey fails if there are unexpected ones. */
  quiet: Quiet;
  /** The client's own system, with an API key of client 1001. */
  clientApi: ClientApi;
  /** The mails that the program sent. */
  mailbox: Mailbox;
  /** The provider's staff, who create users for journeys that would change those of the demo. */
  staff: Staff;
  /** The language of the dashboard; English by default. */
  language: Language;
}

/** The parts that each worker has of its own. */
export interface WorkerParts {
  /** The database engine of the program. */
  engine: 'sqlite' | 'postgres';
  program: Program;
}

/** A journey in a browser against a running program, which no other journey uses at the same time. */
export const test = base.extend<JourneyParts, WorkerParts>({
  engine: ['sqlite', { option: true, scope: 'worker' }],
  program: [
    async ({ engine }, use, { workerIndex }) => {
      const server = engine === 'postgres' ? await startPostgres() : undefined;
      const program = await startProgram(`${engine}-${workerIndex}`, { database: server?.url });
      await use(program);
      await program.stop();
      await server?.stop();
    },
    // Not of the time of the first and the last journey.
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: ({ program }, use) => use(program.dashboard),
  language: ['en', { option: true }],
  context: async ({ context, language }, use) => {
    if (language !== 'en') await context.addInitScript(chooseLanguage, language);
    await use(context);
  },
  mailbox: async ({ request, program }, use) => use(await Mailbox.open(request, program.simulators)),
  staff: async ({ request, program }, use) => use(new Staff(request, program)),
  quiet: [
    async ({ context }, use, { errors }) => {
      const quiet = new Quiet(context);
      rememberTokens(context);
      await use(quiet);
      // A failed journey may not have reached the expected errors.
      if (errors.length === 0) await quiet.checkExpected();
      quiet.check();
    },
    { auto: true },
  ],
  clientApi: async ({ playwright, program }, use) => {
    const api = await ClientApi.open(playwright, program.dashboard);
    await use(api);
    await api.close();
  },
});

export { expect } from '@playwright/test';

/** Records each token in an answer as a secret that no log may contain. */
function rememberTokens(context: BrowserContext): void {
  context.on('response', (response) => {
    if (!/^\/(?:staff\/)?v1\//u.test(new URL(response.url()).pathname)) return;
    void response
      .json()
      .then((body: { token?: string } | null) => body?.token && rememberSecret(body.token))
      // Event streams, empty answers and answers of closed pages have no token.
      .catch(() => undefined);
  });
}

/** Runs in each page before its scripts. Stores a language as if the user had chosen it. */
function chooseLanguage(language: string): void {
  // Frames without an origin have no storage.
  if (window.origin !== 'null') localStorage.setItem('loket.dashboard.language', language);
}
