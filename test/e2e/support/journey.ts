import { type BrowserContext, test as base } from '@playwright/test';

import { ClientApi } from './client-api.ts';
import { type Program, startProgram } from './program.ts';
import { Quiet } from './quiet.ts';
import { rememberSecret } from './secrets.ts';

interface JourneyParts {
  /** What the browser complained about; a journey ends with nothing that it did not expect. */
  quiet: Quiet;
  /** The other side of the counter: the client's own system with the API key of 1001. */
  clientApi: ClientApi;
}

interface WorkerParts {
  program: Program;
}

/** A journey: a browser and a whole running program that no other journey touches meanwhile. */
export const test = base.extend<JourneyParts, WorkerParts>({
  program: [
    // oxlint-disable-next-line no-empty-pattern -- the library reads the pattern to find what a fixture needs
    async ({}, use, { workerIndex }) => {
      const program = await startProgram(`program-${workerIndex}`);
      await use(program);
      await program.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ program }, use) => use(program.dashboard),
  quiet: [
    async ({ context }, use) => {
      const quiet = new Quiet(context);
      rememberTokens(context);
      await use(quiet);
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
