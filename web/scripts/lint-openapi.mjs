// Usage: lint-openapi.mjs FOLDER. Checks each OpenAPI document of the folder by the rules of Redocly and those in openapi-rules.yaml.
// The library of Redocly's command does it: it sends nothing and asks no server.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatProblems, getTotals, lint, loadConfig } from '@redocly/openapi-core';

const folder = process.argv[2];
const config = await loadConfig({ configPath: fileURLToPath(new URL('../openapi-rules.yaml', import.meta.url)) });
const names = (await readdir(folder)).filter((one) => one.endsWith('.json')).toSorted();
const found = await Promise.all(names.map((name) => lint({ ref: join(folder, name), config })));
let faults = 0;

for (const problems of found) {
  const totals = getTotals(problems);
  faults += totals.errors + totals.warnings;
  if (problems.length > 0) formatProblems(problems, { format: 'stylish', maxProblems: 30, totals, cwd: folder });
}

if (faults > 0) {
  console.error(`${faults} faults in the OpenAPI documents`);
  process.exit(1);
}
