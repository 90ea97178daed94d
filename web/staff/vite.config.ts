import { defineConfig } from 'vite';

import { appConfig } from '../app.config.ts';

export default defineConfig(
  appConfig({
    name: 'staff',
    base: '/',
    port: 5176,
    server: process.env.LOKET_STAFF ?? 'http://127.0.0.1:8081',
    apiPaths: ['/staff/v1', '/openapi'],
    start: 'src/start/start.ts',
    // As the dashboard's: what rarely changes stays cached across releases, the rest of the first page is one chunk.
    groups: [
      { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//u, priority: 12 },
      {
        name: 'tanstack',
        test: /node_modules\/@tanstack\/(?!react-virtual|virtual-core)/u,
        priority: 11,
      },
      { name: 'first', tags: ['$initial'], priority: 10 },
    ],
  }),
);
