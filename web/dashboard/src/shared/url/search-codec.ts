/**
 * Reads a query string as plain text. The router's own codec reads JSON, which turns an order id of nineteen digits
 * into another number; here schemas decide what a text means.
 */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(textOf).join(',');
  return typeof value === 'object' ? '' : String(value as string | number | boolean);
}

/** Writes search parameters as plain text, lists joined by commas, without what is null, undefined or empty. */
export function stringifySearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    const text = textOf(value);
    if (text !== '') query.set(name, text);
  }
  const text = query.toString().replaceAll('%2C', ',');
  return text === '' ? '' : `?${text}`;
}
