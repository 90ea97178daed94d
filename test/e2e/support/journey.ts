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
  /** What the browser complained about; a journey ends with nothing that it did not expect. */
  quiet: Quiet;
  /** The other side of the counter: the client's own system with the API key of 1001. */
  clientApi: ClientApi;
  /** Where the mails of the program end. */
  mailbox: Mailbox;
  /** The provider's people, who make users for a journey that would change those of the demo. */
  staff: Staff;
  /** The language that the dashboard speaks; English unless a journey says otherwise. */
  language: Language;
}

/** What a worker has of its own. */
export interface WorkerParts {
  /** The engine under the program. */
  engine: 'sqlite' | 'postgres';
  program: Program;
}

/** A journey: a browser and a whole running program that no other journey touches meanwhile. */
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
    { scope: 'worker' },
  ],
  baseURL: ({ program }, use) => use(program.dashboard),
  language: ['en', { option: true }],
  context: async ({ context, language }, use) => {
    if (language !== 'en') await context.addInitScript(chooseLanguage, language);
    await use(context);
  },
  mailbox: async ({ request, program }, use) => use(await Mailbox.open(request, program.world)),
  staff: async ({ request, program }, use) => use(new Staff(request, program)),
  quiet: [
    async ({ context }, use, { errors }) => {
      const quiet = new Quiet(context);
      rememberTokens(context);
      await use(quiet);
      // A journey that failed did not come to what it expected.
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

/** Every token that a browser of the run is given is a secret that no log may hold. */
function rememberTokens(context: BrowserContext): void {
  context.on('response', (response) => {
    if (!new URL(response.url()).pathname.startsWith('/v1/')) return;
    void response
      .json()
      .then((body: { token?: string } | null) => body?.token && rememberSecret(body.token))
      // Streams, empty answers, and answers whose page has gone hold no token.
      .catch(() => undefined);
  });
}

/** Runs in every page before its own scripts, as if the visitor had chosen the language before. */
function chooseLanguage(language: string): void {
  // Frames without an origin have no storage, and no texts of ours either.
  if (window.origin !== 'null') localStorage.setItem('loket.dashboard.language', language);
}
