/** The tables that journeys take away; requests that need one fail with an answer of 500. */
export const takenTables = ['audit_log', 'one_time_links', 'past_passwords'] as const;

const missingTable = new RegExp(`no such table: (?:main\\.)?(?:${takenTables.join('|')})\\b`, 'u');

/** The lines of a log that tell of a fault: an answer of 500 and above, an error, a panic. */
export function faultsIn(log: string): string[] {
  return log.split('\n').filter((line) => /"status":5\d\d|"level":"ERROR"|panic/u.test(line));
}

/**
 * The faults of a program that no missing table explains. An error that names such a table is explained, and so is the
 * answer of 500 to the same request.
 */
export function unexplainedFaultsIn(log: string): string[] {
  const faults = faultsIn(log);
  const explained = faults.filter((line) => missingTable.test(line));
  const requests = new Set(explained.map((line) => requestOf(line)).filter((id) => id !== ''));
  const isExplained = (line: string) =>
    explained.includes(line) || (line.includes('"status":500') && requests.has(requestOf(line)));
  return faults.filter((line) => !isExplained(line));
}

/** The id of the request that a line is about, empty where it is about none. */
function requestOf(line: string): string {
  return /"request_id":"([^"]+)"/u.exec(line)?.[1] ?? '';
}
