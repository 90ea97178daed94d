// Writes css-types/: the class names of each CSS module, so that the type check finds missing ones. TypeScript merges
// the folder with this one (`rootDirs`).
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

import { transform } from 'lightningcss';

const web = fileURLToPath(new URL('../', import.meta.url));
const out = join(web, 'css-types');
const skipped = new Set(['node_modules', 'dist', 'css-types']);

async function* modulesUnder(folder) {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !skipped.has(entry.name)) yield* modulesUnder(path);
    else if (entry.name.endsWith('.module.css')) yield path;
  }
}

async function writeTypes(path) {
  const { exports } = transform({ filename: path, code: await readFile(path), cssModules: { animation: false } });
  const classes = Object.keys(exports ?? {}).toSorted();
  const lines = classes.map((name) => `  readonly '${name}': string;`);
  const target = join(out, path.slice(web.length).split(sep).join('/')) + '.d.ts';
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, `declare const classes: {\n${lines.join('\n')}\n};\nexport default classes;\n`);
}

await rm(out, { recursive: true, force: true });
const written = [];
for await (const path of modulesUnder(web)) written.push(writeTypes(path));
await Promise.all(written);
