// Fails when the first load of a page exceeds its budget: JavaScript and CSS compressed by gzip, according to the
// manifests of the builds. (Brotli is about a tenth smaller.) Fonts are left out, because they load later.
import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const distOf = (app) => fileURLToPath(new URL(`../${app}/dist/`, import.meta.url));
const kilobyte = 1000;

/** Pages with their route, whose files they load beside those of the entry, which includes sign-in. Budgets in kB. */
const pages = [
  { app: 'dashboard', name: 'sign-in', budget: 175 },
  { app: 'dashboard', name: 'order history', route: '/orders/{-$type}', budget: 236 },
  { app: 'dashboard', name: 'bill payment', route: '/bill-payment', budget: 228 },
  { app: 'dashboard', name: 'shop wizard', route: '/connect/settings/configs', budget: 237 },
  { app: 'storefront', name: 'shop', budget: 60 },
  { app: 'staff', name: 'staff sign-in', budget: 175 },
  { app: 'staff', name: 'staff overview', route: '/overview', budget: 235 },
];

const readBuilt = async (app, name) => JSON.parse(await readFile(`${distOf(app)}.vite/${name}`, 'utf8'));

/** Returns the files of a chunk and its static imports. Dynamic imports are not part of a first load. */
function filesOf(manifest, key, found = new Set(), seen = new Set()) {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`${key} is not in the manifest`);
  if (seen.has(key)) return found;
  seen.add(key);
  found.add(chunk.file);
  for (const style of chunk.css ?? []) found.add(style);
  for (const imported of chunk.imports ?? []) filesOf(manifest, imported, found, seen);
  return found;
}

/** Returns the files that the server names in the page of a route. */
async function filesOfRoute(app, route) {
  if (!route) return [];
  const found = (await readBuilt(app, 'routes.json')).find(({ path, query }) => path === route && query === undefined);
  if (!found) throw new Error(`there is no route ${route}`);
  return found.files;
}

async function compressedSize(path) {
  try {
    return (await stat(`${path}.gz`)).size;
  } catch {
    return (await stat(path)).size;
  }
}

const results = await Promise.all(
  pages.map(async ({ app, name, route, budget }) => {
    const manifest = await readBuilt(app, 'manifest.json');
    const files = new Set([...filesOf(manifest, 'index.html'), ...(await filesOfRoute(app, route))]);
    const sizes = await Promise.all([...files].map((file) => compressedSize(distOf(app) + file)));
    return { name, budget, total: sizes.reduce((sum, size) => sum + size, 0) / kilobyte };
  }),
);
for (const { name, budget, total } of results) {
  const verdict = total > budget ? 'OVER' : 'ok';
  console.log(`${verdict.padEnd(5)}${name.padEnd(15)}${total.toFixed(1).padStart(7)} kB of ${budget} kB`);
}
process.exitCode = results.some(({ budget, total }) => total > budget) ? 1 : 0;
