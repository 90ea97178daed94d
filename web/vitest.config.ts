import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

import { aliasesOf } from './app.config.ts';

const root = fileURLToPath(new URL('.', import.meta.url));
const apps = readdirSync(root).filter((name) => existsSync(`${root}${name}/index.html`));

export default defineConfig({
  test: {
    projects: ['shared', ...apps].map((name) => ({
      resolve: { alias: aliasesOf(name) },
      plugins: [react()],
      test: {
        name,
        env: { LOKET_APP: name },
        root,
        environment: 'happy-dom',
        environmentOptions: { happyDOM: { url: 'http://loket.test/external/' } },
        setupFiles: ['./test/setup.ts'],
        include: [`${name}/**/*.test.{ts,tsx}`],
        css: { modules: { classNameStrategy: 'non-scoped' as const } },
        restoreMocks: true,
        // The default of 5 s is too short on a loaded machine.
        testTimeout: 60_000,
      },
    })),
  },
});
