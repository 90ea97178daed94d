/** What a command repeats of a request. */
interface Repeated {
  method: string;
  /** Path and query. */
  target: string;
  /** Masked; empty without one. */
  body: string;
}

/** The command that sends a request again. The key is a variable of the shell: it is not in the log. */
export function curlOf({ method, target, body }: Repeated, base: string): string {
  const parts = [
    method === 'GET' ? 'curl' : `curl -X ${method}`,
    `${quoted(base + target)} -H "Authorization: Bearer $LOKET_KEY"`,
  ];
  if (body !== '') parts.push(`-H 'Content-Type: application/json'`, `--data-binary ${quoted(body)}`);
  return [parts.slice(0, 2).join(' '), ...parts.slice(2)].join(' \\\n  ');
}

/** A word for the shell, whatever is in it. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
