import type { takenTables } from './faults.ts';
import { test as base } from './journey.ts';
import { type Program, startProgram } from './program.ts';
import { runStatements } from './sqlite.ts';

/** Prefix of the logs of programs that journeys break. Only these logs may contain faults. */
export const brokenLog = 'broken-';

/** A journey on a program of its own file, which it may break. */
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

/**
 * Renames a table of a running program during `act` and renames it back in the end, whatever happens. Requests that
 * need the table fail as with a damaged database.
 */
export async function withoutTable(
  program: Program,
  table: (typeof takenTables)[number],
  act: () => Promise<void>,
): Promise<void> {
  const rename = (from: string, to: string) =>
    // Behaviour of SQLite before 3.25: references to the table are not renamed.
    runStatements(program, 'PRAGMA legacy_alter_table = ON;', `ALTER TABLE ${from} RENAME TO ${to};`);
  await rename(table, `${table}_gone`);
  try {
    await act();
  } finally {
    await rename(`${table}_gone`, table);
  }
}
