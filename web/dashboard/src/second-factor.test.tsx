import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';

import { session } from '@/session/session';

import { makeUser } from '../../test/factories';
import { noAnnouncements, testNetwork } from '../../test/network';
import { renderApp } from '../test/render-app';
import { keepSignedIn, userHandlers } from '../test/signed-in';

const network = testNetwork();
const origin = 'http://loket.test';
const codes = ['AAAA-AAAA-AAAA-AAAA-AAAA', 'BBBB-BBBB-BBBB-BBBB-BBBB'];

function refusal(status: number, code: string, more: object = {}) {
  return HttpResponse.json({ code, message: 'No.', fields: [], requestId: 'r', ...more }, { status });
}

function tokenOf(id: string): string {
  return `${btoa('{}')}.${btoa(JSON.stringify({ sub: '7', jti: id }))}.signature`;
}

const oneApp = { id: 'app-1', createdAt: '2026-03-03T03:41:00Z', lastUsedAt: null };

/** The page of security for a user who is signed in. */
function securityPage(factors: object = {}) {
  const user = makeUser();
  keepSignedIn(user, [6, 14]);
  session.renew(tokenOf('a'));
  network.use(
    ...userHandlers(user, [6, 14]),
    http.get(`${origin}/v1/user/factors`, () =>
      HttpResponse.json({
        passkeys: [],
        passkeysOffered: false,
        apps: [],
        recoveryCodesLeft: 0,
        browsers: [],
        ...factors,
      }),
    ),
    http.get(`${origin}/v1/user/sessions`, () => HttpResponse.json([])),
    http.get(`${origin}/v1/clients/security`, () =>
      HttpResponse.json({ idleMinutes: 60, secondFactor: 'none', demandedFrom: null, rememberDays: 30, lacking: null }),
    ),
  );
  return renderApp('/profile/security');
}

/** Sends the form of a user with a second factor. The first code is wrong. */
async function firstStep() {
  const bodies: unknown[] = [];
  network.use(
    http.post(`${origin}/v1/auth`, () =>
      HttpResponse.json({ token: 'first', next: 'second_factor', methods: ['app', 'recovery_code'], rememberDays: 30 }),
    ),
    http.post(`${origin}/v1/auth/second-factor`, async ({ request }) => {
      bodies.push(await request.json());
      expect(request.headers.get('Authorization')).toBe('Bearer first');
      return bodies.length === 1 ? refusal(401, 'InvalidCodeError') : HttpResponse.json({ token: 'token-2' });
    }),
    ...userHandlers(makeUser(), []),
    noAnnouncements,
    http.get(`${origin}/v1/*`, () => HttpResponse.json([])),
    http.get(`${origin}/dashboard/v1/*`, () => HttpResponse.json({ deposits: [] })),
  );
  const user = renderApp('/login?next=/profile/password');
  await user.type(await screen.findByLabelText('Client ID'), '1001');
  await user.type(screen.getByLabelText('Username'), 'root');
  await user.type(screen.getByLabelText('Password'), 'Loket-Demo-2026{Enter}');
  return { user, bodies };
}

describe('second step of the sign-in', () => {
  it('says of a wrong code that it is wrong, and signs in with the next one', async () => {
    const { user, bodies } = await firstStep();
    const field = await screen.findByLabelText('Code');
    expect(session.read().token).toBeUndefined();
    await user.click(screen.getByRole('button', { name: 'CONTINUE' }));
    expect(await screen.findByText('Code must be filled')).toBeTruthy();
    await user.type(field, '000000{Enter}');
    expect(await screen.findByText(/^The code is wrong/u)).toBeTruthy();
    await user.clear(field);
    await user.type(field, '123 456');
    await user.click(screen.getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: 'CONTINUE' }));
    await waitFor(() => expect(session.read().token).toBe('token-2'));
    expect(bodies).toEqual([{ code: '000000' }, { code: '123 456', remember: true }]);
  });

  it('leads back to the form', async () => {
    const { user } = await firstStep();
    await user.click(await screen.findByRole('button', { name: 'Back' }));
    expect(await screen.findByLabelText('Client ID')).toBeTruthy();
  });
});

describe('set-up of an authenticator app', () => {
  it('asks who it is, repeats the call, and shows recovery codes that must be kept', async () => {
    const user = securityPage();
    const proved = tokenOf('b');
    network.use(
      http.post(`${origin}/v1/user/factors/totp`, ({ request }) =>
        request.headers.get('Authorization') === `Bearer ${proved}`
          ? HttpResponse.json({ id: 'app-1', secret: 'GEZDGNBVGY3TQOJQ', uri: 'otpauth://totp/x' }, { status: 201 })
          : refusal(403, 'StepUpRequiredError', { methods: ['password'] }),
      ),
      http.post(`${origin}/v1/auth/step-up`, async ({ request }) => {
        const body = await request.json();
        return JSON.stringify(body) === '{"password":"right"}'
          ? HttpResponse.json({ token: proved })
          : refusal(401, 'ClientUnauthorizedError');
      }),
      http.post(`${origin}/v1/user/factors/totp/app-1/confirm`, () => HttpResponse.json({ recoveryCodes: codes })),
    );
    await user.click(await screen.findByRole('button', { name: 'Set up authenticator app' }));
    const proof = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
    await user.type(await proof.findByLabelText('Current password'), 'wrong{Enter}');
    expect(await proof.findByText('Please input the correct password.')).toBeTruthy();
    await user.clear(proof.getByLabelText('Current password'));
    await user.type(proof.getByLabelText('Current password'), 'right{Enter}');

    const setUp = within(await screen.findByRole('dialog', { name: 'Set up authenticator app' }));
    expect(setUp.getByText('GEZD GNBV GY3T QOJQ')).toBeTruthy();
    expect(setUp.getByRole('img', { name: 'QR code for the authenticator app' })).toBeTruthy();
    await user.type(setUp.getByLabelText('Code that the app shows now'), '123 456{Enter}');

    const shown = within(await screen.findByRole('dialog', { name: 'Your recovery codes' }));
    expect(shown.getAllByRole('listitem').map((item) => item.textContent)).toEqual(codes);
    const frame = shown.getByTitle<HTMLIFrameElement>('Recovery codes to print');
    expect(frame.srcdoc).toContain(codes[1]);
    const print = vi.fn<() => void>();
    Object.defineProperty(frame, 'contentWindow', { value: { print } });
    await user.click(shown.getByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledOnce();
    const done = shown.getByRole<HTMLButtonElement>('button', { name: 'Done' });
    expect(done.disabled).toBe(true);
    await user.click(shown.getByRole('checkbox', { name: 'I have kept these codes' }));
    await user.click(done);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('changes nothing when the question for a proof is cancelled', async () => {
    const user = securityPage({ apps: [oneApp], recoveryCodesLeft: 10 });
    network.use(
      http.delete(`${origin}/v1/user/factors/app-1`, () => refusal(403, 'StepUpRequiredError', { methods: ['app'] })),
    );
    await user.click(await screen.findByRole('button', { name: /^Remove the authenticator app added/u }));
    const question = within(await screen.findByRole('dialog', { name: 'Remove this authenticator app?' }));
    await user.click(question.getByRole('button', { name: 'Remove' }));
    const proof = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
    expect(await proof.findByLabelText('Code of your authenticator app')).toBeTruthy();
    await user.click(proof.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Confirm that it is you' })).toBeNull());
    expect(screen.queryByRole('alert')).toBeNull();
    expect(session.read().token).toBe(tokenOf('a'));
  });
});
