import { fileURLToPath } from 'node:url';

import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const dashboard = fileURLToPath(new URL('dashboard', import.meta.url));
const apiPaths = ['/v1', '/dashboard', '/healthz', '/openapi.json'];
const apiServer = process.env.LOKET_API ?? 'http://127.0.0.1:8080';

export default defineConfig({
  root: dashboard,
  base: '/external/',
  // The server writes a fresh nonce into every answer of index.html in place of this text.
  html: { cspNonce: '__LOKET_NONCE__' },
  define: { 'import.meta.env.LOKET_APP': JSON.stringify('dashboard') },
  resolve: { alias: { '@shared': fileURLToPath(new URL('shared', import.meta.url)), '@': `${dashboard}/src` } },
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: `${dashboard}/src/routes`,
      generatedRouteTree: `${dashboard}/src/routeTree.gen.ts`,
      quoteStyle: 'single',
      semicolons: true,
    }),
    react(),
  ],
  server: {
    port: 5173,
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
});
