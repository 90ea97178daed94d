import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';

import { session } from '@/session/session';
import { formatClockWithZone } from '@shared/format/local-time';

import { makeUser } from '../../../../test/factories';
import { testNetwork } from '../../../../test/network';
import { renderApp } from '../../../test/render-app';
import { keepSignedIn } from '../../../test/signed-in';
import { keyScopes } from './api-keys/key-scopes';

const network = testNetwork();
const origin = 'http://loket.test';
const newKey = 'lk_4Vq9sXw2TnB7rKdL0pYhZ8mC3fGe91a';
const row = {
  createdAt: '2026-03-03T03:41:00Z',
  lastUsedAt: null,
  lastUsedFrom: '',
  endsAt: null,
  name: '',
  scopes: [...keyScopes],
  addresses: [] as string[],
  state: 'active',
  mode: 'live',
};

const presentAddress = () => http.get(`${origin}/v1/user/address`, () => HttpResponse.json({ address: '203.0.113.7' }));

/** Opens the form of a new key and sends it as it is. */
async function generateKey(user: ReturnType<typeof renderApp>) {
  await user.click(screen.getByRole('button', { name: 'Generate New API Key' }));
  const form = within(await screen.findByRole('dialog', { name: 'Generate New API Key' }));
  await user.click(form.getByRole('button', { name: 'Generate New API Key' }));
}

function refusal(status: number, code: string, fields: { field: string; message: string }[] = []) {
  return HttpResponse.json({ code, message: 'No.', fields, requestId: 'r' }, { status });
}

function signedIn(overrides: Parameters<typeof makeUser>[0] = {}, permissions = [6, 14, 17, 75]) {
  const user = makeUser(overrides);
  keepSignedIn(user, permissions);
  network.use(http.get(`${origin}/v1/user`, () => HttpResponse.json(user)));
}

const wallet = { id: '1', type: 'level_2', active: true, balance: 0, minBalanceAlert: 0, settlementStatus: 'inactive' };

beforeEach(() => {
  wallet.balance = 5000;
  wallet.minBalanceAlert = 0;
  network.use(
    http.get(`${origin}/v1/permission`, () => HttpResponse.json({})),
    http.get(`${origin}/v1/events`, () => HttpResponse.json({}, { status: 503 })),
    http.get(`${origin}/v1/clients/changeEmail`, () => HttpResponse.json([])),
    http.get(`${origin}/dashboard/v1/deposits/client`, () => HttpResponse.json({ deposits: [wallet] })),
    http.get(`${origin}/v1/clients/duplicates`, () => HttpResponse.json({ minutes: 0 })),
  );
});

describe('menu', () => {
  it('shows its entries at once, when user and permissions are known', async () => {
    const user = makeUser();
    keepSignedIn(user);
    const answered = new EventTarget();
    network.use(
      http.get(`${origin}/v1/user`, () => HttpResponse.json(user)),
      http.get(`${origin}/v1/permission`, async () => {
        await new Promise((resolve) => answered.addEventListener('go', resolve));
        return HttpResponse.json({ 14: true });
      }),
    );
    renderApp('/profile');
    const menu = within(await screen.findByRole('navigation', { name: 'Profile menu' }));
    expect(menu.getByRole('button', { name: 'Logout' })).toBeTruthy();
    expect(menu.queryByRole('link')).toBeNull();
    answered.dispatchEvent(new Event('go'));
    await menu.findByRole('link', { name: 'Api Key' });
    expect(menu.getAllByRole('link')).toHaveLength(6);
  });
});

describe('personal information', () => {
  it('is read-only without the permission', async () => {
    signedIn({}, []);
    renderApp('/profile');
    expect((await screen.findByLabelText<HTMLInputElement>('Main email')).readOnly).toBe(true);
    expect(screen.getByLabelText<HTMLInputElement>('Username').readOnly).toBe(true);
    expect(screen.getByLabelText<HTMLInputElement>('Role').value).toBe('Client Root');
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    expect(screen.queryByText('Deposit Threshold Alert')).toBeNull();
  });

  it('keeps the session when the password is wrong, and says so at the field', async () => {
    signedIn();
    network.use(http.patch(`${origin}/v1/clients/changeEmail`, () => refusal(401, 'ClientUnauthorizedError')));
    const user = renderApp('/profile');
    await user.type(await screen.findByLabelText('Main email'), '.id');
    await user.type(await screen.findByLabelText('Current password'), 'wrong{Enter}');
    expect(await screen.findByText('Please input the correct password.')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Current password'));
    expect(session.read().token).toBe('token-1');
  });

  it.each([401, 403, 500])(
    'says of any other failure (%i) that it was unexpected, until it succeeds',
    async (status) => {
      signedIn();
      const failed = 'An unexpected error occurred. Please try again later.';
      network.use(http.patch(`${origin}/v1/clients/changeEmail`, () => refusal(status, 'UnauthorizedError')));
      const user = renderApp('/profile');
      await user.type(await screen.findByLabelText('Main email'), '.id');
      await user.type(screen.getByLabelText('Current password'), 'secret{Enter}');
      expect(await screen.findByText(failed)).toBeTruthy();
      expect(session.read().token).toBe('token-1');
      network.use(http.patch(`${origin}/v1/clients/changeEmail`, () => HttpResponse.json({})));
      await user.click(screen.getByRole('button', { name: 'Save' }));
      expect(
        await screen.findByText('Request Sent: Please check your email to confirm the email change.'),
      ).toBeTruthy();
      await waitFor(() => expect(screen.queryByText(failed)).toBeNull());
    },
  );

  it('sends nothing while no address is another one', async () => {
    signedIn();
    const user = renderApp('/profile');
    const save = await screen.findByRole('button', { name: 'Save' });
    expect(save.getAttribute('aria-disabled')).toBe('true');
    // A call would fail without a handler, and the page would show an alert.
    await user.type(screen.getByLabelText('Current password'), 'secret{Enter}');
    await user.type(screen.getByLabelText('Main email'), '.id');
    expect(save.getAttribute('aria-disabled')).toBeNull();
    await user.type(screen.getByLabelText('Main email'), '{Backspace>3}');
    expect(save.getAttribute('aria-disabled')).toBe('true');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says what could not be sent again, and takes it from the list', async () => {
    signedIn();
    // An expired change would be loaded again without the refusal.
    const expiresAt = new Date(Date.now() + 30 * 60_000).toISOString();
    const change = { field: 'emailFinance', email: 'money@example.com', requestedAt: '', expiresAt };
    let pending = [change];
    network.use(
      http.get(`${origin}/v1/clients/changeEmail`, () => HttpResponse.json(pending)),
      http.post(`${origin}/v1/clients/changeEmail/emailFinance/resend`, () => {
        pending = [];
        return refusal(404, 'NotFoundError');
      }),
    );
    const user = renderApp('/profile');
    const list = within(await screen.findByRole('list', { name: 'Changes that wait to be confirmed' }));
    const until = formatClockWithZone(expiresAt, 'Asia/Jakarta');
    expect(
      list.getByText(`Becomes the finance email after you confirm the link that we sent there (valid until ${until}).`),
    ).toBeTruthy();
    await user.click(list.getByRole('button', { name: 'Send again to money@example.com' }));
    expect(await screen.findByText('NotFoundError')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('money@example.com')).toBeNull());
  });

  it('sends both addresses, who asks, and the password', async () => {
    signedIn();
    let sent: unknown;
    network.use(
      http.patch(`${origin}/v1/clients/changeEmail`, async ({ request }) => {
        sent = await request.json();
        return HttpResponse.json({});
      }),
    );
    const user = renderApp('/profile');
    const email = await screen.findByLabelText('Main email');
    await user.clear(email);
    await user.type(screen.getByLabelText('Current password'), '{Enter}');
    expect(screen.getByText('Please enter a valid email address.')).toBeTruthy();
    expect(screen.getByText('Password is required.')).toBeTruthy();
    await user.type(email, 'new@example.com');
    await user.type(screen.getByLabelText('Current password'), 'secret{Enter}');
    const notice = 'Request Sent: Please check your email to confirm the email change.';
    expect(await screen.findByText(notice)).toBeTruthy();
    expect(sent).toEqual({
      username: 'root',
      clientId: 1001,
      password: 'secret',
      email: 'new@example.com',
      emailFinance: 'billing.1001@example.com',
    });
  });

  it('saves a threshold as a whole number', async () => {
    signedIn();
    let sent: unknown;
    network.use(
      http.patch(`${origin}/v1/internal/deposits/1/min_balance_alert`, async ({ request }) => {
        sent = await request.json();
        return HttpResponse.json({});
      }),
    );
    const user = renderApp('/profile');
    const field = await screen.findByLabelText<HTMLInputElement>('Deposit Threshold Alert Level 2');
    await user.type(field, '1500000');
    expect(field.value).toBe('1.500.000');
    await user.click(screen.getByRole('button', { name: 'Save Level 2' }));
    expect(await screen.findByText('Deposit threshold alert for wallet Level 2 has been saved')).toBeTruthy();
    expect(sent).toEqual({ minBalanceAlert: 1_500_000 });
    expect(screen.getByText('Level 2 deposits are automatically deducted with WHT 22.')).toBeTruthy();
  });

  it('keeps what is typed into a threshold while the one before is being saved', async () => {
    signedIn();
    const saved = new EventTarget();
    network.use(
      http.patch(`${origin}/v1/internal/deposits/1/min_balance_alert`, async () => {
        await new Promise((resolve) => saved.addEventListener('saved', resolve));
        wallet.balance = 6000;
        return HttpResponse.json({});
      }),
    );
    const user = renderApp('/profile');
    const field = await screen.findByLabelText<HTMLInputElement>('Deposit Threshold Alert Level 2');
    await user.type(field, '15{Enter}');
    await user.type(field, '00');
    saved.dispatchEvent(new Event('saved'));
    expect(await screen.findByText('Deposit threshold alert for wallet Level 2 has been saved')).toBeTruthy();
    await screen.findByText('6.000', { exact: false });
    expect(field.value).toBe('1.500');
  });

  it('has nothing unsaved once a threshold is saved, also when it is not loaded again, and shows that of another user', async () => {
    signedIn();
    let fails = true;
    const reload = http.get(`${origin}/dashboard/v1/deposits/client`, () =>
      fails ? refusal(500, 'InternalError') : HttpResponse.json({ deposits: [wallet] }),
    );
    network.use(
      http.patch(`${origin}/v1/internal/deposits/1/min_balance_alert`, () => {
        network.use(reload);
        return HttpResponse.json({});
      }),
    );
    const user = renderApp('/profile');
    const field = await screen.findByLabelText<HTMLInputElement>('Deposit Threshold Alert Level 2');
    const button = screen.getByRole('button', { name: /^Save.*Level 2/u });
    await user.type(field, '1500{Enter}');
    expect(await screen.findByText('Deposit threshold alert for wallet Level 2 has been saved')).toBeTruthy();
    await waitFor(() => expect(button).toHaveProperty('disabled', true));
    expect(field.value).toBe('1.500');
    fails = false;
    wallet.minBalanceAlert = 900;
    window.dispatchEvent(new Event('visibilitychange'));
    await waitFor(() => expect(field.value).toBe('900'));
    expect(button).toHaveProperty('disabled', true);
  });

  it.each(['', '0'])('asks before %j turns an alert off, and shows that it is', async (typed) => {
    signedIn();
    wallet.minBalanceAlert = 7000;
    const sent: unknown[] = [];
    network.use(
      http.patch(`${origin}/v1/internal/deposits/1/min_balance_alert`, async ({ request }) => {
        sent.push(await request.json());
        wallet.minBalanceAlert = 0;
        return HttpResponse.json({});
      }),
    );
    const user = renderApp('/profile');
    const field = await screen.findByLabelText<HTMLInputElement>('Deposit Threshold Alert Level 2');
    await user.clear(field);
    if (typed) await user.type(field, typed);
    await user.type(field, '{Enter}');
    const title = { name: 'Turn this alert off?' };
    await user.click(within(await screen.findByRole('dialog', title)).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toEqual([]);
    expect(screen.queryByText('Off')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Save Level 2' }));
    await user.click(within(await screen.findByRole('dialog', title)).getByRole('button', { name: 'Turn off' }));
    expect(await screen.findByText('Deposit threshold alert for wallet Level 2 has been saved')).toBeTruthy();
    expect(sent).toEqual([{ minBalanceAlert: 0 }]);
    expect(await screen.findByText('Off')).toBeTruthy();
    await waitFor(() => expect(field.value).toBe(''));
  });

  it('says at a threshold why it was refused', async () => {
    signedIn();
    const fields = [{ field: 'minBalanceAlert', message: 'The threshold must be from 0 to Rp.1.000' }];
    const path = `${origin}/v1/internal/deposits/1/min_balance_alert`;
    network.use(http.patch(path, () => refusal(400, 'ValidationError', fields)));
    const user = renderApp('/profile');
    const field = await screen.findByLabelText('Deposit Threshold Alert Level 2');
    await user.type(field, '5000');
    await user.click(screen.getByRole('button', { name: 'Save Level 2' }));
    expect(await screen.findByText('The threshold must be from 0 to Rp.1.000')).toBeTruthy();
    expect(document.activeElement).toBe(field);
    await user.type(field, '0');
    expect(screen.queryByText('The threshold must be from 0 to Rp.1.000')).toBeNull();
  });
});

describe('API keys', () => {
  it('shows a key once, opens OK by copying, and forgets the key', async () => {
    signedIn();
    let keys = [{ id: '31', apiKey: 'lk_…7c2f', ...row }];
    network.use(
      http.get(`${origin}/v1/user/list`, () => HttpResponse.json(keys)),
      presentAddress(),
      http.post(`${origin}/v1/user/key`, () => {
        keys = [...keys, { id: '32', apiKey: 'lk_…e91a', ...row }];
        return HttpResponse.json({ apiKey: newKey }, { status: 201 });
      }),
    );
    const user = renderApp('/profile/api-key');
    await screen.findByText('lk_…7c2f');
    await generateKey(user);
    const dialog = await screen.findByRole('dialog', { name: 'New API key' });
    const ok = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'OK' });
    expect(within(dialog).getByDisplayValue(newKey)).toBeTruthy();
    expect(ok.disabled).toBe(true);
    await user.keyboard('{Escape}');
    expect(screen.getByRole('dialog', { name: 'New API key' })).toBe(dialog);
    await user.click(within(dialog).getByRole('button', { name: 'Copy' }));
    expect(await screen.findByText('API Key Copied!')).toBeTruthy();
    await user.click(ok);
    expect(await screen.findByText(/^2 of 2 keys in use/u)).toBeTruthy();
    await waitFor(() => expect(screen.queryByDisplayValue(newKey)).toBeNull());
    const generate = await screen.findByRole('button', { name: 'Generate New API Key' });
    expect(generate.getAttribute('aria-disabled')).toBe('true');
  });

  it('are limited to rights, addresses and a name, and rolled', async () => {
    signedIn();
    const sent: unknown[] = [];
    const shown = { id: '31', apiKey: 'lk_…7c2f', ...row, addresses: ['2001:db8::/48'], scopes: ['balance:read'] };
    const keep = async ({ request }: { request: Request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ apiKey: newKey });
    };
    network.use(
      presentAddress(),
      http.get(`${origin}/v1/user/list`, () => HttpResponse.json([shown])),
      http.post(`${origin}/v1/user/key`, keep),
      http.patch(`${origin}/v1/user/key/31/settings`, keep),
      http.post(`${origin}/v1/user/key/31/roll`, keep),
    );
    const user = renderApp('/profile/api-key');
    expect(await screen.findByText('1 right')).toBeTruthy();
    expect(screen.getByText('from 2001:db8::/48')).toBeTruthy();

    await user.click(screen.getByRole('button', { name: 'Edit lk_…7c2f' }));
    const edit = within(await screen.findByRole('dialog', { name: 'Edit API key' }));
    await user.click(edit.getByRole('checkbox', { name: /See balances/u }));
    await user.click(edit.getByRole('button', { name: 'Save' }));
    expect(await edit.findByText('Choose what the key may do')).toBeTruthy();
    await user.selectOptions(edit.getByRole('combobox', { name: 'What it may do' }), 'Read only');
    await user.type(edit.getByLabelText('Name'), 'Kasir');
    await user.click(await edit.findByRole('button', { name: 'Add it' }));
    await user.click(edit.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('API Key has been changed')).toBeTruthy();
    const reading = ['orders:read', 'balance:read', 'products:read', 'history:read'];
    expect(sent).toEqual([{ name: 'Kasir', scopes: reading, addresses: ['2001:db8::/48', '203.0.113.7'] }]);

    await user.click(await screen.findByRole('button', { name: 'Roll lk_…7c2f' }));
    const roll = within(await screen.findByRole('dialog', { name: 'Roll this API key?' }));
    await user.selectOptions(roll.getByLabelText('The old key serves for'), '72 more hours');
    await user.click(roll.getByRole('button', { name: 'Make the new key' }));
    const once = within(await screen.findByRole('dialog', { name: 'New API key' }));
    expect(once.getByDisplayValue(newKey)).toBeTruthy();
    expect(sent.at(-1)).toEqual({ overlapHours: 72 });
  });

  it('are not lost by Back before they were copied', async () => {
    signedIn();
    network.use(
      http.get(`${origin}/v1/user/list`, () => HttpResponse.json([])),
      presentAddress(),
      http.post(`${origin}/v1/user/key`, () => HttpResponse.json({ apiKey: newKey }, { status: 201 })),
    );
    const user = renderApp('/profile');
    await user.click(await screen.findByRole('link', { name: 'Api Key' }));
    await screen.findByText('No API key yet');
    await generateKey(user);
    const dialog = within(await screen.findByRole('dialog', { name: 'New API key' }));
    window.history.back();
    const question = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
    await user.click(question.getByRole('button', { name: 'Stay' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Leave without saving?' })).toBeNull());
    await user.click(dialog.getByRole('button', { name: 'Copy' }));
    window.history.back();
    await waitFor(() => expect(window.location.pathname).toBe('/external/profile'));
  });

  it('have a rule for repeated orders beside them', async () => {
    signedIn();
    const saved: unknown[] = [];
    network.use(
      http.get(`${origin}/v1/user/list`, () => HttpResponse.json([])),
      http.put(`${origin}/v1/clients/duplicates`, async ({ request }) => {
        saved.push(await request.json());
        return HttpResponse.json({});
      }),
    );
    const user = renderApp('/profile/api-key');
    const form = within(await screen.findByRole('form', { name: 'Repeated orders' }));
    await user.selectOptions(form.getByRole('combobox', { name: 'Refuse the same order again' }), 'within 10 minutes');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await screen.findByText('The rule for repeated orders has been saved');
    expect(saved).toEqual([{ minutes: 10 }]);
  });

  it('that could not be loaded stay so, with the focus where it was, while they are tried again', async () => {
    signedIn();
    const again = new EventTarget();
    let tries = 0;
    network.use(http.get(`${origin}/v1/user/list`, () => refusal(500, 'InternalError')));
    const user = renderApp('/profile/api-key');
    const button = await screen.findByRole('button', { name: 'Retry' });
    network.use(
      http.get(`${origin}/v1/user/list`, async () => {
        tries += 1;
        await new Promise((resolve) => again.addEventListener('answer', resolve));
        return refusal(500, 'InternalError');
      }),
    );
    await user.click(button);
    await waitFor(() => expect(tries).toBe(1));
    const retry = screen.getByRole('button', { name: 'Loading…' });
    expect(document.activeElement).toBe(retry);
    await user.click(retry);
    again.dispatchEvent(new Event('answer'));
    expect(await screen.findByRole('button', { name: 'Retry' })).toBe(retry);
    expect(tries).toBe(1);
  });

  it('are closed to whoever lacks the permission', async () => {
    signedIn({}, []);
    renderApp('/profile/api-key');
    expect(await screen.findByText('Unauthorized Action!')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Api Key' })).toBeNull();
  });
});

function listed(username: string) {
  const rest = { roleNames: ['Client User'], lastUsedAt: null, state: 'active', pin: null };
  return { id: `id-${username}`, username, email: `${username}@example.com`, ...rest };
}

describe('users', () => {
  it('are searched and paged by the URL', async () => {
    signedIn();
    const all = Array.from({ length: 20 }, (_, index) => listed(`kasir${index + 1}`));
    const searches: string[] = [];
    network.use(
      http.get(`${origin}/v1/user/list`, ({ request }) => {
        const { search, searchParams } = new URL(request.url);
        searches.push(search);
        const page = Number(searchParams.get('page') ?? '1');
        const matches = all.filter(({ username }) => username.includes(searchParams.get('query') ?? ''));
        return HttpResponse.json(matches.slice((page - 1) * 10, page * 10));
      }),
    );
    const user = renderApp('/profile/user-management');
    await screen.findByText('kasir10');
    const previous = screen.getByRole<HTMLButtonElement>('button', { name: 'Previous page' });
    const next = screen.getByRole<HTMLButtonElement>('button', { name: 'Next page' });
    expect(previous.disabled).toBe(true);
    await user.click(next);
    await screen.findByText('kasir20');
    expect(window.location.search).toBe('?page=2');
    // The last page is full, so only the empty page after it shows the end.
    await user.click(next);
    await user.click(await screen.findByRole('button', { name: 'Back to page 2' }));
    await screen.findByText('kasir20');
    await user.type(screen.getByRole('searchbox', { name: 'Search users' }), 'kasir2{Enter}');
    await waitFor(() => expect(screen.queryByText('kasir19')).toBeNull());
    expect(window.location.search).toBe('?query=kasir2');
    expect(screen.getByText('kasir2')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next page' }).disabled).toBe(true);
    await user.type(screen.getByRole('searchbox', { name: 'Search users' }), 'x{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Clear search' }));
    await screen.findByText('kasir10');
    expect(window.location.search).toBe('');
    expect([...new Set(searches)]).toEqual(['', '?page=2', '?page=3', '?query=kasir2', '?query=kasir2x']);
  });

  it('show their roles, last use and state', async () => {
    signedIn();
    const states = ['active', 'invited', 'password-expired', 'inactive'];
    const rows = states.map((state) => ({ ...listed(state), state, lastUsedAt: '2026-11-21T07:00:00Z' }));
    network.use(http.get(`${origin}/v1/user/list`, () => HttpResponse.json(rows)));
    renderApp('/profile/user-management');
    await screen.findByText('active');
    const words = {
      active: 'Active',
      invited: 'Invited',
      'password-expired': 'Password expired',
      inactive: 'Inactive',
    };
    for (const [state, word] of Object.entries(words)) {
      const cells = within(screen.getByText(state).closest('tr') ?? document.body);
      expect(cells.getByText(word)).toBeTruthy();
      expect(cells.getByText('Client User')).toBeTruthy();
      expect(cells.getByText('21 Nov 2026, 14:00:00 WIB')).toBeTruthy();
    }
  });

  it('get a PIN that a root user starts, where one is of use', async () => {
    signedIn();
    const rows = [{ ...listed('klerk'), pin: false }, { ...listed('lead'), pin: true }, listed('finance')];
    const own = { ...listed('root'), id: '12', pin: true };
    const started: string[] = [];
    network.use(
      http.get(`${origin}/v1/user/list`, () => HttpResponse.json([...rows, own])),
      http.post(`${origin}/v1/user/:id/pin`, ({ params }) => {
        started.push(String(params['id']));
        return started.length === 1 ? HttpResponse.json({}) : refusal(403, 'ThrottleRejectError');
      }),
    );
    const user = renderApp('/profile/user-management');
    await user.click(await screen.findByRole('button', { name: 'Set Up PIN for klerk' }));
    expect(await screen.findByText('klerk gets a link for a PIN by email')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'New PIN for lead' }));
    expect(await screen.findByText('Failed to process your request. Please try again later.')).toBeTruthy();
    expect(started).toEqual(['id-klerk', 'id-lead']);
    expect(screen.queryByRole('button', { name: /PIN for (finance|root)/ })).toBeNull();
  });

  it('are added by the rules and deleted after a question', async () => {
    signedIn();
    let users = [listed('finance')];
    let sent: unknown;
    network.use(
      http.get(`${origin}/v1/user/list`, () => HttpResponse.json(users)),
      http.post(`${origin}/v1/user`, async ({ request }) => {
        sent = await request.json();
        return HttpResponse.json({ id: '14', username: 'rina.m', email: 'rina@example.com' }, { status: 201 });
      }),
      http.delete(`${origin}/v1/user/id-finance`, () => {
        users = [];
        return HttpResponse.json({});
      }),
    );
    const user = renderApp('/profile/user-management');
    await user.click(await screen.findByRole('button', { name: 'Add User' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add User' });
    await user.type(within(dialog).getByLabelText('Username'), 'rina m{Enter}');
    const invalid = 'Username is not valid, minimum 2 characters, use . or _ instead of space';
    expect(within(dialog).getByText(invalid)).toBeTruthy();
    expect(within(dialog).getByText('Please enter valid email address')).toBeTruthy();
    await user.clear(within(dialog).getByLabelText('Username'));
    await user.type(within(dialog).getByLabelText('Username'), 'rina.m');
    await user.type(within(dialog).getByLabelText('Email'), 'rina@example.com{Enter}');
    expect(await screen.findByText("Credentials has been sent to user's email")).toBeTruthy();
    expect(sent).toEqual({ username: 'rina.m', email: 'rina@example.com', roleId: [8] });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Delete finance' }));
    const question = await screen.findByRole('dialog', { name: 'Delete this user?' });
    await user.click(within(question).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('User with username finance has been deleted')).toBeTruthy();
  });
});

describe('a new user', () => {
  it('is not lost by Escape or Back while it is typed, and is told of when the dialog can be closed no more', async () => {
    signedIn();
    const gate: { open?: () => void } = {};
    const opened = new Promise<void>((resolve) => {
      gate.open = resolve;
    });
    network.use(
      http.get(`${origin}/v1/user/list`, () => HttpResponse.json([])),
      http.post(`${origin}/v1/user`, async () => {
        await opened;
        return HttpResponse.json({ id: '14', username: 'rina.m', email: 'rina@example.com' }, { status: 201 });
      }),
    );
    const user = renderApp('/profile');
    await user.click(await screen.findByRole('link', { name: 'User Management' }));
    await user.click(await screen.findByRole('button', { name: 'Add User' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add User' }));
    await user.type(dialog.getByLabelText('Username'), 'rina.m');
    await user.keyboard('{Escape}');
    const loss = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
    await user.click(loss.getByRole('button', { name: 'Stay' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Leave without saving?' })).toBeNull());
    window.history.back();
    const question = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
    await user.click(question.getByRole('button', { name: 'Stay' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Leave without saving?' })).toBeNull());
    await user.type(dialog.getByLabelText('Email'), 'rina@example.com{Enter}');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(dialog.getByRole('button', { name: 'Adding…' })).toBeTruthy();
    gate.open?.();
    expect(await screen.findByText("Credentials has been sent to user's email")).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

/** What the history entry holds after a request for a PIN. */
const mailedPin = (key: string) => window.history.replaceState({ [key]: Date.now() }, '');

describe('PIN', () => {
  it('belongs to root users: others are told and led back to the profile', async () => {
    signedIn({ user: { role: ['client_user'] } });
    renderApp('/profile/pin');
    expect(await screen.findByRole('heading', { name: "You don't have permission" })).toBeTruthy();
    await waitFor(() => expect(window.location.pathname).toBe('/external/profile'));
  });

  it('is asked for where there is none', async () => {
    signedIn({ user: { pin: false } });
    network.use(http.post(`${origin}/v1/user/resetPin`, () => refusal(401, 'UnauthorizedError')));
    const user = renderApp('/profile/pin');
    await user.click(await screen.findByRole('button', { name: 'Request new PIN' }));
    expect(await screen.findByText('Failed to process your request. Please try again later.')).toBeTruthy();
    expect(session.read().token).toBe('token-1');
  });

  it('is changed by the rules, and a wrong one never ends the session', async () => {
    signedIn();
    network.use(http.patch(`${origin}/v1/pin`, () => refusal(401, 'InvalidPinError')));
    const user = renderApp('/profile/pin');
    await user.click(await screen.findByRole('button', { name: 'Change PIN' }));
    expect(screen.getByText('Please input your current PIN!')).toBeTruthy();
    expect(screen.getByText('PIN must be exactly 6 characters long!')).toBeTruthy();
    expect(screen.getByText('The two PINs you entered do not match!')).toBeTruthy();
    await user.type(screen.getByLabelText('Current PIN'), '12a3456789');
    expect(screen.getByLabelText<HTMLInputElement>('Current PIN').value).toBe('123456');
    await user.type(screen.getByLabelText('New PIN'), '482915');
    await user.type(screen.getByLabelText('Confirm new PIN'), '482915{Enter}');
    expect(await screen.findByText('PIN is wrong')).toBeTruthy();
    expect(session.read().token).toBe('token-1');
    network.use(http.patch(`${origin}/v1/pin`, () => HttpResponse.json({})));
    await user.type(screen.getByLabelText('Confirm new PIN'), '{Enter}');
    expect(await screen.findByText('Your PIN has been successfully changed.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Current PIN').value).toBe('');
  });

  it('is not waited for any more once it has come', async () => {
    const waiting = /^We sent you an email/u;
    signedIn();
    network.use(http.patch(`${origin}/v1/pin`, () => HttpResponse.json({})));
    const user = renderApp('/profile/pin');
    // The first PIN was asked for, and here it is.
    mailedPin('pinMailedAt');
    await screen.findByLabelText('Current PIN');
    expect(screen.queryByText(waiting)).toBeNull();
    cleanup();
    renderApp('/profile/pin');
    mailedPin('pinResetAt');
    expect(await screen.findByText(waiting)).toBeTruthy();
    await user.type(screen.getByLabelText('Current PIN'), '123456');
    await user.type(screen.getByLabelText('New PIN'), '482915');
    await user.type(screen.getByLabelText('Confirm new PIN'), '482915{Enter}');
    await screen.findByText('Your PIN has been successfully changed.');
    expect(screen.queryByText(waiting)).toBeNull();
  });
});
