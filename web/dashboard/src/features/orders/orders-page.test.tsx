import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { session } from '@/shared/session/session';

import { makeUser } from '../../../test/factories';
import { testNetwork } from '../../../test/network';
import { renderApp } from '../../../test/render-app';

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
const list = '/orders/list?dateStart=2026-11-20&dateEnd=2026-11-21';
const phoneWidth = 390;
const deskWidth = 1440;

interface HappyWindow {
  happyDOM?: { setViewport: (size: { width: number }) => void };
}

function widen(width: number) {
  (window as Window & HappyWindow).happyDOM?.setViewport({ width });
}

function serve(withReport: boolean) {
  const user = makeUser({ user: { options: { depositEventNewReport: withReport } } });
  network.use(
    http.get('*/v1/user', () => HttpResponse.json(user)),
    http.get('*/v1/permission', () => HttpResponse.json({ '22': true })),
    http.get('*/v1/orders/external', () => HttpResponse.json([order])),
    http.get('*/dashboard/v1/deposits/client', () => HttpResponse.json({ deposits: [] })),
    http.get('*/v1/events', () => HttpResponse.json({ code: 'NotFoundError', message: '' }, { status: 404 })),
  );
}

beforeEach(() => session.begin('token-1', 'root'));
afterEach(() => widen(deskWidth));

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

  it('says that Export is not there yet, and leads back to a list with its dates', async () => {
    serve(true);
    const user = renderApp('/orders/export');
    expect(await screen.findByText('Not available in this version.')).toBeTruthy();
    const tabs = within(screen.getByRole('navigation', { name: 'Order History' }));
    await user.click(tabs.getByRole('link', { name: 'List' }));
    expect(await screen.findByText('Token PLN 100.000')).toBeTruthy();
    expect(window.location.search).toMatch(/^\?dateStart=[\d-]{10}&dateEnd=[\d-]{10}$/u);
  });

  it('survives any nonsense in the URL', async () => {
    serve(true);
    renderApp('/orders/list?page=abc&filterType=99&dateStart=yesterday&before=%3Cb%3E&order=x&query=');
    expect(await screen.findByText('Choose a date range')).toBeTruthy();
  });
});

describe('on a phone', () => {
  it('rows open the whole order, and Back closes it', async () => {
    widen(phoneWidth);
    serve(true);
    const user = renderApp(list);
    await user.click(await screen.findByRole('button', { name: /Token PLN 100\.000/u }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Order' }));
    expect(sheet.getByText('INV-88213')).toBeTruthy();
    expect(sheet.getByText('SITI AMINAH')).toBeTruthy();
    expect(window.location.search).toContain(`order=${order.orderId}`);
    window.history.back();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('filters wait behind a button that counts them', async () => {
    widen(phoneWidth);
    serve(true);
    const user = renderApp(`${list}&filterType=3`);
    await screen.findByText('Token PLN 100.000');
    expect(screen.getByRole('button', { name: '20 Nov – 21 Nov 2026' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Filters, 2 in force' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Filters' }));
    await user.selectOptions(sheet.getByLabelText('Status'), 'All Status');
    await user.click(sheet.getByRole('button', { name: 'Show Data' }));
    await waitFor(() => expect(window.location.search).toBe('?dateStart=2026-11-20&dateEnd=2026-11-21'));
    expect(await screen.findByRole('button', { name: 'Filters, 1 in force' })).toBeTruthy();
  });
});
