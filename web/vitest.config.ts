import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

import { aliasesOf } from './app.config.ts';

const root = fileURLToPath(new URL('.', import.meta.url));
const apps = readdirSync(root).filter((name) => existsSync(`${root}${name}/index.html`));

/** What the tests of all kinds share. */
const shared = {
  root,
  css: { modules: { classNameStrategy: 'non-scoped' as const } },
  restoreMocks: true,
  // The default of 5 s is too short on a loaded machine.
  testTimeout: 60_000,
  // A process for each file takes more than twice as long. `test/new-modules.ts` and `test/setup.ts` keep the files apart.
  isolate: false,
};

// Rules run in Node, since a page for each file takes most of the time: `x.test.ts`. What needs a page has another name:
// `x.test.tsx` renders, `x.dom.test.ts` uses the page's own objects.
export default defineConfig({
  test: {
    // The default leaves a core idle, half of a small machine.
    maxWorkers: '100%',
    projects: ['shared', ...apps].flatMap((name) => [
      {
        resolve: { alias: aliasesOf(name) },
        test: {
          ...shared,
          name,
          env: { LOKET_APP: name },
          setupFiles: ['./test/new-modules.ts'],
          include: [`${name}/**/*.test.ts`],
          exclude: [`${name}/**/*.dom.test.ts`],
        },
      },
      {
        resolve: { alias: aliasesOf(name) },
        plugins: [react()],
        test: {
          ...shared,
          name: `${name} pages`,
          env: { LOKET_APP: name },
          environment: 'happy-dom',
          environmentOptions: { happyDOM: { url: 'http://loket.test/external/' } },
          setupFiles: ['./test/new-modules.ts', './test/setup.ts'],
          include: [`${name}/**/*.test.tsx`, `${name}/**/*.dom.test.ts`],
        },
      },
    ]),
  },
});
