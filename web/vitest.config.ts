import { fileURLToPath } from 'node:url';

import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  define: { 'import.meta.env.LOKET_APP': JSON.stringify('dashboard') },
  resolve: {
    alias: {
      '@shared': fileURLToPath(new URL('shared', import.meta.url)),
      '@': fileURLToPath(new URL('dashboard/src', import.meta.url)),
    },
  },
  test: {
    root: fileURLToPath(new URL('.', import.meta.url)),
    environment: 'happy-dom',
    environmentOptions: { happyDOM: { url: 'http://loket.test/external/' } },
    setupFiles: ['./test/setup.ts'],
    include: ['{shared,dashboard/src}/**/*.test.{ts,tsx}'],
    css: { modules: { classNameStrategy: 'non-scoped' } },
    restoreMocks: true,
    // A loaded machine needs longer than the library's own five seconds.
    testTimeout: 60_000,
  },
});
