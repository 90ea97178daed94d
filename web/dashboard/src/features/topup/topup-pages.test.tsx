import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { clearNotices } from '@shared/notify/notify';
import { reportError } from '@shared/reporting/report-error';

import { deferred } from '../../../../test/deferred';
import { makeUser } from '../../../../test/factories';
import { testNetwork } from '../../../../test/network';
import { renderApp } from '../../../test/render-app';
import { keepSignedIn } from '../../../test/signed-in';
import { bca, makeTopup, mandiri, openSettings, wallets } from '../../../test/topup-fixtures';

vi.mock(import('@shared/reporting/report-error'), () => ({ reportError: vi.fn<(error: unknown) => void>() }));

const network = testNetwork();
const failed = () => HttpResponse.json({ code: 'InternalError', message: 'No.' }, { status: 500 });
const settingsFailed = 'Failed to fetch unique amount configs. Please try again later.';

function settings(part: Partial<typeof openSettings> = {}): void {
  network.use(http.get('*/v1/unique-amount/whitelist', () => HttpResponse.json({ ...openSettings, ...part })));
}

const card = () => screen.findByRole<HTMLButtonElement>('button', { name: /^Bank Transfer/u });

async function fillIn(user: ReturnType<typeof renderApp>) {
  await user.selectOptions(await screen.findByLabelText('Wallet'), await screen.findByText('Level 1'));
  await user.selectOptions(screen.getByLabelText('Bank'), await screen.findByText('Mandiri'));
  await user.click(screen.getByRole('button', { name: 'Rp\u00a05.000.000' }));
}

async function send(user: ReturnType<typeof renderApp>) {
  await user.click(screen.getByRole('button', { name: 'Proceed' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Top up this wallet?' }));
  expect(dialog.getByText('The wallet cannot be changed after top-up.')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Yes, Proceed' }));
}

beforeEach(() => {
  clearNotices();
  vi.mocked(reportError).mockClear();
  keepSignedIn(makeUser(), []);
  network.use(
    http.get('*/v1/user', () => HttpResponse.json(makeUser())),
    http.get('*/v1/permission', () => HttpResponse.json({})),
    http.get('*/v1/events', () => HttpResponse.json({}, { status: 404 })),
    http.get('*/v1/unique-amount', () => HttpResponse.json({ data: [] })),
    // The deposit page, to which some journeys lead.
    http.get('*/v1/depositevents', () => HttpResponse.json({ data: [] })),
    http.get('*/v1/unique-amount/:id', () => HttpResponse.json({ data: makeTopup() })),
    http.get('*/v1/banks', () => HttpResponse.json([bca, mandiri])),
    http.get('*/dashboard/v1/deposits/client', () => HttpResponse.json({ deposits: wallets })),
  );
  settings();
});

describe('the card of the bank transfer', () => {
  it('is disabled while the settings load, and names the banks that they enable', async () => {
    const answer = deferred<Response>();
    network.use(http.get('*/v1/unique-amount/whitelist', () => answer.promise));
    renderApp('/deposit/top-up');
    expect((await card()).disabled).toBe(true);
    answer.resolve(HttpResponse.json({ ...openSettings, unique_amount_bank: 'BCA' }));
    await waitFor(async () => expect((await card()).disabled).toBe(false));
    expect((await card()).textContent).toContain('Manual Process 5 minutes');
    expect((await card()).textContent).toContain('24/7BCA');
    expect((await card()).textContent).not.toContain('Mandiri');
  });

  it.each([
    ['the client lacks the feature', { unique_amount_for_client_enabled: false }],
    ['the provider switched it off', { unique_amount_active: false }],
  ])('is disabled when %s, and says so', async (_, part) => {
    settings(part);
    renderApp('/deposit/top-up');
    expect(await screen.findByText('Your company cannot top up by bank transfer. Contact CS to use it.')).toBeTruthy();
    expect((await card()).disabled).toBe(true);
  });

  it('is disabled when the settings fail, which a notice tells', async () => {
    network.use(http.get('*/v1/unique-amount/whitelist', failed));
    renderApp('/deposit/top-up');
    expect(await screen.findByText(settingsFailed)).toBeTruthy();
    expect((await card()).disabled).toBe(true);
  });

  it('asks while a transfer is under way, and leads to it', async () => {
    network.use(http.get('*/v1/unique-amount', () => HttpResponse.json({ data: [makeTopup()] })));
    const user = renderApp('/deposit/top-up');
    const list = within(await screen.findByRole('list', { name: 'Ongoing transactions' }));
    const path = `/external/deposit/top-up/bank-transfer/${makeTopup().id}`;
    expect(list.getByRole('link').getAttribute('href')).toBe(path);
    await waitFor(async () => expect((await card()).disabled).toBe(false));
    await user.click(await card());
    const dialog = within(await screen.findByRole('dialog', { name: 'You have ongoing transaction' }));
    expect(dialog.getByText('You can finish it or cancel it')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'See Transaction' }));
    await waitFor(() => expect(window.location.pathname).toBe(path));
  });
});

it('tells that ongoing transactions failed, and reports it', async () => {
  network.use(http.get('*/v1/unique-amount', failed));
  renderApp('/deposit/top-up');
  expect(await screen.findByText('Failed to fetch ongoing transactions. Please try again later.')).toBeTruthy();
  expect(reportError).toHaveBeenCalledOnce();
});

describe('virtual accounts', () => {
  const channel = { id: '1', status: 'active', minimum_topup: 10_000, fee: 0, bank_id: '1', bank: bca };
  const account = {
    id: '1',
    acc_no: '8077701001',
    deposit_id: '1',
    payment_channel: 'virtual_account',
    bank_payment_channel: channel,
  };

  it('need an active wallet, also in the URL', async () => {
    network.use(http.get('*/v1/clients/1001/client-bank-payment-channels', () => HttpResponse.json([account])));
    renderApp('/deposit/top-up/virtual-account?wallet=2');
    expect(await screen.findByText('Please select active wallet to show data.')).toBeTruthy();
    const options = await screen.findAllByRole<HTMLOptionElement>('option');
    expect(options.map(({ text, disabled }) => [text, disabled])).toEqual([
      ['Select Wallet Type', true],
      ['Level 1', false],
      ['Marketplace (Inactive)', true],
    ]);
  });

  it('show the number, a problem, what is missing, and the note of a bank', async () => {
    const problem = { ...channel, status: 'problem', bank: { ...mandiri, name: 'KEB Hana', id: '3' } };
    const other = { ...channel, bank: { ...mandiri, logo: '', note: 'Only on weekdays' } };
    network.use(
      http.get('*/v1/clients/1001/client-bank-payment-channels', () =>
        HttpResponse.json([
          account,
          { ...account, id: '2', deposit_id: '9', bank_payment_channel: other },
          { ...account, id: '3', bank_payment_channel: problem },
        ]),
      ),
    );
    const user = renderApp('/deposit/top-up/virtual-account?wallet=1');
    await user.click(await screen.findByRole('button', { name: 'BCA' }));
    expect(screen.getByText('Minimum Top Up').nextSibling?.textContent).toBe('Rp\u00a010.000');
    expect(screen.getByRole('button', { name: 'Copy the VA number of BCA' })).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Problem' }).disabled).toBe(true);
    const missing = screen.getByRole('button', { name: 'Logo not available Mandiri No data' });
    await user.click(missing);
    expect(screen.getByText('This wallet has no virtual account at this bank.')).toBeTruthy();
    expect(screen.queryByText('Minimum Top Up')).toBeNull();
  });
});

describe('the form of a transfer', () => {
  const form = '/deposit/top-up/bank-transfer';

  it('sends one key with the same input, keeps the input after a failure, and says what it found', async () => {
    const calls: { key: string | null; body: unknown }[] = [];
    network.use(
      http.post('*/v1/clients/1001/unique-amount', async ({ request }) => {
        calls.push({ key: request.headers.get('Idempotency-Key'), body: await request.json() });
        return calls.length < 3 ? failed() : HttpResponse.json({ data: makeTopup() }, { status: 201 });
      }),
    );
    const user = renderApp(form);
    await fillIn(user);
    await send(user);
    await waitFor(() => expect(reportError).toHaveBeenCalledOnce());
    expect((await screen.findByRole('alert')).textContent).toContain('No transaction was found');
    expect(screen.getByLabelText<HTMLInputElement>('Input Nominal').value).toBe('5.000.000');
    await send(user);
    await waitFor(() => expect(calls).toHaveLength(2));
    await user.click(await screen.findByRole('button', { name: 'Rp\u00a01.000.000' }));
    await send(user);
    await waitFor(() => expect(window.location.pathname).toBe(`/external${form}/${makeTopup().id}`));
    expect(calls[0]?.body).toEqual({ amount: 5_000_000, bankShortCode: 'MANDIRI', depositId: '1' });
    expect(calls[0]?.key).toMatch(/^\w{32}$/u);
    expect(calls[1]?.key).toBe(calls[0]?.key);
    expect(calls[2]?.key).not.toBe(calls[0]?.key);
  });

  it('goes to what was made although the answer was lost', async () => {
    let createdOrders: object[] = [];
    network.use(
      http.get('*/v1/unique-amount', () => HttpResponse.json({ data: createdOrders })),
      http.get(`*/v1/unique-amount/${makeTopup().id}`, () => HttpResponse.json({ data: makeTopup() })),
      http.post('*/v1/clients/1001/unique-amount', () => {
        createdOrders = [makeTopup({ base_amount: 5_000_000, amount: 5_000_017, bank: mandiri })];
        return HttpResponse.error();
      }),
    );
    const user = renderApp(form);
    await fillIn(user);
    await send(user);
    await waitFor(() => expect(window.location.pathname).toBe(`/external${form}/${makeTopup().id}`));
    expect(await screen.findByText('The answer was lost')).toBeTruthy();
  });

  it('makes another one where the one of the lost answer has ended', async () => {
    const ended = makeTopup({ id: '7', status: 'done' });
    const keys: (string | null)[] = [];
    network.use(
      http.get('*/v1/unique-amount/7', () => HttpResponse.json({ data: ended })),
      http.post('*/v1/clients/1001/unique-amount', ({ request }) => {
        const key = request.headers.get('Idempotency-Key');
        keys.push(key);
        if (keys.length === 1) return HttpResponse.error();
        // The server repeats the answer that was lost.
        return HttpResponse.json({ data: key === keys[0] ? { ...ended, status: 'pending' } : makeTopup() });
      }),
    );
    const user = renderApp(form);
    await fillIn(user);
    await send(user);
    expect((await screen.findByRole('alert')).textContent).toContain('No transaction was found');
    await send(user);
    await waitFor(() => expect(window.location.pathname).toBe(`/external${form}/${makeTopup().id}`));
    expect(new Set(keys).size).toBe(2);
  });

  it('asks about the open transaction in place of making another one', async () => {
    let open: object[] = [];
    network.use(
      http.get('*/v1/unique-amount', () => HttpResponse.json({ data: open })),
      http.post('*/v1/clients/1001/unique-amount', () => {
        open = [makeTopup()]; // of another tab
        const answer = { code: 'TopupOngoingError', message: '', fields: [], id: makeTopup().id };
        return HttpResponse.json(answer, { status: 409 });
      }),
    );
    const user = renderApp(form);
    await fillIn(user);
    await send(user);
    const dialog = await screen.findByRole('dialog', { name: 'You have ongoing transaction' });
    expect(within(dialog).getByText('You can finish it or cancel it')).toBeTruthy();
    await user.click(await within(dialog).findByRole('button', { name: 'See Transaction' }));
    await waitFor(() => expect(window.location.pathname).toBe(`/external${form}/${makeTopup().id}`));
  });

  it('tells of an answer with the id 0', async () => {
    network.use(
      http.post('*/v1/clients/1001/unique-amount', () => HttpResponse.json({ data: makeTopup({ id: '0' }) })),
    );
    const user = renderApp(form);
    await fillIn(user);
    await send(user);
    const notice = await screen.findByRole('alert');
    expect(notice.textContent).toContain('Something went wrong');
    expect(notice.textContent).toContain('Please try again later');
    expect(window.location.pathname).toBe(`/external${form}`);
  });

  it('shows a refusal at its field', async () => {
    const fields = [{ field: 'amount', message: 'Maximum nominal is Rp 1.000.000' }];
    network.use(
      http.post('*/v1/clients/1001/unique-amount', () =>
        HttpResponse.json({ code: 'ValidationError', fields }, { status: 400 }),
      ),
    );
    const user = renderApp(form);
    await fillIn(user);
    await send(user);
    expect(await screen.findByText('Maximum nominal is Rp 1.000.000')).toBeTruthy();
  });

  it('turns a client without the feature away', async () => {
    settings({ unique_amount_for_client_enabled: false });
    renderApp(form);
    const notice = await screen.findByRole('alert');
    expect(notice.textContent).toContain('Error');
    expect(notice.textContent).toContain("You don't have permission");
    expect(screen.queryByRole('button', { name: 'Proceed' })).toBeNull();
    await waitFor(() => expect(window.location.pathname).toBe('/external/deposit'));
  });

  it('offers no bank with a problem and no amount above the maximum', async () => {
    settings({ unique_amount_bank_in_problem: 'MANDIRI', unique_amount_max_limit: 10_000_000 });
    const user = renderApp(form);
    expect((await screen.findByText<HTMLOptionElement>('Mandiri (Problem)')).disabled).toBe(true);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Rp\u00a025.000.000' }).disabled).toBe(true);
    await user.type(screen.getByLabelText('Input Nominal'), '10500500');
    await user.click(screen.getByRole('button', { name: 'Proceed' }));
    expect(screen.getByText('Maximum nominal is Rp 10.000.000')).toBeTruthy();
  });
});
