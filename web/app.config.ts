import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import type { UserConfig } from 'vite';

import { breakpoints } from './shared/theme/breakpoints.ts';

/** An app: a folder beside this file. */
interface App {
  /** Name of its folder, also part of its keys in browser storage. */
  name: string;
  /** Path under which the server serves the app. */
  base: string;
  /** Port of the development server. */
  port: number;
}

const apiPaths = ['/v1', '/dashboard', '/healthz', '/openapi.json'];
const apiServer = process.env.LOKET_API ?? 'http://127.0.0.1:8080';

/** Returns the module aliases of an app: `@` for its own modules, `@shared` for the shared ones. */
export function aliasesOf(name: string): Record<string, string> {
  return {
    '@shared': fileURLToPath(new URL('shared', import.meta.url)),
    '@': fileURLToPath(new URL(`${name}/src`, import.meta.url)),
  };
}

/** Replaces the names of breakpoints by their widths: `@media (--phone)`. */
const namedBreakpoints = {
  postcssPlugin: 'named-breakpoints',
  AtRule: {
    media(rule: { params: string }) {
      for (const [name, width] of Object.entries(breakpoints)) rule.params = rule.params.replace(`(--${name})`, width);
    },
  },
};

/** Returns the Vite configuration of an app, for its `vite.config.ts`. */
export function appConfig({ name, base, port }: App): UserConfig {
  const root = fileURLToPath(new URL(name, import.meta.url));
  const routes = `${root}/src/routes`;
  return {
    define: { 'import.meta.env.LOKET_APP': JSON.stringify(name) },
    resolve: { alias: aliasesOf(name) },
    root,
    base,
    // The server replaces this text by a new nonce in each answer of index.html.
    html: { cspNonce: '__LOKET_NONCE__' },
    css: { postcss: { plugins: [namedBreakpoints] } },
    plugins: [
      existsSync(routes) &&
        tanstackRouter({
          target: 'react',
          autoCodeSplitting: true,
          routesDirectory: routes,
          generatedRouteTree: `${root}/src/routeTree.gen.ts`,
          quoteStyle: 'single',
          semicolons: true,
        }),
      react(),
    ],
    server: {
      port,
      proxy: Object.fromEntries(apiPaths.map((path) => [path, { target: apiServer, changeOrigin: false }])),
    },
    build: {
      outDir: 'dist',
      emptyOutDir: true,
      manifest: true,
      target: 'es2023',
      // No `data:` URIs, so that the content security policy can forbid them.
      assetsInlineLimit: 0,
      rolldownOptions: {
        output: {
          // Separate chunks for the libraries that change rarely, so that browsers keep them cached across releases.
          // The rest of the first page is one chunk: many small ones, which pages share, would compress worse, and each
          // would be named in the lists of what routes load.
          codeSplitting: {
            groups: [
              { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//u, priority: 2 },
              { name: 'tanstack', test: /node_modules\/@tanstack\/(?!react-table|table-core)/u, priority: 1 },
              { name: 'first', tags: ['$initial'] },
              // What all lists share, for the same reason; the sheet with filters is for phones, which load it later.
              { name: 'lists', test: /\/shared\/(?:table\/(?!filter-sheet)|(?:page|url|live|format|navigation)\/)/u },
            ],
          },
        },
      },
    },
  };
}
