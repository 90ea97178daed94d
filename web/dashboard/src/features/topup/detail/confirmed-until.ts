/** How long a confirmed transfer counts as processing, in milliseconds (docs/product/deposits.md#transaction). */
const processingTime = 5 * 60 * 1000;

const second = 1000;

function nameOf(orderId: string): string {
  return `loket.transfer.${orderId}`;
}

function read(orderId: string): string | undefined {
  const start = `${nameOf(orderId)}=`;
  return document.cookie
    .split('; ')
    .find((cookie) => cookie.startsWith(start))
    ?.slice(start.length);
}

/** Returns until when a transfer that the user confirmed counts as processing, in milliseconds since 1970. */
export function confirmedUntil(orderId: string): number | undefined {
  try {
    const until = Number(read(orderId) ?? Number.NaN);
    return Number.isFinite(until) ? Math.min(until, Date.now() + processingTime) : undefined;
  } catch {
    // The browser allows no cookies.
    return undefined;
  }
}

/** Stores in a cookie that the user confirmed a transfer now. Returns false if the browser keeps no cookies. */
export function confirmTransfer(orderId: string): boolean {
  const until = String(Date.now() + processingTime);
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  try {
    document.cookie = `${nameOf(orderId)}=${until}; Path=/; Max-Age=${processingTime / second}; SameSite=Strict${secure}`;
    return read(orderId) === until;
  } catch {
    return false;
  }
}
