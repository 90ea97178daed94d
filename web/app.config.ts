import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import type { UserConfig } from 'vite';

import { inlineStart } from './inline-start.ts';
import { type ChunkGroup, routeChunks } from './route-chunks.ts';
import { breakpoints } from './shared/theme/breakpoints.ts';

/** An app: a folder beside this file. */
interface App {
  /** Name of its folder, also part of its keys in browser storage. */
  name: string;
  /** Path under which the server serves the app. */
  base: string;
  /** Port of the development server. */
  port: number;
  /** A module that runs before the first paint: the build writes it into the page. */
  start?: string;
  /** Which modules share a chunk; without any, all of a page's modules do. */
  groups?: ChunkGroup[];
  /** The server that the development server hands calls to; by default that of clients. */
  server?: string;
  /** How the paths of its calls begin. */
  apiPaths?: string[];
}

const clientApiPaths = ['/v1', '/analytics', '/dashboard', '/healthz', '/openapi.json', '/openapi', '/docs'];
const apiServer = process.env.LOKET_API ?? 'http://127.0.0.1:8080';

/** Returns the module aliases of an app: `@` for its own modules, `@shared` for the shared ones. */
export function aliasesOf(name: string): Record<string, string> {
  return {
    '@shared': fileURLToPath(new URL('shared', import.meta.url)),
    '@': fileURLToPath(new URL(`${name}/src`, import.meta.url)),
  };
}

const definesOf = (name: string) => ({ 'import.meta.env.LOKET_APP': JSON.stringify(name) });

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
export function appConfig({
  name,
  base,
  port,
  start,
  groups = [],
  server = apiServer,
  apiPaths = clientApiPaths,
}: App): UserConfig {
  const root = fileURLToPath(new URL(name, import.meta.url));
  const routes = `${root}/src/routes`;
  const shared = routeChunks();
  return {
    define: definesOf(name),
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
      shared.plugin,
      start !== undefined &&
        inlineStart(`${root}/${start}`, { base, resolve: { alias: aliasesOf(name) }, define: definesOf(name) }),
    ],
    server: {
      port,
      proxy: Object.fromEntries(apiPaths.map((path) => [path, { target: server, changeOrigin: false }])),
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
          codeSplitting: { groups: [...groups, ...shared.groups] },
        },
      },
    },
  };
}
