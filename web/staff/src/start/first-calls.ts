import type { permission } from '@/session/permissions';
import type { EarlyCalls, FirstCalls } from '@shared/app/start/early-calls';

/** Those that are needed here, without the others. */
const needed = {
  clientList: 9,
  products: 21,
  orderDetail: 52,
  orderSettle: 58,
  suspense: 402,
  invoices: 404,
  suppliers: 405,
  routing: 406,
  staffManage: 407,
  auditRead: 408,
  reports: 412,
  jobs: 409,
  shops: 414,
} as const satisfies Partial<typeof permission>;

/** Early calls that depend on the member of staff. */
interface StaffCalls extends EarlyCalls {
  /** Makes a call once the caller is known to have its permission: a refused call would be an error in the console. */
  askIf: (id: number, path: string) => Promise<void>;
}

/** Asks for the member of staff, unless the session keeps fresh answers, as src/session/current-staff.ts. */
export function accountCalls(early: EarlyCalls): StaffCalls {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const stored = early.fresh('user') === undefined ? undefined : (early.fresh('permissions') as number[] | undefined);
  const permissions = stored
    ? Promise.resolve(stored)
    : early.askPlain<{ permission: number[] }>('/staff/v1/me').then((one) => one.permission);
  // The app asks again and says what is wrong.
  permissions.catch(() => undefined);
  return {
    ...early,
    askIf: async (id, path) => {
      if ((await permissions).includes(id)) await early.ask(path);
    },
  };
}

/** The sidebar has counts of the overview on every page. */
const counts = (early: StaffCalls) => early.ask('/staff/v1/overview');

/** The first calls of the pages. Each address is that which the page asks for, or the call would be made twice. */
export const firstCalls: FirstCalls<StaffCalls> = {
  pages: {
    '/overview': counts,
    '/orders': (early) =>
      Promise.all([
        counts(early),
        early.askIf(needed.orderDetail, '/staff/v1/orders'),
        early.askIf(needed.orderDetail, '/staff/v1/me/views?list=orders'),
      ]),
    '/reviews': (early) => Promise.all([counts(early), early.askIf(needed.orderDetail, '/staff/v1/reviews')]),
    '/complaints': (early) =>
      Promise.all([counts(early), early.askIf(needed.orderSettle, '/staff/v1/complaints?state=open')]),
    '/approvals': (early) => Promise.all([counts(early), early.ask('/staff/v1/approvals?status=waiting')]),
    '/jobs': (early) => Promise.all([counts(early), early.askIf(needed.jobs, '/staff/v1/jobs')]),
    '/settings': (early) => Promise.all([counts(early), early.askIf(needed.jobs, '/staff/v1/settings')]),
    '/audit': (early) => Promise.all([counts(early), early.askIf(needed.auditRead, '/staff/v1/audit')]),
    '/clients': (early) => Promise.all([counts(early), early.askIf(needed.clientList, '/staff/v1/clients')]),
    '/products': (early) =>
      Promise.all([
        counts(early),
        early.askIf(needed.products, '/staff/v1/products'),
        early.askIf(needed.products, '/staff/v1/product-choices'),
      ]),
    '/prices': (early) =>
      Promise.all([counts(early), early.askIf(needed.products, '/staff/v1/price-changes?status=scheduled')]),
    '/shops': (early) => Promise.all([counts(early), early.askIf(needed.shops, '/staff/v1/shops')]),
    '/suppliers': (early) => Promise.all([counts(early), early.askIf(needed.suppliers, '/staff/v1/suppliers')]),
    '/routing': (early) => Promise.all([counts(early), early.askIf(needed.routing, '/staff/v1/routing')]),
    '/topups': (early) => Promise.all([counts(early), early.askIf(needed.suspense, '/staff/v1/suspense')]),
    '/invoices': (early) => Promise.all([counts(early), early.askIf(needed.invoices, '/staff/v1/invoices')]),
    '/people': (early) =>
      Promise.all([
        counts(early),
        early.askIf(needed.staffManage, '/staff/v1/people'),
        early.askIf(needed.staffManage, '/staff/v1/roles'),
      ]),
    '/reports': (early) => Promise.all([counts(early), early.askIf(needed.reports, '/staff/v1/reports/sales')]),
    '/shift': (early) => Promise.all([counts(early), early.ask('/staff/v1/shift')]),
  },
  searchPages: {},
  idPages: {
    '/clients': (early, id) =>
      Promise.all([
        counts(early),
        early.askIf(needed.clientList, `/staff/v1/clients/${id}`),
        early.askIf(needed.clientList, `/staff/v1/clients/${id}/summary`),
      ]),
    '/orders': (early, id) => Promise.all([counts(early), early.askIf(needed.orderDetail, `/staff/v1/orders/${id}`)]),
  },
  codePages: {
    '/products': (early, code) =>
      Promise.all([
        counts(early),
        early.askIf(needed.products, `/staff/v1/products/${code}`),
        early.askIf(needed.products, `/staff/v1/price-changes?status=scheduled&productCode=${code}&page=1`),
      ]),
    '/suppliers': (early, code) =>
      Promise.all([
        counts(early),
        early.askIf(needed.suppliers, `/staff/v1/suppliers/${code}`),
        early.askIf(needed.suppliers, `/staff/v1/suppliers/${code}/price-changes`),
      ]),
  },
};
