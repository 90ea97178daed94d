import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import type { UserConfig } from 'vite';

import { breakpoints } from './shared/theme/breakpoints.ts';

/** An app of this folder. */
interface App {
  /** Name of its folder, which its keys in the browser's storage carry too. */
  name: string;
  /** Path under which the server serves it. */
  base: string;
  /** Port of its development server. */
  port: number;
}

const apiPaths = ['/v1', '/dashboard', '/healthz', '/openapi.json'];
const apiServer = process.env.LOKET_API ?? 'http://127.0.0.1:8080';

/** Where an app finds its own modules and the shared ones. */
export function aliasesOf(name: string): Record<string, string> {
  return {
    '@shared': fileURLToPath(new URL('shared', import.meta.url)),
    '@': fileURLToPath(new URL(`${name}/src`, import.meta.url)),
  };
}

/** Puts the widths in the place of the names of breakpoints: `@media (--phone)`. */
const namedBreakpoints = {
  postcssPlugin: 'named-breakpoints',
  AtRule: {
    media(rule: { params: string }) {
      for (const [name, width] of Object.entries(breakpoints)) rule.params = rule.params.replace(`(--${name})`, width);
    },
  },
};

/** The build of an app. Its own `vite.config.ts` calls it. */
export function appConfig({ name, base, port }: App): UserConfig {
  const root = fileURLToPath(new URL(name, import.meta.url));
  const routes = `${root}/src/routes`;
  return {
    define: { 'import.meta.env.LOKET_APP': JSON.stringify(name) },
    resolve: { alias: aliasesOf(name) },
    root,
    base,
    // The server writes a fresh nonce into every answer of index.html in place of this text.
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
      // Nothing as data: URI, so that the content security policy can stay narrow.
      assetsInlineLimit: 0,
      rolldownOptions: {
        output: {
          // What changes only with a dependency keeps its name, and so its place in the browser's cache, between releases.
          codeSplitting: {
            groups: [
              { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//u, priority: 2 },
              { name: 'tanstack', test: /node_modules\/@tanstack\/(?!react-table|table-core)/u, priority: 1 },
            ],
          },
        },
      },
    },
  };
}
