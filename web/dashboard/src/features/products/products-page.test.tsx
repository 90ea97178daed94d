import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import { session } from '@/session/session';

import { makeUser } from '../../../../test/factories';
import { testNetwork } from '../../../../test/network';
import { renderApp } from '../../../test/render-app';

const network = testNetwork();
const product = {
  code: 'TSEL10',
  name: 'Telkomsel 10.000',
  description: '',
  operatorCode: 'TSEL',
  operatorType: 'mobile',
  type: 'mobile',
  walletType: 'level_1',
  sellPrice: 10_250,
  active: true,
  problem: false,
};

const row = (text: string) => screen.getByText(text).closest('tr')?.textContent;

it('shows what shoppers pay where the client has such a price', async () => {
  session.begin('token-1', 'root');
  const priced = { ...product, code: 'TSEL20', name: 'Telkomsel 20.000', committedSellPrice: 11_275 };
  const history = {
    product: priced,
    changes: [
      { effectiveAt: '2026-11-01T00:00:00Z', price: 10_250, previousPrice: 10_000, own: false, scheduled: false },
    ],
  };
  network.use(
    http.get('*/v1/user', () => HttpResponse.json(makeUser())),
    http.get('*/v1/permission', () => HttpResponse.json({ '22': true })),
    http.get('*/v1/events', () => HttpResponse.json({ code: 'NotFoundError', message: '' }, { status: 404 })),
    http.get('*/v1/operator/type', () => HttpResponse.json(['mobile'])),
    http.get('*/dashboard/v1/products/watches', () => HttpResponse.json({ codes: [] })),
    http.get('*/dashboard/v1/products/client', () =>
      HttpResponse.json({ data: [product, priced], page: 1, perPage: 50, total: 2 }),
    ),
    http.get('*/dashboard/v1/products/client/TSEL20/prices', () => HttpResponse.json(history)),
  );
  const user = renderApp('/product');
  const name = await screen.findByRole('button', { name: 'Telkomsel 20.000' });
  expect(row('Telkomsel 20.000')).toContain('Rp\u00a010.250committed Rp\u00a011.275');
  expect(row('Telkomsel 10.000')).not.toContain('committed');
  await user.click(name);
  const drawer = await screen.findByRole('dialog', { name: 'Telkomsel 20.000' });
  expect(within(drawer).getByText('Committed Sell Price').nextElementSibling?.textContent).toBe('Rp\u00a011.275');
  // One writing of the currency in one area.
  expect((await within(drawer).findByText(/before:/u)).textContent).toContain('before: Rp\u00a010.000');
});
