import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';

import { clearNotices } from '@shared/notify/notify';
import { permission } from '@/session/permissions';

import { makeUser } from '../../../../../../test/factories';
import { testNetwork } from '../../../../../../test/network';
import { renderApp } from '../../../../../test/render-app';
import { keepSignedIn } from '../../../../../test/signed-in';
import type { ApprovalSetting, WaitingChange } from './approval-queries';

const network = testNetwork();
const url = '*/v1/scheduled-orders/approval';
const page = '/bill-payment/order-history';
const until = '28 November 2026 (09:00 WIB)';
const pin = '135790';

const ofOther: WaitingChange = {
  amount: 20_000_000,
  requestedBy: 'Budi Santoso',
  requestedAt: '2026-11-25T02:00:00Z',
  expiresAt: '2026-11-28T02:00:00Z',
  own: false,
};
const ofSelf: WaitingChange = { ...ofOther, requestedBy: 'Rina Maharani', own: true };

let setting: ApprovalSetting;
/** The calls that change something, in their order. */
let sent: [string, unknown][];
/** How often the setting was loaded. */
let loaded: number;

/** Answers a call, after which the setting is this one. */
function serve(method: 'put' | 'post', path: string, after: Partial<ApprovalSetting>, refusal?: object): void {
  network.use(
    http[method](`${url}${path}`, async ({ request }) => {
      const text = await request.text();
      sent.push([path, text === '' ? undefined : JSON.parse(text)]);
      setting = { ...setting, ...after };
      return refusal ? HttpResponse.json(refusal, refusal) : HttpResponse.json({ data: setting });
    }),
  );
}

function signIn(permissions: number[]): void {
  const user = makeUser();
  keepSignedIn(user, permissions);
  network.use(
    http.get('*/v1/user', () => HttpResponse.json(user)),
    http.get('*/v1/permission', () => HttpResponse.json(Object.fromEntries(permissions.map((id) => [id, true])))),
  );
}

const decider = [permission.scheduledOrderList, permission.scheduledOrderCreate];
const setter = [...decider, permission.profileCreateUser];

beforeEach(() => {
  setting = { amount: 5_000_000, pending: null, spentToday: 0 };
  sent = [];
  loaded = 0;
  sessionStorage.clear();
  clearNotices();
  signIn(setter);
  network.use(
    http.get(url, () => {
      loaded += 1;
      return HttpResponse.json({ data: setting });
    }),
    http.get('*/v1/scheduled-orders', () => HttpResponse.json({ data: [], page: 1, perPage: 10, total: 0 })),
    http.get('*/v1/events', () => HttpResponse.json({}, { status: 404 })),
    http.get('*/v1/unique-amount', () => HttpResponse.json({ data: [] })),
    http.get('*/v1/operator/type', () => HttpResponse.json(['mobile'])),
    http.get('*/dashboard/v1/deposits/client', () => HttpResponse.json({ deposits: [] })),
  );
});

async function open(user: UserEvent, name = 'Approval: a change waits') {
  await user.click(await screen.findByRole('button', { name }));
  return within(await screen.findByRole('dialog', { name: 'Approval by a second user' }));
}

async function save(user: UserEvent, total: string) {
  const dialog = await open(user, 'Approval');
  const field = await dialog.findByLabelText('Total above which an order waits');
  await user.clear(field);
  await user.type(field, total);
  await user.type(dialog.getByLabelText('PIN'), `${pin}{Enter}`);
}

const approvalButtons = () =>
  screen.queryAllByRole('button', { name: /^Approval/u }).map((button) => button.textContent);

describe('a new total', () => {
  it('that protects less waits, and is not called set', async () => {
    serve('put', '', { pending: ofSelf });
    const user = renderApp(page);
    await save(user, '20000000');
    expect(await screen.findByText('The change needs the approval of another user')).toBeTruthy();
    expect(
      screen.getByText(`It waits until ${until}. The current total holds until another user approves it.`),
    ).toBeTruthy();
    expect(screen.queryByText('Approval limit saved')).toBeNull();
    expect(sent).toEqual([['', { amount: 20_000_000, pin }]]);
    // The page says so from now on.
    expect(await screen.findByRole('button', { name: 'Approval: a change waits' })).toBeTruthy();
  });

  it('that protects more holds at once', async () => {
    serve('put', '', { amount: 1_000_000 });
    const user = renderApp(page);
    await save(user, '1000000');
    expect(await screen.findByText('Approval limit saved')).toBeTruthy();
    expect(screen.queryByText('The change needs the approval of another user')).toBeNull();
  });
});

describe('an own change that waits', () => {
  it.each([
    [20_000_000, 'Rp.20.000.000'],
    [null, 'no approval'],
  ])('to %s is shown with its time, and another can be asked for', async (amount, words) => {
    setting.pending = { ...ofSelf, amount };
    const user = renderApp(page);
    const dialog = await open(user);
    expect(
      dialog.getByText(
        `Your change to ${words} waits for another user until ${until}. Save the current total again to withdraw it.`,
      ),
    ).toBeTruthy();
    expect(dialog.getByLabelText<HTMLInputElement>('Total above which an order waits').value).toBe('5.000.000');
    expect(dialog.queryByRole('button', { name: 'Approve' })).toBeNull();
    expect(dialog.queryByRole('button', { name: 'Reject' })).toBeNull();
  });
});

describe('a change of another user that waits', () => {
  beforeEach(() => {
    signIn(decider);
    setting.pending = ofOther;
  });

  it('is shown whole and approved with the PIN, by keyboard', async () => {
    serve('post', '/approve', { amount: 20_000_000, pending: null });
    const user = renderApp(page);
    (await screen.findByRole('button', { name: 'Approval: a change waits' })).focus();
    await user.keyboard('{Enter}');
    const dialog = within(await screen.findByRole('dialog', { name: 'Approval by a second user' }));
    expect(
      dialog.getByText(
        `Budi Santoso asked for a change that needs fewer approvals. It waits for another user until ${until}.`,
      ),
    ).toBeTruthy();
    expect(dialog.getByText('Total now').parentElement?.textContent).toBe('Total nowRp.5.000.000');
    expect(dialog.getByText('Total after the change').parentElement?.textContent).toContain('Rp.20.000.000');
    await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText('PIN')));
    await user.keyboard(`${pin}{Enter}`);
    expect(await screen.findByText('The change was approved and holds now')).toBeTruthy();
    expect(sent).toEqual([['/approve', { amount: 20_000_000, pin }]]);
    // A user who may not set the total has nothing more to decide.
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('is rejected without a PIN', async () => {
    serve('post', '/reject', { pending: null });
    const user = renderApp(page);
    const dialog = await open(user);
    await user.click(dialog.getByRole('button', { name: 'Reject' }));
    expect(await screen.findByText('The change was rejected')).toBeTruthy();
    expect(sent).toEqual([['/reject', { amount: 20_000_000 }]]);
  });

  it('stays after a wrong PIN, which is said at its field', async () => {
    serve('post', '/approve', {}, { code: 'InvalidPinError', message: 'PIN is wrong', status: 401, triesLeft: 4 });
    const user = renderApp(page);
    const dialog = await open(user);
    await user.type(dialog.getByLabelText('PIN'), `${pin}{Enter}`);
    expect(await dialog.findByText('PIN is wrong')).toBeTruthy();
    expect(document.activeElement).toBe(dialog.getByLabelText('PIN'));
    expect(screen.queryByText('The change was approved and holds now')).toBeNull();
  });

  it('is not approved without a PIN', async () => {
    const user = renderApp(page);
    const dialog = await open(user);
    await user.click(dialog.getByRole('button', { name: 'Approve' }));
    expect(await dialog.findByText('PIN must have six digits')).toBeTruthy();
    expect(sent).toEqual([]);
  });

  it.each<[string, number | null, string]>([
    ['another total', 50_000_000, 'Rp.50.000.000'],
    ['no approval at all', null, 'no approval'],
  ])('is asked about again where it was replaced by %s', async (_what, amount, words) => {
    const message = 'The change was replaced meanwhile. Look at the new one before you decide.';
    const replaced = { ...ofOther, amount, requestedAt: '2026-11-25T02:00:05Z' };
    serve('post', '/approve', { pending: replaced }, { code: 'ChangeReplacedError', message, status: 409 });
    const user = renderApp(page);
    const dialog = await open(user);
    await user.type(dialog.getByLabelText('PIN'), `${pin}{Enter}`);
    expect(await screen.findByText(message)).toBeTruthy();
    const after = () => dialog.getByText('Total after the change').parentElement?.textContent;
    await waitFor(() => expect(after()).toContain(words));
    const field = dialog.getByLabelText<HTMLInputElement>('PIN');
    expect(field.value).toBe('');
    serve('post', '/approve', { amount, pending: null });
    await user.type(field, `${pin}{Enter}`);
    expect(await screen.findByText('The change was approved and holds now')).toBeTruthy();
    expect(sent).toEqual([
      ['/approve', { amount: 20_000_000, pin }],
      ['/approve', { amount, pin }],
    ]);
  });

  it('is gone where somebody was faster', async () => {
    serve(
      'post',
      '/approve',
      { pending: null },
      { code: 'NotWaitingError', message: 'It does not wait any more', status: 409 },
    );
    const user = renderApp(page);
    const dialog = await open(user);
    await user.type(dialog.getByLabelText('PIN'), `${pin}{Enter}`);
    expect(await dialog.findByText('No change waits for you.')).toBeTruthy();
  });
});

describe('the button of the approval', () => {
  it.each<[string, number[], WaitingChange | null, string[]]>([
    ['a root user who may set it', setter, null, ['Approval']],
    ['one who may only decide, while nothing waits', decider, null, []],
    ['one who may only decide, while a change waits', decider, ofOther, ['Approval: a change waits']],
    ['one who may only decide, while an own change waits', decider, ofSelf, []],
    ['one who may neither set nor decide', [permission.scheduledOrderList], ofOther, []],
  ])('of %s', async (_who, permissions, pending, names) => {
    setting.pending = pending;
    signIn(permissions);
    renderApp(page);
    await screen.findByText('No scheduled orders');
    // The setting is loaded by those alone who may use it.
    await waitFor(() => expect(loaded > 0).toBe(permissions.includes(permission.scheduledOrderCreate)));
    await waitFor(() => expect(approvalButtons()).toEqual(names));
  });
});
