import type { Webhook } from './webhook-queries';

/** What was delivered of all that was sent to an endpoint in the last seven days. */
export function weekOf({ days }: Pick<Webhook, 'days'>): { delivered: number; total: number } {
  const delivered = days.reduce((sum, day) => sum + day.delivered, 0);
  return { delivered, total: days.reduce((sum, day) => sum + day.failed, delivered) };
}
