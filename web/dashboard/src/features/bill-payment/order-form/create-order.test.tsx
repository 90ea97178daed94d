import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { sendOnce } from '@shared/form/sent-request';
import { clearNotices } from '@shared/notify/notify';
import { reportError } from '@shared/reporting/report-error';
import { permission } from '@/session/permissions';

import { deferred } from '../../../../../test/deferred';
import { makeUser } from '../../../../../test/factories';
import { testNetwork } from '../../../../../test/network';
import { makeCheck, makeCreated, makeLine, tsel10 } from '../../../../test/bill-fixtures';
import { billHandlers } from '../../../../test/bill-handlers';
import { renderApp } from '../../../../test/render-app';
import { keepSignedIn } from '../../../../test/signed-in';
import { wallets } from '../../../../test/topup-fixtures';
import type { CheckedLine, CheckAnswer } from './order-queries';

vi.mock(import('@shared/reporting/report-error'), () => ({ reportError: vi.fn<(error: unknown) => void>() }));

const network = testNetwork();
const number = '081234567890';
const permissions = [permission.scheduledOrderCreate, permission.scheduledOrderList, permission.productClientList];

/** The key and body of each order that reached the server. */
let sent: { key: string | null; body: Record<string, unknown> }[] = [];
/** The numbers of each check that reached the server. */
let checkedNumbers: string[][] = [];
/** The orders that the server made, by key. */
let createdKeys: Set<string>;

/** What happens to an order: the server makes it, or refuses it, and the answer comes or is lost. */
type Fate = 'answered' | 'made, answer lost' | 'lost before' | { status: number; code: string };

function orders(...fates: Fate[]): void {
  network.use(
    http.post('*/v1/scheduled-orders', async ({ request }) => {
      const key = request.headers.get('Idempotency-Key');
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      sent.push({ key, body: (await request.json()) as Record<string, unknown> });
      const fate = fates.length > 1 ? fates.shift() : fates[0];
      if (typeof fate === 'object') return HttpResponse.json({ code: fate.code, message: 'No.' }, fate);
      if (fate !== 'lost before') createdKeys.add(key ?? '');
      return fate === 'answered' ? HttpResponse.json({ data: makeCreated() }) : HttpResponse.error();
    }),
  );
}

function checks(part: Partial<CheckAnswer> = {}, verdicts: Record<string, Partial<CheckedLine>> = {}): void {
  network.use(
    http.post('*/v1/scheduled-orders/check', async ({ request }) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const { destinationNos } = (await request.json()) as { destinationNos: string[] };
      checkedNumbers.push(destinationNos);
      const lines = destinationNos.map((destinationNo, index) =>
        makeLine({ index, destinationNo, ...verdicts[destinationNo] }),
      );
      return HttpResponse.json({ data: makeCheck({ lines, ...part }) });
    }),
  );
}

beforeEach(() => {
  sent = [];
  checkedNumbers = [];
  createdKeys = new Set();
  sessionStorage.clear();
  clearNotices();
  vi.mocked(reportError).mockClear();
  keepSignedIn(makeUser(), permissions);
  network.use(
    ...billHandlers(permissions),
    http.get('*/v1/operator', () => HttpResponse.json([])),
    http.get('*/dashboard/v1/deposits/client', () => HttpResponse.json({ deposits: wallets })),
    http.get('*/dashboard/v1/products/client', () =>
      HttpResponse.json({ data: [tsel10], page: 1, perPage: 10, total: 1 }),
    ),
    http.get('*/v1/scheduled-orders/made', ({ request }) =>
      createdKeys.has(new URL(request.url).searchParams.get('key') ?? '')
        ? HttpResponse.json({ data: makeCreated() })
        : HttpResponse.json({ code: 'NotFoundError', message: 'None.' }, { status: 404 }),
    ),
  );
  orders('answered');
  checks();
});

const page = '/bill-payment?create=TSEL10';
const form = async () => within(await screen.findByRole('dialog', { name: 'Create Order' }));
const pinDialog = async () => within(await screen.findByRole('dialog', { name: 'Input PIN' }));
const lookup = async () => within(await screen.findByRole('dialog', { name: 'An order got no answer' }));

async function fillIn(user: UserEvent, numbers = number) {
  const dialog = await form();
  await user.type(await dialog.findByLabelText('Transaction name'), 'Pulsa');
  await user.type(dialog.getByRole('textbox', { name: 'Destination number' }), `${numbers}{Enter}`);
}

async function proceed(user: UserEvent) {
  await user.click((await form()).getByRole('button', { name: 'Proceed' }));
}

async function typePin(user: UserEvent) {
  await user.type((await pinDialog()).getByLabelText('PIN'), '135790');
}

/** How many numbers the form lists. */
const listed = (dialog: Awaited<ReturnType<typeof form>>) =>
  dialog.getByRole('heading', { name: /^Destination number/u }).textContent.replace('Destination number ', '');

const keys = () => new Set(sent.map(({ key }) => key));

describe('an order whose answer is lost', () => {
  it('is found and shown, and nothing is sent again', async () => {
    orders('made, answer lost');
    const user = renderApp(page);
    await fillIn(user);
    await proceed(user);
    await typePin(user);
    const dialog = await lookup();
    expect(await dialog.findByText('The order was made. It was made only once.')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Show this order' }));
    expect(await screen.findByRole('dialog', { name: 'Transaction Status' })).toBeTruthy();
    expect(sent).toHaveLength(1);
    // The next order is another one.
    await waitFor(() => expect(window.location.search).not.toContain('create'));
  });

  it.each([
    ['the lookup is closed', false],
    ['the page is loaded again', true],
  ])('is asked about at the next Proceed after %s, and not made twice', async (_when, reload) => {
    orders('made, answer lost', 'answered');
    let user = renderApp(page);
    await fillIn(user);
    await proceed(user);
    await typePin(user);
    await user.click((await lookup()).getByRole('button', { name: 'Back' }));
    if (reload) {
      window.dispatchEvent(new Event('pagehide'));
      cleanup();
      user = renderApp(page);
    }
    expect((await form()).getByLabelText<HTMLInputElement>('Transaction name').value).toBe('Pulsa');
    await proceed(user);
    expect(await (await lookup()).findByText(/made only once\.$/u)).toBeTruthy();
    // The one of before may still be fading.
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Input PIN' })).toBeNull());
    expect(sent).toHaveLength(1);
  });

  it('is sent with its key again if none was made, also with other input', async () => {
    orders('lost before', 'lost before', 'answered');
    const user = renderApp(page);
    await fillIn(user);
    await proceed(user);
    await typePin(user);
    await user.click(await (await lookup()).findByRole('button', { name: 'Continue' }));
    await typePin(user);
    await user.click((await lookup()).getByRole('button', { name: 'Back' }));
    await user.type((await form()).getByLabelText('Transaction name'), ' Mei');
    await proceed(user);
    await user.click(await (await lookup()).findByRole('button', { name: 'Continue' }));
    await typePin(user);
    expect(await screen.findByRole('dialog', { name: 'Transaction Status' })).toBeTruthy();
    expect(sent.map(({ body }) => body['name'])).toEqual(['Pulsa', 'Pulsa', 'Pulsa Mei']);
    expect(keys().size).toBe(1);
  });

  it('has another key if the user wants another order beside it', async () => {
    orders('made, answer lost', 'answered');
    const user = renderApp(page);
    await fillIn(user);
    await proceed(user);
    await typePin(user);
    await user.click(await (await lookup()).findByRole('button', { name: 'Make another order' }));
    await typePin(user);
    expect(await screen.findByRole('dialog', { name: 'Transaction Status' })).toBeTruthy();
    expect(keys().size).toBe(2);
  });

  it('is one with that of another tab, whose request is still under way', async () => {
    const answer = deferred<void>();
    const key = 'the-key-of-another-tab';
    void sendOnce(`${makeUser().id}.scheduled-order.TSEL10`, 'input', key, async () => answer.promise);
    const user = renderApp(page);
    await fillIn(user);
    await proceed(user);
    const continueButton = await (await lookup()).findByRole('button', { name: 'Continue' });
    answer.resolve(); // the other tab forgets the request
    await user.click(continueButton);
    await typePin(user);
    expect(await screen.findByRole('dialog', { name: 'Transaction Status' })).toBeTruthy();
    expect([...keys()]).toEqual([key]);
  });

  it('is found also if it is made while the user looks', async () => {
    orders('lost before');
    const user = renderApp(page);
    await fillIn(user);
    await proceed(user);
    await typePin(user);
    await (await lookup()).findByRole('button', { name: 'Continue' });
    createdKeys.add(sent[0]?.key ?? '');
    expect(await (await lookup()).findByRole('button', { name: 'Show this order' })).toBeTruthy();
    expect((await lookup()).queryByRole('button', { name: 'Continue' })).toBeNull();
  });

  it('keeps its key over a wrong PIN, and a refusal is no lost answer', async () => {
    orders({ status: 401, code: 'InvalidPinError' }, 'answered');
    const user = renderApp(page);
    await fillIn(user);
    await proceed(user);
    await typePin(user);
    expect(await (await pinDialog()).findByText('No.')).toBeTruthy();
    await typePin(user);
    expect(await screen.findByRole('dialog', { name: 'Transaction Status' })).toBeTruthy();
    expect(sent).toHaveLength(2);
    expect(keys().size).toBe(1);
  });
});

describe('Proceed', () => {
  it('waits for the judgement of the list that is shown, and asks about it', async () => {
    const answer = deferred<undefined>();
    network.use(
      http.post('*/v1/scheduled-orders/check', async () => {
        await answer.promise;
        return HttpResponse.json({
          data: makeCheck({ lines: [makeLine({ verdict: 'recently_paid', message: 'Bought yesterday' })] }),
        });
      }),
    );
    const user = renderApp(page);
    await fillIn(user);
    await proceed(user);
    expect(await (await form()).findByText('Checking 1 number…', { selector: 'button *' })).toBeTruthy();
    expect(screen.queryByRole('dialog', { name: 'Input PIN' })).toBeNull();
    answer.resolve(undefined);
    const question = within(await screen.findByRole('dialog', { name: /^1 line would probably fail/u }));
    await user.click(question.getByRole('button', { name: 'Proceed anyway' }));
    expect(await pinDialog()).toBeTruthy();
  });

  it('stops if the list changes while it waits', async () => {
    const answer = deferred<undefined>();
    network.use(
      http.post('*/v1/scheduled-orders/check', async () => {
        await answer.promise;
        return HttpResponse.json({ data: makeCheck({ lines: [makeLine({})] }) });
      }),
    );
    const user = renderApp(page);
    await fillIn(user);
    await proceed(user);
    await user.type((await form()).getByRole('textbox', { name: 'Destination number' }), '081234567891{Enter}');
    answer.resolve(undefined);
    await waitFor(async () =>
      expect((await form()).queryByText('Checking 1 number…', { selector: 'button [aria-hidden=false]' })).toBeNull(),
    );
    expect(screen.queryByRole('dialog', { name: 'Input PIN' })).toBeNull();
  });

  it('asks if the check failed', async () => {
    network.use(http.post('*/v1/scheduled-orders/check', () => HttpResponse.json({ code: 'X' }, { status: 400 })));
    const user = renderApp(page);
    await fillIn(user);
    await proceed(user);
    expect(
      await screen.findByRole('dialog', { name: 'The numbers could not be checked. Proceed without the check?' }),
    ).toBeTruthy();
  });

  it('says before the PIN what would be refused', async () => {
    checks({ refusals: [{ code: 'ProductProblemError', field: '', message: 'The product has a problem at present' }] });
    const user = renderApp(page);
    await fillIn(user);
    await proceed(user);
    expect(await (await form()).findByText(/The product has a problem at present/u)).toBeTruthy();
    expect(screen.queryByRole('dialog', { name: 'Input PIN' })).toBeNull();
  });

  it('sends the numbers that the check says, and takes out duplicates that only the server sees', async () => {
    checks({}, { '0812.3456.7890': { normalised: number, verdict: 'duplicate' } });
    const user = renderApp(page);
    await fillIn(user, `${number}, 0812.3456.7890`);
    expect(await (await form()).findByText('Duplicate numbers detected and merged.')).toBeTruthy();
    await proceed(user);
    await typePin(user);
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toMatchObject({ destinationNos: [number], expectedTotal: 10_250 });
  });

  it('shows the new total after the price has changed, and sends it as what is expected', async () => {
    orders({ status: 409, code: 'PriceChangedError' }, 'answered');
    const user = renderApp(page);
    await fillIn(user);
    await proceed(user);
    checks({ unitPrice: 10_500 });
    await typePin(user);
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Input PIN' })).toBeNull());
    expect((await (await form()).findAllByText(/10\.500/u)).length).toBeGreaterThan(0);
    await proceed(user);
    await typePin(user);
    expect(await screen.findByRole('dialog', { name: 'Transaction Status' })).toBeTruthy();
    expect(sent.map(({ body }) => body['expectedTotal'])).toEqual([10_250, 10_500]);
  });
});

describe('the check of a list', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('sends what changed, and at Proceed also what was judged more than a minute ago', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const user = renderApp(page);
    await fillIn(user, '081234567890,081234567891');
    await waitFor(() => expect(checkedNumbers).toHaveLength(1));
    vi.advanceTimersByTime(61_000);
    const input = (await form()).getByRole('textbox', { name: 'Destination number' });
    await user.type(input, '081234567892{Enter}');
    await waitFor(() => expect(checkedNumbers).toHaveLength(2));
    await proceed(user);
    expect(await pinDialog()).toBeTruthy();
    expect(checkedNumbers).toEqual([
      ['081234567890', '081234567891'],
      ['081234567892'],
      ['081234567890', '081234567891'],
    ]);
  });
});

describe('the PIN dialog', () => {
  it('names product, schedule, money that is left, approval and tries', async () => {
    checks({
      scheduled: 6_000_000,
      needsApproval: true,
      pin: { set: true, triesLeft: 2, lockedUntil: null, disabled: false },
    });
    const user = renderApp(page);
    await fillIn(user);
    await proceed(user);
    const dialog = await pinDialog();
    const facts = (await dialog.findByText('Telkomsel 10.000')).closest('dl')?.textContent ?? '';
    expect(facts).toContain('RunsAt once');
    expect(facts).toContain('Left after\u2212Rp.1.010.250');
    expect(facts).toContain('Estimated totalRp.10.250');
    expect(dialog.getByText('This order waits until another user approves it.')).toBeTruthy();
    expect(dialog.getByText('2 tries are left before the PIN is locked')).toBeTruthy();
  });
});

describe('the list of numbers', () => {
  it('brings back by Undo what was removed at once, and nothing that was removed alone after it', async () => {
    checks(
      {},
      {
        '081234567891': { verdict: 'wrong_prefix' },
        '081234567892': { verdict: 'wrong_prefix' },
        '081234567893': { verdict: 'wrong_form' },
      },
    );
    const user = renderApp(page);
    await fillIn(user, '081234567890,081234567891,081234567892,081234567893');
    const dialog = await form();
    await user.click(await dialog.findByRole('button', { name: 'Drop 2: Wrong prefix' }));
    expect(listed(dialog)).toBe('2');
    expect(await dialog.findByRole('button', { name: 'Undo' })).toBeTruthy();
    await user.click(await dialog.findByRole('button', { name: 'Drop 1: Invalid format' }));
    expect(listed(dialog)).toBe('1');
    expect(dialog.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('takes nothing of a file that is read after the dialog was closed', async () => {
    const user = renderApp(page);
    await form();
    const slow = new File(['number\n081234567891'], 'slow.csv', { type: 'text/csv' });
    const content = await slow.arrayBuffer();
    const read = deferred<ArrayBuffer>();
    vi.spyOn(slow, 'arrayBuffer').mockReturnValue(read.promise);
    await user.click((await form()).getByRole('button', { name: 'Upload CSV' }));
    const upload = await screen.findByRole('dialog', { name: 'Upload CSV' });
    const input = upload.querySelector('input[type="file"]');
    if (!(input instanceof HTMLInputElement)) throw new Error('no field for files');
    await user.upload(input, slow);
    await user.click(within(upload).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Upload CSV' })).toBeNull());
    read.resolve(content);
    await user.type((await form()).getByRole('textbox', { name: 'Destination number' }), `${number}{Enter}`);
    expect(listed(await form())).toBe('1');
  });
});
