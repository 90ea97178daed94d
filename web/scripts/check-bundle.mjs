// Fails when the first load of a page exceeds its budget: JavaScript and CSS compressed by gzip, according to the
// manifests of the builds. (Brotli is about a tenth smaller.) Fonts are left out, because they load later.
import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const distOf = (app) => fileURLToPath(new URL(`../${app}/dist/`, import.meta.url));
const kilobyte = 1000;

/** Pages with the modules that they load in addition to the entry, which includes sign-in. Budgets in kB. */
const pages = [
  { app: 'dashboard', name: 'sign-in', modules: [], budget: 175 },
  {
    app: 'dashboard',
    name: 'order history',
    modules: ['src/routes/_app.tsx?tsr-split=component', 'src/routes/_app.orders.{-$type}.tsx?tsr-split=component'],
    budget: 260,
  },
  {
    app: 'dashboard',
    name: 'shop wizard',
    modules: [
      'src/routes/_app.tsx?tsr-split=component',
      'src/routes/_app.connect_.settings.configs.tsx?tsr-split=component',
    ],
    budget: 260,
  },
  { app: 'storefront', name: 'shop', modules: [], budget: 60 },
];

const manifestOf = async (app) => JSON.parse(await readFile(`${distOf(app)}.vite/manifest.json`, 'utf8'));

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

async function compressedSize(path) {
  try {
    return (await stat(`${path}.gz`)).size;
  } catch {
    return (await stat(path)).size;
  }
}

const results = await Promise.all(
  pages.map(async ({ app, name, modules, budget }) => {
    const manifest = await manifestOf(app);
    const files = new Set(['index.html', ...modules].flatMap((key) => [...filesOf(manifest, key)]));
    const sizes = await Promise.all([...files].map((file) => compressedSize(distOf(app) + file)));
    return { name, budget, total: sizes.reduce((sum, size) => sum + size, 0) / kilobyte };
  }),
);
for (const { name, budget, total } of results) {
  const verdict = total > budget ? 'OVER' : 'ok';
  console.log(`${verdict.padEnd(5)}${name.padEnd(15)}${total.toFixed(1).padStart(7)} kB of ${budget} kB`);
}
process.exitCode = results.some(({ budget, total }) => total > budget) ? 1 : 0;
