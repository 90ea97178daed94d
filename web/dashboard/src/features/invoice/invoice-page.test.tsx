import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';

import { session } from '@/session/session';
import { runtimeConfig } from '@shared/config/runtime-config';

import { deferred } from '../../../../test/deferred';
import { makeUser } from '../../../../test/factories';
import { testNetwork } from '../../../../test/network';
import { renderApp } from '../../../test/render-app';

const network = testNetwork();

function invoice(id: number, change: object = {}) {
  return {
    id: String(id),
    invoice_no: `LKT-INV-2026-00000${id}`,
    type: 'settlement',
    transactionDate: '2026-11-15T17:00:00Z',
    sentDate: '2026-10-31T17:00:05Z',
    dueDate: '2026-11-30',
    amount: 43_400_000,
    outstanding: 43_400_000,
    accNo: '5210880007714',
    accName: 'PT Loket',
    bankCode: 'BBCA',
    bankName: 'BCA',
    transferDate: '',
    status: 'unpaid',
    overdue: false,
    payment_confirm_file: '',
    invoice_file: `/files/${id}`,
    formal_invoice_file: '',
    fileUrl: '',
    ...change,
  };
}

const rest = { settlementId: '1', periodId: '7', from: '', to: '', lines: [], vat: null, creditNotes: [] };
let sent: unknown[] = [];

beforeEach(() => {
  sent = [];
  session.begin('token-1', 'root');
  network.use(
    http.get('*/v1/user', () => HttpResponse.json(makeUser())),
    http.get('*/v1/permission', () => HttpResponse.json({ '204': true })),
    http.get('*/v1/events', () => HttpResponse.json({ code: 'NotFoundError', message: '' }, { status: 404 })),
    http.get('*/v1/invoices/client', () => {
      const states = [{}, { payment_confirm_file: '/p' }, { status: 'paid' }, { status: 'done' }];
      return HttpResponse.json({ data: states.map((state, id) => invoice(id + 1, state)), page: 1, perPage: 10 });
    }),
    http.get('*/v1/invoices/client/:id', ({ params }) =>
      HttpResponse.json({ ...invoice(Number(params['id']), params['id'] === '3' ? { status: 'paid' } : {}), ...rest }),
    ),
    http.post('*/v1/invoices/client/:id/confirm-payment', async ({ request }) => {
      const form = await request.formData();
      sent.push([...form.keys()], form.get('date_transfer'));
      return HttpResponse.json({ ...invoice(1), ...rest });
    }),
  );
});

it('tags each invoice, and has a next page only after ten rows', async () => {
  renderApp('/invoice');
  const table = await screen.findByRole('table');
  await within(table).findByText('Pending confirmation');
  for (const tag of ['Unpaid', 'Paid', 'Done']) expect(within(table).getByText(tag)).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next page' }).disabled).toBe(true);
});

it('gives the focus back to the invoice that was opened', async () => {
  const user = renderApp('/invoice');
  const link = await screen.findByRole('link', { name: 'Invoice detail LKT-INV-2026-000001' });
  await user.click(link);
  await screen.findByRole('dialog', { name: 'Invoice Detail' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(link));
});

it('confirms a payment with its day and file', async () => {
  const user = renderApp('/invoice?invoice=1');
  const dialog = await screen.findByRole('dialog', { name: 'Invoice Detail' });
  const confirm = await within(dialog).findByRole('button', { name: 'Confirm Payment' });
  await user.click(confirm);
  expect(within(dialog).getByText('Date transfer must be selected')).toBeTruthy();
  expect(within(dialog).getByText('Payment confirmation file must be selected')).toBeTruthy();
  const input = dialog.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('no file input');
  await user.upload(input, new File(['%PDF-1.7'], 'proof.pdf', { type: 'application/pdf' }));
  expect(within(dialog).getByText(/8 B, sent with Confirm Payment/u)).toBeTruthy();
  expect(sent).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: /^Transfer Date/u }));
  const today = document.querySelector<HTMLElement>('[data-autofocus][data-today], [data-today]');
  const days = await screen.findAllByRole('button', { name: /^1 [A-Z][a-z]+ \d{4}$/u, hidden: true });
  await user.click(today ?? days[0] ?? dialog);
  await user.click(confirm);
  expect(await screen.findByText('Invoice has been confirmed!')).toBeTruthy();
  expect(sent[0]).toEqual(['date_transfer', 'payment_confirmation']);
  expect(sent[1]).toMatch(/^\d{4}-\d{2}-\d{2}$/u);
});

it('has no form for an invoice that is paid', async () => {
  renderApp('/invoice?invoice=3');
  const dialog = await screen.findByRole('dialog', { name: 'Invoice Detail' });
  await within(dialog).findByText('Paid');
  expect(within(dialog).queryByRole('button', { name: 'Confirm Payment' })).toBeNull();
});

it('tells a user who may not see the invoices of an active settlement whom to ask', async () => {
  vi.spyOn(runtimeConfig.flags, 'settlement', 'get').mockReturnValue(true);
  network.use(
    http.get('*/v1/permission', () => HttpResponse.json({})),
    http.get('*/v1/settlements', () => HttpResponse.json({ data: [{ id: '1', is_active: true, balance: 5 }] })),
    http.get('*/v1/invoices/client', () =>
      HttpResponse.json({ code: 'ForbiddenError', message: 'x' }, { status: 403 }),
    ),
  );
  renderApp('/invoice');
  const card = await screen.findByRole('region', { name: 'Your settlement is now active.' });
  expect(card.textContent).toContain('Ask an administrator of your company.');
  // Nothing leads to the page that the user is on.
  expect(within(card).queryByRole('link')).toBeNull();
});

it.each([
  ['keeps room for the settlement of a client that has one', true, 1],
  ['keeps none for a client whose settlement is not active, where no form is offered', false, 0],
])('%s', async (_what, settlementActive, rooms) => {
  vi.spyOn(runtimeConfig.flags, 'settlement', 'get').mockReturnValue(true);
  network.use(
    http.get('*/v1/user', () => HttpResponse.json(makeUser({ client: { hasSettlement: true, settlementActive } }))),
    http.get('*/v1/settlements', async () => deferred<Response>().promise),
  );
  renderApp('/invoice');
  await screen.findByText('LKT-INV-2026-000001');
  expect(document.querySelectorAll('main .card[aria-hidden]')).toHaveLength(rooms);
});
