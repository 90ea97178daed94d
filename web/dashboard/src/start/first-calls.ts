import type { permission } from '@/session/permissions';
import type { AnswerOf } from '@shared/api/types';
import type { FirstCalls } from '@shared/app/start/early-calls';

import type { AccountCalls } from './account-calls';

type Wallets = AnswerOf<'/dashboard/v1/deposits/client', 'get'>;

const wallets = '/dashboard/v1/deposits/client';
/** Those that are needed here, without the others. */
const needed = {
  profileApiKey: 14,
  webhookManage: 304,
  invoiceList: 204,
  scheduledOrderList: 208,
  employeeList: 211,
} as const satisfies Partial<typeof permission>;
const corporate = 'corporate';
const connect = 'connect';
const dayMs = 86_400_000;
/** The most days between the first and the last of Order History. */
const mostDays = 2;

/**
 * The first calls of the pages. Each address is that which the page asks for, or the call would be made twice
 * (test/e2e/route-budgets.test.ts).
 */
export const firstCalls: FirstCalls<AccountCalls> = {
  pages: {
    '/deposit': async (early) =>
      askForFirstWallet(early, activeOf, async (type) => early.ask(`/v1/depositevents?depositType=${type}`)),
    '/deposit/statement': async (early) =>
      askForFirstWallet(early, activeOrFirstOf, async (type) => {
        const month = monthBefore(await todayOf(early));
        return early.ask(`/v1/depositevents/statement?depositType=${type}&month=${month}`);
      }),
    '/orders/export': (early) => Promise.all([early.ask(wallets), early.ask('/v1/orders/exports')]),
    '/deposit/top-up': (early) => early.ask('/v1/unique-amount/whitelist', 'payment'),
    '/deposit/top-up/bank-transfer': (early) =>
      Promise.all([
        early.ask(wallets),
        early.ask('/v1/banks', 'payment'),
        early.ask('/v1/unique-amount/whitelist', 'payment'),
      ]),
    '/deposit/top-up/virtual-account': async (early) => {
      const channels = async () => {
        const { id } = await early.client;
        await early.ask(`/v1/clients/${id}/client-bank-payment-channels`, 'payment');
      };
      return Promise.all([early.ask(wallets), channels()]);
    },
    '/invoice': async (early) => {
      await early.need({ permission: needed.invoiceList });
      return early.ask('/v1/invoices/client?page=1');
    },
    '/settlement': (early) => early.flags.settlement && early.ask('/v1/settlements', 'settlement'),
    '/bill-payment': (early) =>
      Promise.all([
        early.ask('/dashboard/v1/products/client?active=true&page=1&perPage=10'),
        early.ask(wallets),
        early.ask('/v1/operator'),
      ]),
    '/bill-payment/contact-list': async (early) => {
      await early.need({ permission: needed.employeeList, feature: corporate });
      return early.ask('/v1/employees?active=true&perPage=10&page=1');
    },
    '/bill-payment/order-history': async (early) => {
      await early.need({ permission: needed.scheduledOrderList, feature: corporate });
      return early.ask('/v1/scheduled-orders?perPage=10&page=1');
    },
    '/connect': shop,
    '/connect/settings/configs': shop,
    '/connect/settings/preview': shop,
    '/connect/settings/payment-integration': shop,
    '/connect/settings/sku': skus,
    '/profile/user-management': (early) => early.ask('/v1/user/list'),
    '/profile/developers': async (early) => {
      await early.need({ permission: needed.webhookManage });
      return early.ask('/v1/webhooks');
    },
    '/profile/developers/requests': async (early) => {
      await early.need({ permission: needed.webhookManage });
      return early.ask('/v1/requests');
    },
    '/profile/developers/sandbox': async (early) => {
      await early.need({ permission: needed.webhookManage });
      return early.ask('/v1/sandbox');
    },
    '/profile/api-key': async (early) => {
      await early.need({ permission: needed.profileApiKey });
      return early.ask('/v1/user/list?filter=api');
    },
  },
  searchPages: { '/orders': orders, '/orders/list': orders, '/product': products },
};

type Deposits = Wallets['deposits'];

const firstOf = (deposits: Deposits) => deposits.find(({ type }) => (type as string) !== '')?.type;
const activeOf = (deposits: Deposits) => firstOf(deposits.filter(({ active }) => active));
/** A client whose wallets are all inactive still has statements. */
const activeOrFirstOf = (deposits: Deposits) => activeOf(deposits) ?? firstOf(deposits);

/**
 * Asks for the wallets, and for what a page shows of the first one: at once if the session keeps which that was
 * (features/deposit/first-wallet.ts), and again if it is another one now.
 */
async function askForFirstWallet(
  early: AccountCalls,
  shown: (deposits: Deposits) => string | undefined,
  ask: (type: string) => Promise<unknown>,
): Promise<void> {
  const stored = early.fresh('firstWallet');
  const before = typeof stored === 'string' ? stored : undefined;
  const fromWallets = async () => {
    const { deposits } = await early.ask<Wallets>(wallets);
    const type = shown(deposits);
    if (type !== undefined && type !== before) await ask(type);
  };
  await Promise.all([fromWallets(), before !== undefined && ask(before)]);
}

/** Today, by the client's clock. */
async function todayOf(early: AccountCalls): Promise<string> {
  const { timeZone } = await early.client;
  return new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date());
}

/** The month before that of a day: `2026-10` for `2026-11-26`. */
function monthBefore(day: string): string {
  const month = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  month.setUTCMonth(month.getUTCMonth() - 1);
  return month.toISOString().slice(0, 7);
}

/**
 * Asks for the list of SKUs if the shop is published: before, the first margins are in its place. At once if the session
 * keeps that it was (features/connect/sku/sku-loader.ts).
 */
async function skus(early: AccountCalls): Promise<void> {
  const list = async () => {
    await early.need({ feature: connect });
    await early.ask('/v1/external/clientproducts/webapp?page=1&perPage=10', 'connect');
  };
  const wasPublished = early.fresh('shopPublished') === true;
  const fromShop = async () => {
    const { isPublished } = await shop(early);
    if (isPublished && !wasPublished) await list();
  };
  await Promise.all([fromShop(), wasPublished && list()]);
}

async function shop(early: AccountCalls): Promise<AnswerOf<'/v1/webapp/config', 'get'>> {
  await early.need({ feature: connect });
  return early.ask('/v1/webapp/config', 'connect');
}

/** The list, and the product that the address opens. Filters are left to the page. */
async function products(early: AccountCalls, search: URLSearchParams): Promise<void> {
  if ([...search.keys()].some((name) => name !== 'product')) return;
  const list = '/dashboard/v1/products/client';
  const code = search.get('product');
  await Promise.all([
    early.ask(`${list}?page=1&perPage=50`),
    code !== null && early.ask(`${list}/${encodeURIComponent(code)}/prices`),
  ]);
}

/** Order History has days in its address; a bare link leads to today, by the client's clock. Filters are left to the page. */
async function orders(early: AccountCalls, search: URLSearchParams): Promise<void> {
  if ([...search.keys()].some((name) => name !== 'dateStart' && name !== 'dateEnd')) return;
  const today = await todayOf(early);
  const [start, end] = [search.get('dateStart') ?? today, search.get('dateEnd') ?? today];
  const days = (Date.parse(end) - Date.parse(start)) / dayMs;
  // What the server would refuse is not asked.
  if (search.size === 1 || end > today || !(days >= 0 && days <= mostDays)) return;
  await early.ask(`/v1/orders/external?dateStart=${start}&dateEnd=${end}`);
}
