/**
 * Reads a query string as plain text. The router's own codec reads JSON, which turns an order id of nineteen digits
 * into another number; here schemas decide what a text means.
 */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** A value as plain text, lists joined by commas; what is no value of a URL is empty. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return Array.isArray(value) ? value.map(textOf).join(',') : '';
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
