// Usage: precompress.mjs APP. Writes a .br and a .gz beside each built asset, so that the server does not compress.
// index.html is left out, because the server writes a nonce into each answer.
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const dist = fileURLToPath(new URL(`../${process.argv[2]}/dist/`, import.meta.url));
const compressible = /\.(?:js|css|svg|json|map)$/u;
const smallestWorthwhile = 1024;

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);

async function* filesUnder(folder) {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesUnder(path);
    else yield path;
  }
}

let count = 0;
for await (const path of filesUnder(dist)) {
  if (!compressible.test(path) || path.includes('.vite/')) continue;
  if ((await stat(path)).size < smallestWorthwhile) continue;
  const content = await readFile(path);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  await writeFile(`${path}.br`, await brotli(content, { params }));
  await writeFile(`${path}.gz`, await gz(content, { level: 9 }));
  count += 1;
}
console.log(`precompressed ${count} files`);
