const bytes = 16;
const radix = 16;

/**
 * Makes a key for the header `Idempotency-Key`. A form makes one when it opens, so that a repeated request has the
 * effect of the first. `crypto.randomUUID` exists on HTTPS and loopback only.
 */
export function newRequestKey(): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes));
  return [...random].map((byte) => byte.toString(radix).padStart(2, '0')).join('');
}
