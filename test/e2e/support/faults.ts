/** The tables that journeys rename, so that requests that need one fail with status 500. */
export const takenTables = ['audit_log', 'one_time_links', 'past_passwords'] as const;

const missingTable = new RegExp(`no such table: (?:main\\.)?(?:${takenTables.join('|')})\\b`, 'u');

/** Returns the log lines about faults: answers of 500 and above, errors, panics. */
export function faultsIn(log: string): string[] {
  return log.split('\n').filter((line) => /"status":5\d\d|"level":"ERROR"|panic/u.test(line));
}

/**
 * Returns the faults that are not caused by a missing table of `takenTables`. An error that names such a table is
 * expected, and so is the answer of 500 to the same request.
 */
export function unexplainedFaultsIn(log: string): string[] {
  const faults = faultsIn(log);
  const explained = faults.filter((line) => missingTable.test(line));
  const requests = new Set(explained.map((line) => requestOf(line)).filter((id) => id !== ''));
  const isExplained = (line: string) =>
    explained.includes(line) || (line.includes('"status":500') && requests.has(requestOf(line)));
  return faults.filter((line) => !isExplained(line));
}

/** Returns the request id of a log line, or an empty string. */
function requestOf(line: string): string {
  return /"request_id":"([^"]+)"/u.exec(line)?.[1] ?? '';
}
