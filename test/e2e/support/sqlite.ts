import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import type { Program } from './program.ts';

const run = promisify(execFile);

/** Runs SQL on the SQLite database of a running program. */
export async function runStatements(program: Program, ...statements: string[]): Promise<void> {
  await run('sqlite3', [`${program.data}/loket.db`, '.timeout 60000', ...statements]);
}

/** Lets the open period of a client's settlement end now instead of at its next midnight, and its close come at once. */
export async function endPeriod(program: Program, clientId: string): Promise<void> {
  const now = `${Date.now()}000`;
  await runStatements(
    program,
    `UPDATE settlement_periods SET ends_at = ${now} WHERE closed_at IS NULL AND client_id = ${clientId};`,
    `INSERT INTO jobs (kind, args, run_at, created_at) VALUES ('settlement.close', '{}', ${now}, ${now});`,
  );
}
