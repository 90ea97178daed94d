import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { clearNotices } from '@shared/notify/notify';
import { reportError } from '@shared/reporting/report-error';
import type { TopupOrder } from '@/wallet/topup-order-queries';

import { makeUser } from '../../../../test/factories';
import { testNetwork } from '../../../../test/network';
import { renderApp } from '../../../test/render-app';
import { keepSignedIn } from '../../../test/signed-in';
import { makeTopup } from '../../../test/topup-fixtures';

vi.mock(import('@shared/reporting/report-error'), () => ({ reportError: vi.fn<(error: unknown) => void>() }));

const network = testNetwork();
const { id } = makeTopup();
const path = `/deposit/top-up/bank-transfer/${id}`;
const cookie = `loket.transfer.${id}`;

function soon(part: Partial<TopupOrder> = {}): TopupOrder {
  return makeTopup({
    created_at: new Date(Date.now() - 60_000).toISOString(),
    expired_at: new Date(Date.now() + 2 * 60 * 60_000).toISOString(),
    ...part,
  });
}

function serve(order: TopupOrder): void {
  network.use(http.get('*/v1/unique-amount/:id', () => HttpResponse.json({ data: order })));
}

beforeEach(() => {
  vi.useRealTimers();
  clearNotices();
  vi.mocked(reportError).mockClear();
  document.cookie = `${cookie}=; Path=/; Max-Age=0`;
  keepSignedIn(makeUser(), []);
  network.use(
    http.get('*/v1/user', () => HttpResponse.json(makeUser())),
    http.get('*/v1/permission', () => HttpResponse.json({})),
    http.get('*/v1/events', () => HttpResponse.json({}, { status: 404 })),
    http.get('*/v1/unique-amount', () => HttpResponse.json({ data: [] })),
    // The deposit page, to which some journeys lead.
    http.get('*/v1/depositevents', () => HttpResponse.json({ data: [] })),
    http.get('*/v1/clients/1001/banks', () => HttpResponse.json([makeTopup().bank])),
  );
});

const button = (name: string | RegExp) => screen.queryByRole('button', { name });

describe('a top-up', () => {
  it('that is pending shows what to transfer until when, and the ways to go on', async () => {
    serve(soon());
    renderApp(path);
    expect(await screen.findByText('Waiting for payment')).toBeTruthy();
    expect(screen.getByText(/^Pay before \d\d \w+ \d{4} \(\d\d:\d\d WIB\)$/u)).toBeTruthy();
    expect(screen.getByRole('timer').textContent).toMatch(/^0[12]:\d\d:\d\d$/u);
    expect(screen.getByText('017', { selector: 'mark' })).toBeTruthy();
    expect(screen.getByText('Unique Amount').nextSibling?.textContent).toBe('Rp\u00a0017');
    expect(screen.getByText('Wallet').nextSibling?.textContent).toBe('Level 1');
    for (const name of ['Copy the bank account', 'Copy Transfer amount', 'How to pay', 'I am done transferring']) {
      expect(button(name)).toBeTruthy();
    }
    expect(button('Create New Transaction')).toBeNull();
  });

  it.each([
    ['cancelled', 'Your transaction is canceled at your own request'],
    ['expired', 'Your transaction is expired'],
    ['done', 'Transaction Successful'],
  ] as const)('that is %s says so, and offers a new one only', async (status, text) => {
    serve(soon({ status }));
    const user = renderApp(path);
    expect(await screen.findByText(text)).toBeTruthy();
    for (const name of [/^Copy the/u, /^Copy Transfer/u, 'How to pay', 'I am done transferring', 'Cancel This Order']) {
      expect(button(name)).toBeNull();
    }
    expect(screen.queryByRole('timer')).toBeNull();
    const entries = window.history.length;
    network.use(
      http.get('*/v1/unique-amount/whitelist', () => new Promise<Response>(() => undefined)),
      http.get('*/v1/banks', () => HttpResponse.json([])),
      http.get('*/dashboard/v1/deposits/client', () => HttpResponse.json({ deposits: [] })),
    );
    await user.click(screen.getByRole('button', { name: 'Create New Transaction' }));
    await waitFor(() => expect(window.location.pathname).toBe('/external/deposit/top-up/bank-transfer'));
    expect(window.history.length).toBe(entries);
  });
});

describe('a transfer that the user confirms', () => {
  it('stores five minutes in a cookie and loads the page again', async () => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
    serve(soon());
    const user = renderApp(path);
    await user.click(await screen.findByRole('button', { name: 'I am done transferring' }));
    const from = Date.now();
    await user.click(await screen.findByRole('button', { name: 'Yes, I am done' }));
    expect(reload).toHaveBeenCalledOnce();
    const until = Number(new RegExp(`${cookie}=(\\d+)`, 'u').exec(document.cookie)?.[1]);
    expect(until - from).toBeGreaterThanOrEqual(300_000);
    expect(until - Date.now()).toBeLessThanOrEqual(300_000);
  });

  it('is processing while the cookie lasts, then waits again', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    document.cookie = `${cookie}=${Date.now() + 9000}; Path=/`;
    serve(soon());
    renderApp(path);
    expect(await screen.findByText('We have received your money')).toBeTruthy();
    expect(screen.getByText('Transaction is Processing')).toBeTruthy();
    expect(screen.getByRole('timer').textContent).toMatch(/^00:0\d$/u);
    expect(screen.queryByText('Waiting for payment')).toBeNull();
    expect(button('I am done transferring')).toBeNull();
    expect(button('Cancel This Order')).toBeTruthy();
    vi.setSystemTime(Date.now() + 9000);
    expect(await screen.findByText('Waiting for payment')).toBeTruthy();
    expect(button('I am done transferring')).toBeTruthy();
  });

  it('is told of in a dialog if the browser keeps no cookies', async () => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
    vi.spyOn(document, 'cookie', 'set').mockImplementation(() => undefined);
    serve(soon());
    const user = renderApp(path);
    await user.click(await screen.findByRole('button', { name: 'I am done transferring' }));
    await user.click(await screen.findByRole('button', { name: 'Yes, I am done' }));
    const dialog = await screen.findByRole('dialog', { name: 'Error' });
    expect(within(dialog).getByText('An error occurred. Please try again.')).toBeTruthy();
    expect(reload).not.toHaveBeenCalled();
  });
});

describe('cancelling', () => {
  it('asks first, and loads the page again', async () => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
    const called = vi.fn<() => void>();
    serve(soon());
    network.use(
      http.patch('*/v1/unique-amount/:id', () => {
        called();
        return HttpResponse.json({ data: soon({ status: 'cancelled' }) });
      }),
    );
    const user = renderApp(path);
    await user.click(await screen.findByRole('button', { name: 'Cancel This Order' }));
    const question = within(
      await screen.findByRole('dialog', { name: 'Are you sure you want to cancel with this order?' }),
    );
    await user.click(question.getByRole('button', { name: 'Back' }));
    expect(called).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Cancel This Order' }));
    await user.click(await screen.findByRole('button', { name: 'Yes, Cancel' }));
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect(called).toHaveBeenCalledOnce();
  });

  it('that fails is told of in a dialog, and shows how the order ended meanwhile', async () => {
    serve(soon());
    network.use(
      http.patch('*/v1/unique-amount/:id', () => HttpResponse.json({ code: 'TopupEndedError' }, { status: 409 })),
    );
    const user = renderApp(path);
    await user.click(await screen.findByRole('button', { name: 'Cancel This Order' }));
    serve(soon({ status: 'done' }));
    await user.click(await screen.findByRole('button', { name: 'Yes, Cancel' }));
    const dialog = await screen.findByRole('dialog', { name: 'Error' });
    expect(within(dialog).getByText('Something went wrong. Please try again later.')).toBeTruthy();
    // In the page, and not in the live region that tells of the change.
    expect(await screen.findByText('Transaction Successful', { selector: 'strong' })).toBeTruthy();
  });
});

describe('a detail that does not come', () => {
  it.each([
    ['is not found', () => HttpResponse.json({ code: 'NotFoundError' }, { status: 404 })],
    ['is empty', () => HttpResponse.json({ data: null })],
  ])('%s: a dialog says so and leads to the deposit page', async (_, answer) => {
    network.use(http.get('*/v1/unique-amount/:id', answer));
    const user = renderApp(path);
    const dialog = within(await screen.findByRole('dialog', { name: 'Transaction not found' }));
    expect(dialog.getByText('Please check the ID or create a new one.')).toBeTruthy();
    expect(reportError).not.toHaveBeenCalled();
    await user.click(dialog.getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(window.location.pathname).toBe('/external/deposit'));
  });

  it.each([
    ['fails', () => HttpResponse.json({ code: 'InternalError', message: 'Try later.' }, { status: 500 })],
    ['gets no answer', () => HttpResponse.error()],
  ])('%s: it is reported, without a message of the error, and can be loaded again', async (_, answer) => {
    network.use(http.get('*/v1/unique-amount/:id', answer));
    const user = renderApp(path);
    const retry = await screen.findByRole('button', { name: 'Retry' });
    expect(reportError).toHaveBeenCalledOnce();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByText(/InternalError|Try later/u)).toBeNull();
    serve(soon());
    await user.click(retry);
    expect(await screen.findByText('Waiting for payment')).toBeTruthy();
  });
});
