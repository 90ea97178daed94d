import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';

import { makeUser } from '../../../../../test/factories';
import { testNetwork } from '../../../../../test/network';
import { renderApp } from '../../../../test/render-app';
import { keepSignedIn, userHandlers } from '../../../../test/signed-in';

import type { Reconciliation } from './reconciliation-queries';

const network = testNetwork();
const books = new File(['reference,amount,status\nINV-7,1,success\n'], 'books.csv', { type: 'text/csv' });

let answer: Reconciliation;

async function openDialog() {
  keepSignedIn(makeUser(), []);
  network.use(...userHandlers(makeUser(), []));
  const user = renderApp('/orders/export');
  await user.click(await screen.findByRole('button', { name: 'Compare a file' }));
  const dialog = await screen.findByRole('dialog', { name: 'Reconcile a day' });
  const compare = () => user.click(within(dialog).getByRole('button', { name: 'Compare' }));
  const choose = async () => {
    const input = dialog.querySelector('input[type=file]');
    if (input instanceof HTMLInputElement) await user.upload(input, books);
  };
  return { dialog: within(dialog), compare, choose };
}

beforeEach(() => {
  answer = {
    day: '2026-11-25',
    lines: 3,
    same: 1,
    missing: 0,
    different: 1,
    duplicates: 0,
    oursOnly: 1200,
    rows: [
      {
        kind: 'different',
        line: 2,
        clientRef: 'INV-7',
        amount: 1,
        status: 'success',
        orderId: '1',
        ourAmount: 10_250,
        ourStatus: 'failed',
      },
      { kind: 'oursOnly', clientRef: 'INV-9', orderId: '2', ourAmount: 500, ourStatus: 'pending' },
    ],
    file: { url: '/files/result', size: 10, expiresAt: '2026-12-02T00:00:00Z' },
  };
  network.use(
    http.get('*/dashboard/v1/deposits/client', () => HttpResponse.json({ deposits: [] })),
    http.get('*/v1/orders/exports', () => HttpResponse.json([])),
    http.post('*/v1/reconciliations', () => HttpResponse.json(answer)),
  );
});

describe('the comparison of a day', () => {
  it('asks for a file, and shows the counts and the first rows of each kind', async () => {
    const { dialog, compare, choose } = await openDialog();
    await compare();
    expect(await dialog.findByText('Please select a file')).toBeTruthy();
    await choose();
    await compare();
    const ours = within(await dialog.findByRole('table', { name: 'Ours only' }));
    expect(ours.getAllByRole('row')[1]?.textContent).toMatch(/^INV-9—.*500Pending$/u);
    const different = within(dialog.getByRole('table', { name: 'Different' }));
    expect(different.getAllByRole('row')[1]?.textContent).toMatch(/^INV-7line 2.*1Success.*10\.250Failed$/u);
    expect(dialog.queryByRole('table', { name: /^Missing/u })).toBeNull();
    expect(dialog.getByText(/The first 1 of 1\.200/u)).toBeTruthy();
    expect(dialog.getByRole('link', { name: 'Download result' }).getAttribute('href')).toContain('/files/result');
  });

  it('says which lines can’t be read', async () => {
    network.use(
      http.post('*/v1/reconciliations', () => {
        const fields = [{ field: 'line 2', message: 'The amount must be whole rupiah' }];
        return HttpResponse.json({ code: 'ValidationError', message: '', fields, requestId: 'r' }, { status: 400 });
      }),
    );
    const { dialog, compare, choose } = await openDialog();
    await choose();
    await compare();
    expect(await dialog.findByText('Line 2: The amount must be whole rupiah')).toBeTruthy();
  });

  it('says that both agree', async () => {
    answer = { ...answer, different: 0, oursOnly: 0, rows: [] };
    const { dialog, compare, choose } = await openDialog();
    await choose();
    await compare();
    expect(await dialog.findByText('Your books and ours agree.')).toBeTruthy();
  });
});
