import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';

import { reportError } from '@shared/reporting/report-error';
import { session } from '@/session/session';

import { deferred } from '../../../../../test/deferred';
import { makeUser } from '../../../../../test/factories';
import { testNetwork } from '../../../../../test/network';
import { renderApp } from '../../../../test/render-app';
import { makeShopConfig } from '../../../../test/shop-fixtures';

vi.mock(import('@shared/reporting/report-error'), () => ({ reportError: vi.fn<(error: unknown) => void>() }));

const network = testNetwork();

const first = makeShopConfig();

let stored = first;
let held: Record<string, boolean> = {};
let sent: Record<string, unknown>[] = [];

beforeEach(() => {
  stored = first;
  held = { '301': true };
  sent = [];
  vi.mocked(reportError).mockClear();
  session.begin('token-1', 'root');
  network.use(
    http.get('*/v1/user', () => HttpResponse.json(makeUser())),
    http.get('*/v1/permission', () => HttpResponse.json(held)),
    http.get('*/v1/events', () => HttpResponse.json({ code: 'NotFoundError', message: '' }, { status: 404 })),
    http.get('*/v1/webapp/config', () => HttpResponse.json(stored)),
    http.get('*/v1/external/clientproducts/summary', () =>
      HttpResponse.json({ active: 1, off: 0, leastMarginPercent: 1, mostMarginPercent: 2, priced: true }),
    ),
    http.patch('*/v1/webapp/config', async ({ request }) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const body = (await request.json()) as { version: number; deeplinkUrl: string; password?: string };
      sent.push(body);
      if (body.version !== stored.version) return refusal(409, 'ConfigConflictError');
      if (body.password === undefined) return refusal(403, 'PasswordRequiredError');
      if (body.password !== 'right') return refusal(401, 'ClientUnauthorizedError');
      stored = { ...stored, version: stored.version + 1, deeplinkUrl: body.deeplinkUrl };
      return HttpResponse.json(stored);
    }),
  );
});

function refusal(status: number, code: string) {
  return HttpResponse.json({ code, message: code, fields: [] }, { status });
}

const page = '/connect/settings/payment-integration';

it('asks for the password before payments go elsewhere, and stays with a wrong one', async () => {
  const user = renderApp(page);
  const link = await screen.findByLabelText('Payment Link');
  await user.clear(link);
  await user.type(link, 'https://b.id/pay');
  await user.click(screen.getByRole('button', { name: 'Next' }));

  const dialog = await screen.findByRole('dialog', { name: 'Confirm the payment link' });
  expect(within(dialog).getByText('https://b.id/pay')).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Change the link' }));
  expect(within(dialog).getByText('Please enter your password.')).toBeTruthy();
  await user.type(within(dialog).getByLabelText('Your password'), 'wrong');
  await user.click(within(dialog).getByRole('button', { name: 'Change the link' }));
  expect(await within(dialog).findByText('Please input the correct password.')).toBeTruthy();
  expect(stored.deeplinkUrl).toBe('https://a.id/pay');

  await user.clear(within(dialog).getByLabelText('Your password'));
  await user.type(within(dialog).getByLabelText('Your password'), 'right');
  await user.click(within(dialog).getByRole('button', { name: 'Change the link' }));
  expect(await screen.findByRole('button', { name: 'Publish' })).toBeTruthy();
  expect(stored.deeplinkUrl).toBe('https://b.id/pay');
  expect(sent.map((body) => body['password'])).toEqual([undefined, 'wrong', 'right']);
});

function isClosed(): void {
  if (screen.queryByRole('dialog', { name: 'Confirm the payment link' })) throw new Error('still open');
}

it('stays open while the link is being changed', async () => {
  const answer = deferred<Response>();
  const user = renderApp(page);
  const link = await screen.findByLabelText('Payment Link');
  await user.clear(link);
  await user.type(link, 'https://b.id/pay');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  const dialog = await screen.findByRole('dialog', { name: 'Confirm the payment link' });
  network.use(http.patch('*/v1/webapp/config', () => answer.promise));
  await user.type(within(dialog).getByLabelText('Your password'), 'right{Enter}');
  await user.keyboard('{Escape}');
  await expect(waitFor(isClosed, { timeout: 600 })).rejects.toThrow('still open');
  answer.resolve(HttpResponse.json({ ...first, version: 4 }));
  expect(await screen.findByRole('button', { name: 'Publish' })).toBeTruthy();
});

it('says what somebody else has changed meanwhile', async () => {
  const user = renderApp(page);
  const link = await screen.findByLabelText('Payment Link');
  stored = { ...first, version: 4, name: 'Other Games' };
  await user.clear(link);
  await user.type(link, 'https://b.id/pay');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText(/name/u)).toBeTruthy();
  expect(within(dialog).queryByText(/version number/u)).toBeNull();
});

it('reports a failed save, and no refusal that the user can answer', async () => {
  const user = renderApp(page);
  const link = await screen.findByLabelText('Payment Link');
  await user.clear(link);
  await user.type(link, 'https://b.id/pay');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm the payment link' }));
  expect(reportError).not.toHaveBeenCalled();
  network.use(http.patch('*/v1/webapp/config', () => refusal(400, 'ValidationError')));
  await user.type(dialog.getByLabelText('Your password'), 'right{Enter}');
  expect(await screen.findByText('The links could not be saved')).toBeTruthy();
  expect(reportError).toHaveBeenCalledWith(expect.objectContaining({ message: 'Error saving configurations:' }));
});

it('is closed to users without the permission', async () => {
  held = { '73': true };
  renderApp(page);
  expect(await screen.findByText('Unauthorized Action!')).toBeTruthy();
  expect(screen.queryByLabelText('Payment Link')).toBeNull();
});
