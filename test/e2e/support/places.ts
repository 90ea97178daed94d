import path from 'node:path';

/** The folder of the whole project. */
export const root = path.resolve(__dirname, '../../..');

/** What a run leaves to look at: pictures, the program's logs, traces of failures. */
export const artefacts = process.env['LOKET_E2E_ARTEFACTS'] ?? path.join(root, 'test/e2e/artefacts');

/** The program under test, `bin/loket` of `make build` unless said otherwise. */
export const binary = process.env['LOKET_BIN'] ?? path.join(root, 'bin/loket');

/** The folder of this run's data: databases and the secrets that were used. */
export function runFolder(): string {
  const folder = process.env['LOKET_E2E_RUN'];
  if (!folder) throw new Error('LOKET_E2E_RUN is not set: start the journeys with npm run e2e');
  return folder;
}
