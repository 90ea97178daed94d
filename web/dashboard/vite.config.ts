import { defineConfig } from 'vite';

import { appConfig } from '../app.config.ts';

export default defineConfig(
  appConfig({
    name: 'dashboard',
    base: '/external/',
    port: 5173,
    start: 'src/start/start.ts',
    // Separate chunks for the libraries that change rarely, so that browsers keep them cached across releases. The rest
    // of the first page is one chunk: many small ones, which pages share, would compress worse, and each would be named
    // in the lists of what routes load.
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
