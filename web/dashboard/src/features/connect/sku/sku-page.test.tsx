import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';

import { runtimeConfig } from '@shared/config/runtime-config';
import { session } from '@/session/session';

import { makeUser } from '../../../../../test/factories';
import { testNetwork } from '../../../../../test/network';
import { renderApp } from '../../../../test/render-app';
import { makeShopConfig } from '../../../../test/shop-fixtures';

const network = testNetwork();

const config = makeShopConfig({ deeplinkUrl: '-' });

const sku = {
  code: 'AXIS100',
  name: 'AXIS 100.000',
  denom: '100.000',
  description: '',
  active: true,
  sellPrice: 98_800,
  recommendedPrice: 103_000,
  committedSellPrice: 103_000,
  committedMargin: 4_200,
  marginPercent: 4.3,
  pricing: { pricingType: 'recommended', marginValue: 0 },
  off: '',
  products: {
    name: 'AXIS',
    code: 'AXIS',
    basePrice: 103_000,
    operator: { code: 'AXIS', name: 'AXIS', type: 'mobile' },
  },
};

const left = {
  total: 1,
  skus: [{ code: 'TSEL10', name: 'Telkomsel 10.000', netPrice: 12_000, recommendedPrice: 11_000 }],
};
let sent: unknown[] = [];
let published = false;

beforeEach(() => {
  sent = [];
  published = false;
  session.begin('token-1', 'root');
  vi.spyOn(runtimeConfig.flags, 'pricing', 'get').mockReturnValue(true);
  const priced = (body: unknown) => {
    sent.push(body);
    const percent = typeof body === 'object' && body !== null && 'marginPercentCSP' in body;
    const pricing = percent
      ? { pricingType: 'percent', marginValue: Number(body.marginPercentCSP) }
      : { pricingType: 'recommended', marginValue: 0 };
    return HttpResponse.json({ changed: 358, pricing, leftOut: percent ? { total: 0, skus: [] } : left });
  };
  network.use(
    http.get('*/v1/user', () => HttpResponse.json(makeUser())),
    http.get('*/v1/permission', () => HttpResponse.json({ '301': true, '73': true })),
    http.get('*/v1/events', () => HttpResponse.json({ code: 'NotFoundError', message: '' }, { status: 404 })),
    http.get('*/v1/webapp/config', () => HttpResponse.json({ ...config, isPublished: published })),
    http.get('*/v1/external/clientproducts/summary', () =>
      HttpResponse.json({ active: 1, off: 0, leastMarginPercent: 1, mostMarginPercent: 2, priced: true }),
    ),
    http.get('*/v1/external/clientproducts/webapp', () =>
      HttpResponse.json({ clientProducts: [sku], page: 1, perPage: 10, total: 1 }),
    ),
    http.post('*/v1/external/clientproducts/csp-margin/simulation', () =>
      HttpResponse.json({
        from: '2026-10-26',
        to: '2026-11-24',
        orders: 2,
        now: 10,
        recommended: 20,
        new: 30,
        byOperatorType: [],
        skus: [],
        skuCount: 358,
        leftOut: left,
      }),
    ),
    http.post('*/v1/external/clientproducts/csp-margin/all', async ({ request }) => priced(await request.json())),
    http.patch('*/v1/external/clientproducts/csp-margin', async ({ request }) => priced(await request.json())),
  );
});

it('saves what was chosen when Next is pressed, and goes nowhere with a value that is not valid', async () => {
  const user = renderApp('/connect/settings/sku');
  await user.click(await screen.findByRole('radio', { name: 'Manual' }));
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByText('Please enter a margin value before applying.')).toBeTruthy();
  expect(sent).toEqual([]);
  await user.type(screen.getByRole('textbox', { name: 'Margin Percentage' }), '17');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByLabelText('Payment Link')).toBeTruthy();
  expect(sent).toEqual([{ marginPercentCSP: 17, isFixedCSP: false }]);
});

it('names the SKUs that the recommended prices leave out, and computes nothing of a bad value', async () => {
  const user = renderApp('/connect/settings/sku');
  expect(await screen.findByText('Telkomsel 10.000: Rp 11.000, net Rp 12.000')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Set All Margins' }));
  expect(await screen.findByText(/Recommended margins for 358 SKUs\. 1 SKU left out/u)).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: 'Manual' }));
  await user.type(screen.getByRole('textbox', { name: 'Margin Percentage' }), 'abc');
  expect(screen.queryByText('What you would have earned')).toBeNull();
});

it('changes nothing of a SKU that was not edited, and gives its recommended price back', async () => {
  published = true;
  const user = renderApp('/connect/settings/sku');
  await user.click(await screen.findByRole('button', { name: 'Edit AXIS 100.000' }));
  let dialog = await screen.findByRole('dialog', { name: 'Edit SKU' });
  expect(within(dialog).getByRole<HTMLInputElement>('radio', { name: 'Recommended' }).checked).toBe(true);
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(sent).toEqual([]);

  sku.pricing = { pricingType: 'margin', marginValue: 500 };
  await user.click(await screen.findByRole('button', { name: 'Edit AXIS 100.000' }));
  dialog = await screen.findByRole('dialog', { name: 'Edit SKU' });
  await user.click(within(dialog).getByRole('radio', { name: 'Fixed Margin' }));
  await user.click(within(dialog).getByRole('radio', { name: 'Recommended' }));
  expect(sent).toEqual([]);
});

it('shows the prices and offers no way to set them where the deployment has switched that off', async () => {
  vi.spyOn(runtimeConfig.flags, 'pricing', 'get').mockReturnValue(false);
  renderApp('/connect/settings/sku');
  expect(await screen.findByText('AXIS100')).toBeTruthy();
  expect(screen.queryByText('Set your margins to get started')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Set All Margins' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Edit AXIS 100.000' })).toBeNull();
  expect(screen.queryByRole('checkbox')).toBeNull();
});

it('sets the value to 0 with each change of the pricing type', async () => {
  published = true;
  sku.pricing = { pricingType: 'margin', marginValue: 500 };
  const user = renderApp('/connect/settings/sku');
  await user.click(await screen.findByRole('button', { name: 'Edit AXIS 100.000' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit SKU' }));
  expect(dialog.getByRole('textbox')).toHaveProperty('value', '500');
  await user.click(dialog.getByRole('radio', { name: 'Margin Percentage' }));
  expect(dialog.getByRole('textbox')).toHaveProperty('value', '0');
  await user.click(dialog.getByRole('radio', { name: 'Fixed Margin' }));
  expect(dialog.getByRole('textbox')).toHaveProperty('value', '0');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Please enter an amount')).toBeTruthy();
  expect(sent).toEqual([]);
});
