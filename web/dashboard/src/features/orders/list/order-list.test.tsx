import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { useState } from 'react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { ListAddress } from '@shared/list/list-address';
import { ThemeProvider } from '@shared/theme/theme-provider';

import { deferred } from '../../../../../test/deferred';
import { testNetwork } from '../../../../../test/network';
import { widen } from '../../../../../test/widen';

import { OrderList } from './order-list';
import { type Order, orderKeys } from '../order-queries';
import type { OrderSearch } from '../order-search';

const ordersUrl = '*/v1/orders/external';
const sumsUrl = '*/v1/orders/external/summary';
const sums = {
  success: { count: 2318, amount: 182_450_750 },
  pending: { count: 6, amount: 300_000 },
  failed: { count: 34, amount: 2_300_000 },
  refunded: { count: 34, amount: 2_300_000 },
  partial: false,
};
const dates = { dateStart: '2026-11-20', dateEnd: '2026-11-21' };
const rule = { maxSpan: 2, lastDay: '2026-11-21' };
const settlingTime = 4000;

const hours = [
  { hour: '2026-11-20T10:00:00+07:00', success: 7, pending: 0, failed: 2 },
  { hour: '2026-11-21T14:00:00+07:00', success: 3, pending: 1, failed: 0 },
];

const hrefOf = () => '/external/orders';

// Otherwise the calendar opens empty, and Mantine prints the page.
beforeAll(() => import('@shared/form/range-calendar'));

type ChangeKind = Exclude<keyof ListAddress<OrderSearch>, 'search'>;

let listCalls: URLSearchParams[] = [];
/** By which rules the address was changed, one after the other (shared/list/list-address.ts). */
let changedBy: ChangeKind[] = [];
let answer: () => Response = () => HttpResponse.json([]);

const network = testNetwork();

beforeEach(() => {
  listCalls = [];
  changedBy = [];
  answer = () => HttpResponse.json([]);
  network.use(
    http.get(ordersUrl, ({ request }) => {
      const params = new URL(request.url).searchParams;
      // Whether the client has any order at all.
      if (params.size === 0) return HttpResponse.json([orderWith()]);
      listCalls.push(params);
      return answer();
    }),
    http.get(sumsUrl, () => HttpResponse.json(sums)),
    http.get('*/dashboard/v1/deposits/client', () =>
      HttpResponse.json({
        deposits: [
          { id: '1', type: 'level_1', active: true, balance: 1, minBalanceAlert: 0, settlementStatus: 'active' },
          { id: '2', type: 'multibiller', active: true, balance: 1, minBalanceAlert: 0, settlementStatus: 'inactive' },
        ],
      }),
    ),
    http.get('*/v1/orders/external/hourly', () => HttpResponse.json(hours)),
    http.get('*/v1/events', () => HttpResponse.json({ code: 'NotFoundError', message: 'no stream' }, { status: 404 })),
  );
});

function orderWith(changes: Partial<Order> = {}): Order {
  return {
    orderId: '2611211432410100042',
    clientRef: 'INV-88213',
    productCode: 'PLN100',
    productName: 'Token PLN 100.000',
    reference: { name: 'SITI AMINAH', power: 'R1/1300' },
    walletType: 'level_1',
    destinationNo: '320144778120',
    price: 100_450,
    status: 'success',
    refunded: false,
    paymentType: 'deposit',
    createdAt: '2026-11-21T07:32:15Z',
    updatedAt: '2026-11-21T07:32:16Z',
    ...changes,
  };
}

function pageOf(count: number): Order[] {
  return Array.from({ length: count }, (_, index) => orderWith({ orderId: String(2_611_211_432_000 - index) }));
}

const newClient = () => new QueryClient({ defaultOptions: { queries: { retry: false } } });

interface ScreenProps {
  start: OrderSearch;
  withPaymentType?: boolean;
  queryClient?: QueryClient;
}

function Screen({ start, withPaymentType = false, queryClient }: ScreenProps) {
  const [client] = useState(() => queryClient ?? newClient());
  const [search, setSearch] = useState(start);
  const go = (how: ChangeKind) => (next: OrderSearch) => {
    changedBy.push(how);
    setSearch(how === 'filter' ? { ...next, page: undefined } : next);
  };
  const address = { search, filter: go('filter'), turn: go('turn'), open: go('open'), replace: go('replace') };
  return (
    <ThemeProvider>
      <QueryClientProvider client={client}>
        <OrderList address={address} hrefOf={hrefOf} rule={rule} withPaymentType={withPaymentType} />
        <output data-testid="url">{JSON.stringify(search)}</output>
      </QueryClientProvider>
    </ThemeProvider>
  );
}

const statusFilter = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Status' });
const url = (): unknown => JSON.parse(screen.getByTestId('url').textContent ?? '');

describe('the orders of a scheduled order', () => {
  const takeAway = 'scheduled order 12: show other orders too';
  let sumsAsked: URLSearchParams[] = [];

  beforeEach(() => {
    sumsAsked = [];
    answer = () => HttpResponse.json(pageOf(10));
    network.use(
      http.get(sumsUrl, ({ request }) => {
        sumsAsked.push(new URL(request.url).searchParams);
        return HttpResponse.json(sums);
      }),
    );
  });

  it('load without dates, with their sums and their export', async () => {
    render(<Screen start={{ scheduledOrderId: '12' }} />);
    await screen.findAllByText('Token PLN 100.000');
    const chip = screen.getByRole('button', { name: takeAway });
    expect(chip.closest('p')?.textContent).toBe('Filtered toscheduled order 12');
    expect(listCalls.map(String)).toEqual(['scheduledOrderId=12']);
    await waitFor(() => expect(sumsAsked.map(String)).toEqual(['scheduledOrderId=12']));
    expect(screen.queryByText('Orders by hour')).toBeNull();
    const exported: unknown[] = [];
    network.use(
      http.post('*/v1/orders/export', async ({ request }) => {
        exported.push(await request.json());
        return HttpResponse.json({ code: 'ExportRunningError', message: 'one runs' }, { status: 409 });
      }),
    );
    await userEvent.setup().click(screen.getByRole('button', { name: 'Export these orders' }));
    await waitFor(() => expect(exported).toEqual([{ scheduledOrderId: '12' }]));
  });

  it('stay through pages and filters', async () => {
    const user = userEvent.setup();
    render(<Screen start={{ scheduledOrderId: '12' }} />);
    await screen.findAllByText('Token PLN 100.000');
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(url()).toMatchObject({ scheduledOrderId: '12', page: 2 }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Failed');
    await user.click(screen.getByRole('button', { name: 'Show Data' }));
    expect(url()).toEqual({ scheduledOrderId: '12', filterType: '3' });
    expect(changedBy).toEqual(['turn', 'filter']);
    await waitFor(() => expect(listCalls.at(-1)?.toString()).toBe('filterType=3&scheduledOrderId=12'));
  });

  it('give way to those of the last days by keyboard, and the focus stays in the list', async () => {
    const user = userEvent.setup();
    render(<Screen start={{ scheduledOrderId: '12' }} />);
    const chip = await screen.findByRole('button', { name: takeAway });
    chip.focus();
    await user.keyboard('{Enter}');
    expect(url()).toEqual(dates);
    expect(screen.queryByRole('button', { name: takeAway })).toBeNull();
    expect(changedBy).toEqual(['filter']);
    expect(document.activeElement?.contains(screen.getByRole('table', { name: 'Orders' }))).toBe(true);
    expect(document.activeElement).not.toBe(document.body);
    await waitFor(() => expect(listCalls.at(-1)?.has('scheduledOrderId')).toBe(false));
  });

  it('offer other orders where there are none', async () => {
    answer = () => HttpResponse.json([]);
    const user = userEvent.setup();
    render(<Screen start={{ scheduledOrderId: '12' }} />);
    expect(await screen.findByText(/^Nothing was ordered by scheduled order 12\./u)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Show other orders too' }));
    expect(url()).toEqual(dates);
  });
});

describe('when the list loads', () => {
  it.each<[string, OrderSearch]>([
    ['nothing', {}],
    ['one date', { dateStart: '2026-11-20' }],
    ['a status alone', { filterType: '3' }],
  ])('waits with %s in the URL', async (_, start) => {
    render(<Screen start={start} />);
    expect(await screen.findByText('Choose a date range')).toBeTruthy();
    expect(listCalls).toHaveLength(0);
  });

  it('refuses a range that is too long, and says so at the field', async () => {
    render(<Screen start={{ dateStart: '2026-11-10', dateEnd: '2026-11-20' }} />);
    expect(await screen.findByText('Maximum date range is 2 days')).toBeTruthy();
    expect(listCalls).toHaveLength(0);
  });

  it('asks for today from the prompt', async () => {
    const user = userEvent.setup();
    render(<Screen start={{}} />);
    await user.click(await screen.findByRole('button', { name: 'Show today' }));
    await waitFor(() => expect(listCalls).toHaveLength(1));
    expect(listCalls[0]?.toString()).toBe('dateStart=2026-11-21&dateEnd=2026-11-21');
  });

  it('writes the filters on Show Data and goes back to the first page', async () => {
    answer = () => HttpResponse.json(pageOf(10));
    const user = userEvent.setup();
    render(<Screen start={{ ...dates, page: 4, before: '9' }} />);
    await screen.findAllByText('Token PLN 100.000');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Failed');
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Wallet Type' }), 'Multibiller');
    expect(listCalls.at(-1)?.has('filterType')).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Show Data' }));
    const filters = { ...dates, filterType: '3', depositType: 'multibiller' };
    expect(url()).toEqual(filters);
    await waitFor(() => expect(Object.fromEntries(listCalls.at(-1) ?? [])).toEqual(filters));
  });

  it('keeps what was chosen and not applied when a search settles', async () => {
    const user = userEvent.setup();
    render(<Screen start={dates} />);
    await user.selectOptions(statusFilter(), 'Failed');
    await user.type(screen.getByRole('searchbox'), '$0812{Enter}');
    await waitFor(() => expect(url()).toMatchObject({ query: '$0812' }));
    expect(changedBy).toEqual(['filter']);
    expect(url()).not.toHaveProperty('filterType');
    expect(statusFilter().selectedOptions[0]?.textContent).toBe('Failed');
    await user.click(screen.getByRole('button', { name: 'Show Data' }));
    expect(url()).toMatchObject({ query: '$0812', filterType: '3' });
  });

  it('loads the same filters again when Show Data is pressed again', async () => {
    const user = userEvent.setup();
    render(<Screen start={dates} />);
    await screen.findByText('No order matches these filters');
    await user.click(screen.getByRole('button', { name: 'Show Data' }));
    await waitFor(() => expect(listCalls).toHaveLength(2));
  });

  it('searches once typing has settled, and at once on Enter', async () => {
    const user = userEvent.setup();
    render(<Screen start={{}} />);
    await user.type(screen.getByRole('searchbox'), '#2611211432410100042');
    expect(listCalls).toHaveLength(0);
    await waitFor(() => expect(listCalls).toHaveLength(1), { timeout: settlingTime });
    expect(listCalls[0]?.get('query')).toBe('#2611211432410100042');
    await user.clear(screen.getByRole('searchbox'));
    await user.type(screen.getByRole('searchbox'), '!INV-1{Enter}');
    expect(url()).toEqual({ query: '!INV-1' });
  });

  it('takes the focus to the search box with a slash', async () => {
    const user = userEvent.setup();
    render(<Screen start={{}} />);
    await user.keyboard('/');
    expect(screen.getByRole('searchbox')).toHaveProperty('value', '');
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
  });
});

describe('payment type', () => {
  it.each([
    [true, 1],
    [false, 0],
  ])('is offered with a settlement: %s', async (withPaymentType, count) => {
    render(<Screen start={{}} withPaymentType={withPaymentType} />);
    await screen.findByRole('combobox', { name: 'Status' });
    expect(screen.queryAllByRole('combobox', { name: 'Payment Type' })).toHaveLength(count);
  });
});

describe('rows', () => {
  it('show every part of an order', async () => {
    answer = () => HttpResponse.json([orderWith({ status: 'failed', refunded: true })]);
    render(<Screen start={dates} />);
    await screen.findByText('Refunded');
    const table = within(screen.getByRole('table', { name: 'Orders' }));
    const text = table.getAllByRole('row')[1]?.textContent ?? '';
    for (const part of [
      '2611211432410100042',
      '21 Nov 2026, 14:32:15 · Updated 14:32:16',
      'INV-88213',
      'Token PLN 100.000',
      'name: SITI AMINAH · power: R1/1300',
      'Level 1',
      '320144778120',
      'Rp.100.450',
      'Failed',
      'Refunded',
    ]) {
      expect(text).toContain(part);
    }
  });

  it('show the same on a phone, with the actions in the row', async () => {
    widen(390);
    try {
      answer = () => HttpResponse.json([orderWith({ updatedAt: '2026-11-22T01:02:03Z' })]);
      render(<Screen start={dates} />);
      const row = (await screen.findByText('Token PLN 100.000')).closest('li') ?? document.body;
      for (const part of ['INV-88213', 'Level 1', 'Updated', '22 Nov', '08:02:03'])
        expect(row.textContent).toContain(part);
      const names = within(row)
        .getAllByRole('button')
        .map((button) => button.getAttribute('aria-label'));
      expect(names).toEqual([null, 'Download Receipt of order 2611211432410100042', 'Copy order 2611211432410100042']);
    } finally {
      widen(1024);
    }
  });

  it('copy as text, and say so', async () => {
    answer = () => HttpResponse.json([orderWith()]);
    const user = userEvent.setup();
    render(<Screen start={dates} />);
    await user.click(await screen.findByRole('button', { name: 'Copy order 2611211432410100042' }));
    expect(await screen.findByText('Order copied!')).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe(
      'Time: 21 Nov 2026, 14:32:15 WIB\nOrder ID: 2611211432410100042\n' +
        'Product: Token PLN 100.000\nDestination Number: 320144778120',
    );
  });
});

describe('opening', () => {
  it('leads from the row and from its link to the detail, and from success alone to a receipt', async () => {
    answer = () => HttpResponse.json([orderWith(), orderWith({ orderId: '5', status: 'failed' })]);
    const user = userEvent.setup();
    render(<Screen start={dates} />);
    await user.click(await screen.findByRole('link', { name: 'Order 5' }));
    expect(url()).toEqual({ ...dates, order: '5' });
    expect(changedBy).toEqual(['open']);
    expect(screen.queryByRole('button', { name: 'Download Receipt of order 5' })).toBeNull();
  });

  it('opens by a press anywhere on the row, but not by its buttons', async () => {
    answer = () => HttpResponse.json([orderWith()]);
    const user = userEvent.setup();
    render(<Screen start={dates} />);
    await user.click(await screen.findByRole('button', { name: 'Copy order 2611211432410100042' }));
    expect(url()).toEqual(dates);
    await user.click(screen.getByText('Level 1', { selector: 'td *' }));
    expect(url()).toEqual({ ...dates, order: '2611211432410100042' });
  });

  it('names the receipt in the URL', async () => {
    answer = () => HttpResponse.json([orderWith()]);
    const user = userEvent.setup();
    render(<Screen start={dates} />);
    await user.click(await screen.findByRole('button', { name: /^Download Receipt/u }));
    expect(url()).toEqual({ ...dates, receipt: '2611211432410100042' });
    expect(changedBy).toEqual(['open']);
  });
});

const totals = () => within(screen.getByRole('region', { name: 'Totals' }));

describe('sums', () => {
  it('stand by status, with what was refunded', async () => {
    answer = () => HttpResponse.json([orderWith()]);
    render(<Screen start={dates} />);
    await screen.findByText('2.318');
    const [success, pending, failed] = totals()
      .getAllByRole('term')
      .map((term) => term.parentElement?.textContent);
    expect(success).toBe('Success2.318Rp.182.450.750');
    expect(pending).toBe('Pending6Rp.300.000');
    expect(failed).toBe('Failed34Rp.2.300.000 refunded');
  });

  it('are of the status of the filter alone', async () => {
    answer = () => HttpResponse.json([orderWith()]);
    render(<Screen start={{ ...dates, filterType: '4' }} />);
    await screen.findByText('2.318');
    expect(totals().getAllByRole('term')).toHaveLength(1);
  });

  it('say in their place that they failed, and are tried again', async () => {
    answer = () => HttpResponse.json([orderWith()]);
    network.use(http.get(sumsUrl, () => HttpResponse.json({ code: 'InternalError', message: '' }, { status: 500 })));
    const user = userEvent.setup();
    render(<Screen start={dates} />);
    expect(await screen.findByText('The totals could not be loaded')).toBeTruthy();
    network.use(http.get(sumsUrl, () => HttpResponse.json(sums)));
    await user.click(totals().getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('2.318')).toBeTruthy();
  });

  it('are exported with the filter of the list', async () => {
    answer = () => HttpResponse.json([orderWith()]);
    const sent: unknown[] = [];
    const begun = { id: 'x', status: 'running', dateStart: dates.dateStart, dateEnd: dates.dateEnd };
    network.use(
      http.post('*/v1/orders/export', async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json(begun, { status: 202 });
      }),
      http.get('*/v1/orders/exports', () => HttpResponse.json([{ ...begun, status: 'done' }])),
    );
    const user = userEvent.setup();
    render(<Screen start={{ ...dates, query: '$0812', filterType: '3', page: 2, before: '9' }} />);
    await user.click(await screen.findByRole('button', { name: 'Export these orders' }));
    expect(await screen.findByText('Order data has been sent to your finance email')).toBeTruthy();
    expect(sent).toEqual([{ ...dates, query: '$0812', filterType: 3 }]);
  });
});

describe('whether the client has any order', () => {
  it.each<[string, OrderSearch, number]>([
    ['days without any', dates, 1],
    ['a search without a hit', { ...dates, query: '$0812' }, 0],
    ['a search over all dates', { query: '$0812' }, 0],
    ['a filter without a hit', { ...dates, filterType: '3' }, 0],
  ])('after %s', async (_what, start, times) => {
    let bare = 0;
    network.use(
      http.get(ordersUrl, ({ request }) => {
        const isBare = new URL(request.url).searchParams.size === 0;
        if (isBare) bare += 1;
        return HttpResponse.json(isBare ? [orderWith()] : []);
      }),
    );
    render(<Screen start={start} />);
    await screen.findByRole('heading', { name: /^No order/u });
    expect(bare).toBe(times);
  });
});

describe('stepping through the list', () => {
  it('past a full last page opens nothing by itself once the detail was closed', async () => {
    const rows = pageOf(10);
    answer = () => HttpResponse.json(listCalls.at(-1)?.has('before') ? [] : rows);
    const last = rows.at(-1)?.orderId ?? '';
    network.use(http.get(`*/v1/orders/${last}`, () => HttpResponse.json({ code: 'NotFoundError' }, { status: 404 })));
    const user = userEvent.setup();
    render(<Screen start={{ ...dates, order: last }} />);
    const detail = await screen.findByRole('dialog', { name: 'Order Detail' });
    await screen.findByText('Rows 1–10');
    await user.click(within(detail).getByRole('button', { name: 'Order below' }));
    expect(await screen.findByText('No more rows')).toBeTruthy();
    await user.click(within(detail).getByRole('button', { name: 'Close order' }));
    await user.click(screen.getByRole('button', { name: 'Back to page 1' }));
    await screen.findByText('Rows 1–10');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(url()).toEqual(dates);
    expect(changedBy).toEqual(['replace', 'replace', 'turn']);
  });
});

describe('stepping to another page', () => {
  const rows = pageOf(10);
  let next = deferred<undefined>();

  beforeEach(() => {
    next = deferred();
    network.use(
      http.get(ordersUrl, async ({ request }) => {
        if (new URL(request.url).searchParams.has('before')) await next.promise;
        return HttpResponse.json(rows);
      }),
      http.get(/\/v1\/orders\/\d+$/u, () => HttpResponse.json({ code: 'NotFoundError' }, { status: 404 })),
    );
  });

  async function stepDown() {
    const user = userEvent.setup();
    const queryClient = newClient();
    render(<Screen start={{ ...dates, order: rows.at(-1)?.orderId }} queryClient={queryClient} />);
    const detail = within(await screen.findByRole('dialog', { name: 'Order Detail' }));
    await screen.findByText('Rows 1–10');
    const below = detail.getByRole('button', { name: 'Order below' });
    await user.click(below);
    const arrive = async () => {
      next.resolve(undefined);
      await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    };
    return { user, detail, below, arrive };
  }

  it('opens nothing if the detail is closed before the page has come', async () => {
    const { user, detail, arrive } = await stepDown();
    await user.click(detail.getByRole('button', { name: 'Close order' }));
    await arrive();
    expect(url()).toEqual(dates);
  });

  it('opens nothing if a receipt is opened before the page has come', async () => {
    const { user, detail, arrive } = await stepDown();
    await user.click(await detail.findByRole('button', { name: /Receipt/u }));
    await arrive();
    const last = rows.at(-1)?.orderId;
    expect(url()).toEqual({ ...dates, order: last, receipt: last });
    expect(changedBy).toEqual(['open']);
  });

  it('says that it loads, and keeps the focus', async () => {
    const { below, arrive } = await stepDown();
    expect(below.getAttribute('aria-busy')).toBe('true');
    expect(below.getAttribute('aria-disabled')).toBe('true');
    expect(document.activeElement).toBe(below);
    await arrive();
    await waitFor(() => expect(below.getAttribute('aria-busy')).toBe('false'));
    expect(url()).toMatchObject({ page: 2 });
  });
});

describe('stepping while new orders push the open one off its page', () => {
  const rows = pageOf(12).map((row, index) => ({ ...row, productName: `Order ${index}` }));
  const idOf = (index: number) => rows[index]?.orderId ?? '';
  let first = 2;

  beforeEach(() => {
    first = 2;
    answer = () =>
      HttpResponse.json(listCalls.at(-1)?.has('before') ? rows.slice(first + 10) : rows.slice(first, first + 10));
    network.use(http.get(/\/v1\/orders\/\d+$/u, () => HttpResponse.json({ code: 'NotFoundError' }, { status: 404 })));
  });

  async function slideOff() {
    const user = userEvent.setup();
    const queryClient = newClient();
    render(<Screen start={{ ...dates, order: idOf(11) }} queryClient={queryClient} />);
    await screen.findByText('Rows 1–10');
    await screen.findByRole('dialog', { name: 'Order Detail' });
    first = 0;
    void queryClient.invalidateQueries({ queryKey: orderKeys.lists });
    await screen.findAllByText('Order 0');
    await waitFor(() => expect(screen.queryAllByText('Order 11')).toHaveLength(0));
    const detail = screen.getByRole('dialog', { name: 'Order Detail' });
    return { press: (name: string) => user.click(within(detail).getByRole('button', { name })) };
  }

  it('goes up to the last order of the page', async () => {
    const { press } = await slideOff();
    await press('Order above');
    expect(url()).toEqual({ ...dates, order: idOf(9) });
    expect(changedBy).toEqual(['replace']);
  });

  it('goes down on the next page from where the open order is now', async () => {
    const { press } = await slideOff();
    await press('Order below');
    await waitFor(() => expect(url()).toMatchObject({ page: 2, order: idOf(11) }));
    await screen.findByText('Rows 11–12');
    await press('Order above');
    expect(url()).toMatchObject({ page: 2, order: idOf(10) });
  });
});

describe('orders by hour', () => {
  it('has totals in words and the same figures as a table', async () => {
    answer = () => HttpResponse.json([orderWith()]);
    render(<Screen start={dates} />);
    const table = within(await screen.findByRole('table', { name: 'Orders by hour' }));
    const chart = within(screen.getByRole('region', { name: 'Orders by hour' }));
    expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'HourSuccessPendingFailed',
      '20 Nov 2026, 10:00–11:00 WIB702',
      '21 Nov 2026, 14:00–15:00 WIB310',
    ]);
    expect(chart.getAllByRole('definition').map((figure) => figure.textContent)).toEqual([
      '10',
      '76,9%',
      '1',
      '7,7%',
      '2',
      '15,4%',
    ]);
  });

  it('narrows the list to an hour and a state by the keyboard, and gives all hours back', async () => {
    answer = () => HttpResponse.json([orderWith()]);
    const user = userEvent.setup();
    render(<Screen start={dates} />);
    const bars = await screen.findByRole('listbox', { name: 'Orders by hour' });
    bars.focus();
    await user.keyboard('{ArrowLeft}{ArrowUp}{ArrowUp}{Enter}');
    expect(url()).toEqual({ ...dates, hour: '2026-11-20T03:00:00Z', filterType: '3' });
    expect(changedBy).toEqual(['filter']);
    await user.click(await screen.findByRole('button', { name: /^20 Nov 2026, 10:00–11:00 WIB/u }));
    expect(url()).toEqual({ ...dates, filterType: '3' });
    expect(document.activeElement).toBe(screen.getByRole('listbox', { name: 'Orders by hour' }));
  });

  it('is not there over all dates', async () => {
    answer = () => HttpResponse.json([orderWith()]);
    render(<Screen start={{ query: '#1' }} />);
    await screen.findByText('Token PLN 100.000');
    expect(screen.queryByRole('region', { name: 'Orders by hour' })).toBeNull();
  });
});

describe('pager', () => {
  it.each([
    [10, false],
    [9, true],
    [1, true],
  ])('with %d rows, Next is disabled: %s', async (count, disabled) => {
    answer = () => HttpResponse.json(pageOf(count));
    render(<Screen start={dates} />);
    expect(await screen.findByText(count === 1 ? 'Row 1' : `Rows 1–${count}`)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Next page' })).toHaveProperty('disabled', disabled);
    expect(screen.getByRole('button', { name: 'Previous page' })).toHaveProperty('disabled', true);
  });

  it('goes on and back by cursors', async () => {
    answer = () => HttpResponse.json(pageOf(10));
    const user = userEvent.setup();
    render(<Screen start={dates} />);
    await screen.findByText('Rows 1–10');
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    expect(url()).toEqual({ ...dates, page: 2, before: '2611211431991' });
    await screen.findByText('Rows 11–20');
    expect(listCalls[1]?.get('before')).toBe('2611211431991');
    await user.click(screen.getByRole('button', { name: 'Previous page' }));
    expect(url()).toEqual(dates);
  });
});

describe('empty and failed lists', () => {
  it('names the filters in force and clears them', async () => {
    const user = userEvent.setup();
    render(<Screen start={{ ...dates, filterType: '3', depositType: 'level_2' }} />);
    expect(await screen.findByText('No order matches these filters')).toBeTruthy();
    expect(
      screen.getByText(
        'Nothing failed on 20 – 21 Nov 2026 in wallet Level 2. Try other filters or another date range.',
      ),
    ).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(url()).toEqual(dates);
  });

  it('offers all dates to a search between two days', async () => {
    const user = userEvent.setup();
    render(<Screen start={{ ...dates, query: '#1' }} />);
    await user.click(await screen.findByRole('button', { name: 'Search all dates' }));
    expect(url()).toEqual({ query: '#1' });
    await waitFor(() => expect(listCalls.at(-1)?.toString()).toBe('query=%231'));
  });

  it('filters a search over all dates without asking for dates', async () => {
    answer = () => HttpResponse.json([orderWith()]);
    const user = userEvent.setup();
    render(<Screen start={{ query: '#1' }} />);
    await screen.findByText('Token PLN 100.000');
    expect(screen.getByRole('button', { name: 'Date range: All dates' })).toBeTruthy();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Failed');
    await user.click(screen.getByRole('button', { name: 'Show Data' }));
    expect(url()).toEqual({ query: '#1', filterType: '3' });
  });

  it('takes a preset into the form, and Show Data puts it in force', async () => {
    answer = () => HttpResponse.json([orderWith()]);
    const user = userEvent.setup();
    render(<Screen start={dates} />);
    await user.click(screen.getByRole('button', { name: /^Date range/u }));
    const pressed = await screen.findByText('Last 2 days');
    expect(pressed.closest('button')?.getAttribute('aria-pressed')).toBe('true');
    expect(screen.queryByText('All dates')).toBeNull();
    await user.click(screen.getByText('Yesterday'));
    expect(url()).toEqual(dates);
    await user.click(screen.getByRole('button', { name: 'Show Data' }));
    expect(url()).toEqual({ dateStart: '2026-11-20', dateEnd: '2026-11-20' });
  });

  it('says in place that it failed, with the request number, and tries again', async () => {
    answer = () =>
      HttpResponse.json(
        { code: 'InternalError', message: 'Something went wrong!', requestId: '7f3a-91c2' },
        { status: 500 },
      );
    const user = userEvent.setup();
    render(<Screen start={dates} />);
    expect(await screen.findByText('Orders could not be loaded')).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toBe(
      'InternalErrorOrders could not be loaded Something went wrong! Request 7f3a-91c2RetryLoading…',
    );
    answer = () => HttpResponse.json([orderWith()]);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Token PLN 100.000')).toBeTruthy();
  });

  it('says in place of the rows that the session ended, which the notice announces', async () => {
    let answered = 0;
    answer = () => {
      answered += 1;
      return HttpResponse.json({ code: 'UnauthorizedError', message: 'Token expired' }, { status: 401 });
    };
    render(<Screen start={dates} />);
    await waitFor(() => expect(answered).toBe(1));
    await waitFor(() => expect(screen.getByRole('region', { name: 'Orders' }).getAttribute('aria-busy')).toBe('false'));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByRole('heading', { name: 'Token expired, please login again' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
  });

  it('keeps the rows and says so when Show Data is pressed again and fails', async () => {
    answer = () => HttpResponse.json([orderWith()]);
    const user = userEvent.setup();
    render(<Screen start={dates} />);
    await screen.findByText('Token PLN 100.000');
    answer = () => HttpResponse.json({ code: 'UnavailableError', message: 'Try again later' }, { status: 503 });
    await user.click(screen.getByRole('button', { name: 'Show Data' }));
    expect(await screen.findByText('Try again later')).toBeTruthy();
    expect(screen.getByText('Token PLN 100.000')).toBeTruthy();
  });

  it('keeps the old rows, dimmed, while others load', async () => {
    answer = () => HttpResponse.json([orderWith()]);
    const user = userEvent.setup();
    render(<Screen start={dates} />);
    await screen.findByText('Token PLN 100.000');
    const gate: { open?: () => void } = {};
    const held = new Promise<void>((resolve) => {
      gate.open = resolve;
    });
    network.use(
      http.get(ordersUrl, async ({ request }) => {
        await held;
        return new URL(request.url).searchParams.size === 0 ? HttpResponse.json([orderWith()]) : answer();
      }),
    );
    await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Failed');
    await user.click(screen.getByRole('button', { name: 'Show Data' }));
    expect(screen.getByText('Token PLN 100.000')).toBeTruthy();
    expect(screen.getByRole('region', { name: 'Orders' }).getAttribute('aria-busy')).toBe('true');
    answer = () => HttpResponse.json([]);
    gate.open?.();
    expect(await screen.findByText('No order matches these filters')).toBeTruthy();
  });
});
