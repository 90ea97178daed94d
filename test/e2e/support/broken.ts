import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import type { takenTables } from './faults.ts';
import { test as base } from './journey.ts';
import { type Program, startProgram } from './program.ts';

/** What the logs of programs that a journey breaks begin with: the end of the run expects faults there alone. */
export const brokenLog = 'broken-';

/** Journeys on a program that they may break, because no other file shares it. */
export const test = base.extend<object, { program: Program }>({
  program: [
    // oxlint-disable-next-line no-empty-pattern -- the library reads the pattern to find what a fixture needs
    async ({}, use, { workerIndex }) => {
      const program = await startProgram(`${brokenLog}${workerIndex}`);
      await use(program);
      await program.stop();
    },
    { scope: 'worker' },
  ],
});

export { expect } from '@playwright/test';

const run = promisify(execFile);

/**
 * Takes a table away from a running program and gives it back at the end, whatever happens: the program meets a
 * database that fails it, and answers as it would in a deployment whose database is damaged.
 */
export async function withoutTable(
  program: Program,
  table: (typeof takenTables)[number],
  act: () => Promise<void>,
): Promise<void> {
  const rename = (from: string, to: string) =>
    // As it was before 3.25: what refers to the table is left alone.
    run('sqlite3', [
      `${program.data}/loket.db`,
      '.timeout 10000',
      'PRAGMA legacy_alter_table = ON;',
      `ALTER TABLE ${from} RENAME TO ${to};`,
    ]);
  await rename(table, `${table}_gone`);
  try {
    await act();
  } finally {
    await rename(`${table}_gone`, table);
  }
}
