import type { paths } from '@shared/api/schema.gen';

type ClientRoute = Extract<keyof paths, `/h2h/${string}`>;

/** The routes of the client API. A new one is missing here until it has its place. */
const routes: Record<ClientRoute, true> = {
  '/h2h/v1/balance': true,
  '/h2h/v1/events': true,
  '/h2h/v1/inquiries': true,
  '/h2h/v1/orders': true,
  '/h2h/v1/orders/batch': true,
  '/h2h/v1/orders/lookup': true,
  '/h2h/v1/orders/{clientRef}': true,
  '/h2h/v1/products': true,
  '/h2h/v1/reconciliations': true,
  '/h2h/v1/sandbox/clock': true,
  '/h2h/v1/sandbox/money': true,
  '/h2h/v1/sandbox/orders/end': true,
  '/h2h/v1/sandbox/reset': true,
  '/h2h/v1/sandbox/settlement': true,
  '/h2h/v1/storefront-orders': true,
  '/h2h/v1/storefront-orders/{id}': true,
  '/h2h/v1/storefront-orders/{id}/give-up': true,
  '/h2h/v1/storefront-orders/{id}/paid': true,
  '/h2h/v1/wallets/{type}/history': true,
  '/h2h/v1/wallets/{type}/statement': true,
  '/h2h/v1/webhooks': true,
  '/h2h/v1/webhooks/{id}': true,
  '/h2h/v1/webhooks/{id}/deliveries': true,
  '/h2h/v1/webhooks/{id}/deliveries/{deliveryId}': true,
  '/h2h/v1/webhooks/{id}/resend': true,
  '/h2h/v1/webhooks/{id}/roll': true,
  '/h2h/v1/webhooks/{id}/test': true,
};

/** The routes of the client API, by which requests are chosen. */
export const clientRoutes: readonly string[] = Object.keys(routes);
