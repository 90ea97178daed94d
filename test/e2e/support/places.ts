import path from 'node:path';

/** The root folder of the project. */
export const root = path.resolve(__dirname, '../../..');

/** The folder for screenshots, program logs and traces of failures. */
export const artefacts = process.env['LOKET_E2E_ARTEFACTS'] ?? path.join(root, 'test/e2e/artefacts');

/** The program under test; `bin/loket` by default. */
export const binary = process.env['LOKET_BIN'] ?? path.join(root, 'bin/loket');

/** Returns the data folder of this run: databases and used secrets. */
export function runFolder(): string {
  const folder = process.env['LOKET_E2E_RUN'];
  if (!folder) throw new Error('LOKET_E2E_RUN is not set: start the journeys with npm run e2e');
  return folder;
}
