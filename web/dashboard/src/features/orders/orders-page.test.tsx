import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { session } from '@/session/session';

import { makeUser } from '../../../../test/factories';
import { testNetwork } from '../../../../test/network';
import { renderApp } from '../../../test/render-app';
import { widen } from '../../../../test/widen';

const network = testNetwork();
const order = {
  orderId: '2611211432410100042',
  clientRef: 'INV-88213',
  productCode: 'PLN100',
  productName: 'Token PLN 100.000',
  reference: { name: 'SITI AMINAH' },
  walletType: 'level_1',
  destinationNo: '320144778120',
  price: 100_450,
  status: 'failed',
  refunded: true,
  paymentType: 'deposit',
  createdAt: '2026-11-21T07:32:15Z',
  updatedAt: '2026-11-21T07:32:16Z',
};
const detail = {
  ...order,
  serialNumber: '',
  reason: 'Destination number is not registered',
  nextCheckAt: null,
  history: [
    { event: 'placed', at: order.createdAt, channel: 'h2h' },
    { event: 'charged', at: order.createdAt, amount: -100_450, balanceBefore: 300_450, balanceAfter: 200_000 },
    { event: 'sent', at: order.createdAt, attempt: 1 },
    {
      event: 'answered',
      at: order.updatedAt,
      attempt: 1,
      outcome: 'failed',
      reason: 'Destination number is not registered',
    },
    { event: 'refunded', at: order.updatedAt, amount: 100_450, balanceBefore: 200_000, balanceAfter: 300_450 },
  ],
};
const exportOfNovember = {
  id: 'a',
  dateStart: '2026-11-01',
  dateEnd: '2026-11-20',
  depositType: '',
  status: 'running',
  rowsTotal: 12_000,
  rowsDone: 3000,
  csv: null,
  xlsx: null,
  createdAt: '2026-11-21T07:00:00Z',
  finishedAt: null,
  expiresAt: null,
};
const none = { count: 0, amount: 0 };
const sums = { success: none, pending: none, failed: none, refunded: none, partial: false };
const file = { url: '/v1/files/1001/a.csv?signature=x', size: 12_400, sha256: 'x' };
let exports: object[] = [];
const list = '/orders/list?dateStart=2026-11-20&dateEnd=2026-11-21';
const phoneWidth = 390;
const deskWidth = 1440;

function serve(withReport: boolean) {
  const user = makeUser({ user: { options: { depositEventNewReport: withReport } } });
  network.use(
    http.get('*/v1/user', () => HttpResponse.json(user)),
    http.get('*/v1/permission', () => HttpResponse.json({ '22': true })),
    http.get('*/v1/orders/external', () => HttpResponse.json([order])),
    http.get('*/v1/orders/external/hourly', () => HttpResponse.json([])),
    http.get('*/v1/orders/external/summary', () => HttpResponse.json(sums)),
    http.get('*/v1/orders/exports', () => HttpResponse.json(exports)),
    http.get(`*/v1/orders/${order.orderId}`, () => HttpResponse.json(detail)),
    http.get('*/dashboard/v1/deposits/client', () => HttpResponse.json({ deposits: [] })),
    http.get('*/v1/events', () => HttpResponse.json({ code: 'NotFoundError', message: '' }, { status: 404 })),
  );
}

beforeEach(() => session.begin('token-1', 'root'));
afterEach(() => widen(deskWidth));

describe('a client without any order', () => {
  it.each([
    [true, 'Generate an API key'],
    [false, 'Ask a user with the API key permission for an API key.'],
  ])('sees how to place the first one, with the API key permission %s', async (mayMakeKeys, step) => {
    serve(false);
    network.use(
      http.get('*/v1/permission', () => HttpResponse.json({ '14': mayMakeKeys })),
      http.get('*/v1/orders/external', () => HttpResponse.json([])),
    );
    renderApp(list);
    expect(await screen.findByText('No orders yet')).toBeTruthy();
    expect(await screen.findByText(step)).toBeTruthy();
    expect(screen.getByText(/^curl /u).textContent).toContain('/h2h/v1/orders');
    expect(screen.queryByText('No order matches these filters')).toBeNull();
  });

  it('is told that its search found nothing where it has orders', async () => {
    serve(false);
    network.use(
      http.get('*/v1/orders/external', ({ request }) =>
        HttpResponse.json(new URL(request.url).searchParams.size === 0 ? [order] : []),
      ),
    );
    renderApp(list);
    expect(await screen.findByText('No order matches these filters')).toBeTruthy();
  });
});

it('opens the orders of a scheduled order without the dates of today', async () => {
  serve(false);
  renderApp('/orders?scheduledOrderId=12');
  expect(await screen.findByText('Token PLN 100.000')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'scheduled order 12: show other orders too' })).toBeTruthy();
  expect(window.location.search).toBe('?scheduledOrderId=12');
});

describe('tabs of Order History', () => {
  it.each([
    [true, ['List', 'Export', 'Report']],
    [false, ['List', 'Export']],
  ])('with the option of the new report %s', async (withReport, names) => {
    serve(withReport);
    renderApp(list);
    await screen.findByText('Token PLN 100.000');
    const tabs = within(screen.getByRole('navigation', { name: 'Order History' }));
    await waitFor(() => expect(tabs.getAllByRole('link').map((tab) => tab.textContent)).toEqual(names));
    expect(tabs.getByRole('link', { name: 'List' }).getAttribute('aria-current')).toBe('page');
  });

  it('leads to the list from the address of a report tab that the user lacks', async () => {
    serve(false);
    renderApp('/orders/report');
    expect(await screen.findByText('Token PLN 100.000')).toBeTruthy();
    expect(window.location.pathname).toBe('/external/orders');
    const tabs = within(screen.getByRole('navigation', { name: 'Order History' }));
    expect(tabs.getByRole('link', { name: 'List' }).getAttribute('aria-current')).toBe('page');
  });

  it('leads back from Export to a list with its dates', async () => {
    serve(true);
    const user = renderApp('/orders/export');
    expect(await screen.findByRole('heading', { name: 'Export Order' })).toBeTruthy();
    const tabs = within(screen.getByRole('navigation', { name: 'Order History' }));
    await user.click(tabs.getByRole('link', { name: 'List' }));
    expect(await screen.findByText('Token PLN 100.000')).toBeTruthy();
    expect(window.location.search).toMatch(/^\?dateStart=[\d-]{10}&dateEnd=[\d-]{10}$/u);
  });

  it('leads a new tab from an order to its detail', async () => {
    serve(true);
    renderApp(list);
    const link = await screen.findByRole('link', { name: `Order ${order.orderId}` });
    expect(link.getAttribute('href')).toBe(`/external${list}&order=${order.orderId}`);
  });

  it('survives any nonsense in the URL', async () => {
    serve(true);
    renderApp('/orders/list?page=abc&filterType=99&dateStart=yesterday&before=%3Cb%3E&order=x&query=');
    expect(await screen.findByText('Token PLN 100.000')).toBeTruthy();
  });
});

describe('export', () => {
  afterEach(() => {
    exports = [];
  });

  it('asks for a range first', async () => {
    serve(true);
    const user = renderApp('/orders/export');
    await user.click(await screen.findByRole('button', { name: 'Export' }));
    expect(await screen.findByText('Please select the date range')).toBeTruthy();
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Date range: Select dates');
  });

  it('shows true counts, and says that the files were sent when they were', async () => {
    exports = [exportOfNovember];
    serve(true);
    renderApp('/orders/export');
    expect(await screen.findByText('3.000 of 12.000 orders')).toBeTruthy();
    expect(screen.getByRole('progressbar', { name: 'Running' }).getAttribute('aria-valuenow')).toBe('3000');
    expect(screen.queryByText('Order data has been sent to your finance email')).toBeNull();
    exports = [
      {
        ...exportOfNovember,
        status: 'done',
        rowsDone: 12_000,
        csv: file,
        xlsx: file,
        expiresAt: '2026-11-28T07:00:00Z',
      },
    ];
    expect(await screen.findByText('Order data has been sent to your finance email')).toBeTruthy();
    expect(screen.getByText('12.000 orders, until 28 Nov 2026, 14:00:00 WIB')).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Download CSV of 1 Nov – 20 Nov 2026' });
    expect(link.getAttribute('href')).toMatch(/^http.*\/v1\/files\/1001\/a\.csv\?signature=x$/u);
  });
});

describe('reports', () => {
  const reports = '*/v1/depositevents/orders/reports/export';

  it('lists the files of the days in the URL, each with its Download', async () => {
    serve(true);
    network.use(
      http.post(reports, async ({ request }) => {
        expect(await request.json()).toEqual({ startDate: '2026-11-01', endDate: '2026-11-02' });
        return HttpResponse.json([
          {
            date: '2026-11-01',
            urlReport: '/v1/files/r',
            rows: 1200,
            size: 900,
            sha256: 'x',
            xlsx: { url: '/v1/files/w', size: 700, sha256: 'y' },
          },
        ]);
      }),
    );
    const user = renderApp('/orders/report?dateStart=2026-11-01&dateEnd=2026-11-02');
    await user.click(await screen.findByRole('link', { name: 'Download 1 Nov 2026' }));
    expect(await screen.findByText('Check your downloads folder')).toBeTruthy();
    expect(screen.getByText('1.200')).toBeTruthy();
    const workbook = screen.getByRole('link', { name: 'XLSX of 1 Nov 2026' });
    expect(workbook.getAttribute('href')).toMatch(/^http.*\/v1\/files\/w$/u);
  });

  it('says so when the same days are asked for again and fail', async () => {
    serve(true);
    network.use(http.post(reports, () => HttpResponse.json([])));
    const user = renderApp('/orders/report?dateStart=2026-11-01&dateEnd=2026-11-02');
    await screen.findByText('No report for these days');
    const refused = { code: 'ForbiddenError', message: 'No.' };
    network.use(http.post(reports, () => HttpResponse.json(refused, { status: 403 })));
    await user.click(screen.getByRole('button', { name: 'Show Reports' }));
    expect(await screen.findByText('Unauthorized Action!')).toBeTruthy();
    expect(screen.getByText('No report for these days')).toBeTruthy();
  });

  it('leaves the focus in the form when the days of the URL change', async () => {
    serve(true);
    network.use(http.post(reports, () => HttpResponse.json([])));
    renderApp('/orders/report?dateStart=2026-11-01&dateEnd=2026-11-02');
    const show = await screen.findByRole('button', { name: 'Show Reports' });
    show.focus();
    window.history.pushState(null, '', '/external/orders/report?dateStart=2026-11-05&dateEnd=2026-11-06');
    await screen.findByRole('button', { name: 'Date range: 5 Nov – 6 Nov 2026' });
    expect(document.activeElement).toBe(show);
  });

  it('refuses a range that is too long before it asks', async () => {
    serve(true);
    renderApp('/orders/report?dateStart=2026-11-01&dateEnd=2026-11-10');
    expect(await screen.findByText('Maximum date range is 7 days', { selector: 'p' })).toBeTruthy();
  });
});

describe('on a phone', () => {
  it('rows open the whole order, and Back closes it', async () => {
    widen(phoneWidth);
    serve(true);
    const user = renderApp(list);
    await user.click(await screen.findByRole('button', { name: /Token PLN 100\.000/u }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Order Detail' }));
    expect(sheet.getByText('INV-88213')).toBeTruthy();
    expect(sheet.getByText('SITI AMINAH')).toBeTruthy();
    expect(await sheet.findByText('Destination number is not registered')).toBeTruthy();
    expect(sheet.getByText('A receipt exists for success orders only')).toBeTruthy();
    expect(window.location.search).toContain(`order=${order.orderId}`);
    window.history.back();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('the timeline of an order that no supplier can take says that it waits for one', async () => {
    widen(phoneWidth);
    serve(false);
    const pending = { ...detail, status: 'pending', refunded: false, reason: '' };
    const history = [...detail.history.slice(0, 2), { event: 'waiting', at: order.createdAt }];
    network.use(
      http.get(`*/v1/orders/${order.orderId}`, () => HttpResponse.json({ ...pending, history })),
      http.get('*/v1/orders/external', () => HttpResponse.json([{ ...order, status: 'pending', refunded: false }])),
    );
    const user = renderApp(list);
    await user.click(await screen.findByRole('button', { name: /Token PLN 100\.000/u }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Order Detail' }));
    expect(await sheet.findByText('Waiting for a supplier')).toBeTruthy();
    expect(sheet.queryByText('Waiting for the result')).toBeNull();
  });

  it('filters wait behind a button that counts them', async () => {
    widen(phoneWidth);
    serve(true);
    const user = renderApp(`${list}&filterType=3`);
    await screen.findByText('Token PLN 100.000');
    expect(screen.getByRole('button', { name: '20 Nov – 21 Nov 2026' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Filters, 2 active' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Filters' }));
    await user.selectOptions(sheet.getByLabelText('Status'), 'All Status');
    await user.click(sheet.getByRole('button', { name: 'Show Data' }));
    await waitFor(() => expect(window.location.search).toBe('?dateStart=2026-11-20&dateEnd=2026-11-21'));
    expect(await screen.findByRole('button', { name: 'Filters, 1 active' })).toBeTruthy();
  });
});
