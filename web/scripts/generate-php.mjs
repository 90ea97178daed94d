// Usage: generate-php.mjs DOCUMENT. Makes PHP classes of the schemas of an OpenAPI document, as a developer would, and fails if that fails.
import { readFile } from 'node:fs/promises';
import { FetchingJSONSchemaStore, InputData, JSONSchemaInput, quicktype } from 'quicktype-core';

const { components } = JSON.parse(await readFile(process.argv[2], 'utf8'));
const definitions = JSON.parse(
  JSON.stringify(components.schemas).replaceAll('#/components/schemas/', '#/definitions/'),
);
const input = new JSONSchemaInput(new FetchingJSONSchemaStore());
const names = Object.keys(definitions).filter((name) => definitions[name].type === 'object');

await Promise.all(
  names.map((name) =>
    input.addSource({ name, schema: JSON.stringify({ $ref: `#/definitions/${name}`, definitions }) }),
  ),
);

const inputData = new InputData();
inputData.addInput(input);
const { lines } = await quicktype({ inputData, lang: 'php' });
const missing = names.filter((name) => !lines.some((line) => line.startsWith(`class ${name} `)));

if (missing.length > 0) {
  console.error(`no PHP classes for ${missing.join(', ')}`);
  process.exit(1);
}
