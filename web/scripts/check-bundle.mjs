// Fails when the first load of a page exceeds its budget: JavaScript and CSS compressed by gzip, according to the
// manifest of the build. (Brotli is about a tenth smaller.) Fonts are left out, because they load later.
import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const dist = fileURLToPath(new URL('../dashboard/dist/', import.meta.url));
const kilobyte = 1000;

/** Pages with the modules that they load in addition to the entry, which includes sign-in. Budgets in kB. */
const pages = [
  { name: 'sign-in', modules: [], budget: 175 },
  {
    name: 'order history',
    modules: ['src/routes/_app.tsx?tsr-split=component', 'src/routes/_app.orders.{-$type}.tsx?tsr-split=component'],
    budget: 260,
  },
];

const manifest = JSON.parse(await readFile(`${dist}.vite/manifest.json`, 'utf8'));

/** Returns the files of a chunk and its static imports. Dynamic imports are not part of a first load. */
function filesOf(key, found = new Set(), seen = new Set()) {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`${key} is not in the manifest`);
  if (seen.has(key)) return found;
  seen.add(key);
  found.add(chunk.file);
  for (const style of chunk.css ?? []) found.add(style);
  for (const imported of chunk.imports ?? []) filesOf(imported, found, seen);
  return found;
}

async function compressedSize(file) {
  try {
    return (await stat(`${dist}${file}.gz`)).size;
  } catch {
    return (await stat(`${dist}${file}`)).size;
  }
}

const results = await Promise.all(
  pages.map(async ({ name, modules, budget }) => {
    const files = new Set(['index.html', ...modules].flatMap((key) => [...filesOf(key)]));
    const sizes = await Promise.all([...files].map(compressedSize));
    return { name, budget, total: sizes.reduce((sum, size) => sum + size, 0) / kilobyte };
  }),
);
for (const { name, budget, total } of results) {
  const verdict = total > budget ? 'OVER' : 'ok';
  console.log(`${verdict.padEnd(5)}${name.padEnd(15)}${total.toFixed(1).padStart(7)} kB of ${budget} kB`);
}
process.exitCode = results.some(({ budget, total }) => total > budget) ? 1 : 0;
