import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import { testNetwork } from '../../../../test/network';
import { renderPart } from '../../../../test/render';
import { InvoiceDetailPart } from './invoice-detail';

const network = testNetwork();

const invoice = {
  id: '42',
  invoiceNo: 'LKT-INV-2026-000042',
  clientId: 1001,
  clientName: 'Toko Maju Jaya',
  status: 'paid',
  overdue: false,
  amount: 1_000_000,
  outstanding: 0,
  issuedAt: '2026-11-20T17:00:00Z',
  dueDate: '2026-12-04',
  dueAt: '2026-12-04T17:00:00Z',
  transferDate: '',
  proof: 'none',
  formal: false,
  from: '2026-11-13T17:00:00Z',
  to: '2026-11-20T17:00:00Z',
  account: '',
  lines: [],
  creditNotes: [],
  creditable: 0,
  paidAt: '2026-11-22T03:00:00Z',
  doneAt: null,
};

it('attaches the tax invoice, a PDF, for a reason', async () => {
  let shown = invoice;
  const sent: unknown[] = [];
  network.use(
    http.get('*/staff/v1/invoices/42', () => HttpResponse.json(shown)),
    http.post('*/staff/v1/invoices/42/formal', async ({ request }) => {
      const form = await request.formData();
      const file = form.get('file');
      sent.push([file instanceof File ? file.name : '', form.get('reason')]);
      shown = { ...invoice, formal: true };
      return HttpResponse.json(shown);
    }),
  );
  const { user } = renderPart(<InvoiceDetailPart id="42" />);
  await user.click(await screen.findByRole('button', { name: 'Attach tax invoice…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Tax invoice of LKT-INV-2026-000042' }));
  await user.click(dialog.getByRole('button', { name: 'Attach' }));
  expect(await dialog.findByText('Choose the PDF')).toBeTruthy();
  const field = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (!field) throw new Error('no field for a file');
  await user.upload(field, new File(['%PDF-1.4'], 'faktur.pdf', { type: 'application/pdf' }));
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Faktur 010');
  await user.click(dialog.getByRole('button', { name: 'Attach' }));
  await waitFor(() => expect(sent).toEqual([['faktur.pdf', 'Faktur 010']]));
  expect(await screen.findByText('attached')).toBeTruthy();
});
