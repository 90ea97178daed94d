import tailwind from '@tailwindcss/vite';
import { defineConfig, mergeConfig } from 'vite';

import { appConfig } from '../app.config.ts';

// Built with Preact, which has React's interface in a tenth of its size: React's DOM library alone, 58 kB compressed,
// would use up the budget of the home page's scripts. The development server keeps React, for its hot reload.
const preact = [
  { find: /^react\/jsx-runtime$/u, replacement: 'preact/jsx-runtime' },
  { find: /^react-dom\/client$/u, replacement: 'preact/compat/client' },
  { find: /^react(-dom)?$/u, replacement: 'preact/compat' },
];

export default defineConfig(({ command }) => {
  const config = appConfig({ name: 'storefront', base: '/shop/', port: 5174 });
  return mergeConfig(config, {
    plugins: [tailwind()],
    resolve: { alias: command === 'build' ? preact : [] },
  });
});
