/**
 * Reads a query string as plain text. The router's own codec parses JSON, which changes order ids longer than 2^53. The
 * schemas of the routes decide what a text means.
 */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/**
 * Converts a value to plain text, joining lists with commas. Returns an empty string for values that do not belong in a
 * URL.
 */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return Array.isArray(value) ? value.map(textOf).join(',') : '';
}

/** Writes search parameters as plain text, joining lists with commas. Omits null, undefined and empty values. */
export function stringifySearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    const text = textOf(value);
    if (text !== '') query.set(name, text);
  }
  const text = query.toString().replaceAll('%2C', ',');
  return text === '' ? '' : `?${text}`;
}
