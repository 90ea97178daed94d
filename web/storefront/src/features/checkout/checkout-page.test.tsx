import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import { keepDraft } from '@/browser-storage/checkout-draft';
import { LanguageProvider } from '@/language/language';

import { testNetwork } from '../../../../test/network';
import { renderPart } from '../../../../test/render';
import { CheckoutPage } from './checkout-page';

const network = testNetwork();

function open(isNamed: boolean): void {
  keepDraft('maju', {
    operator: { code: 'PLN', name: 'Token PLN', type: 'electricity' },
    nominal: { code: 'PLN100', denom: '100.000', price: 110_495, description: '' },
    destination: { meter: '32014477812' },
    ...(isNamed && { isNamed }),
  });
  renderPart(
    <LanguageProvider>
      <CheckoutPage code="maju" />
    </LanguageProvider>,
  );
}

/** What the page says of the account. */
function account(): string | null | undefined {
  return (screen.queryByText('Nama akun') ?? screen.queryByText('Account name'))?.nextElementSibling?.textContent;
}

it('names the account before it is paid for', async () => {
  network.use(http.post('*/shop/v1/maju/inquiries', () => HttpResponse.json({ accountName: 'MARIA SIREGAR' })));
  open(true);
  await screen.findByText('MARIA SIREGAR');
  expect(account()).toBe('MARIA SIREGAR');
});

it('says that nobody has the number, with the supplier’s reason', async () => {
  const refusal = { code: 'BillError', message: 'The number is wrong', fields: [] };
  network.use(http.post('*/shop/v1/maju/inquiries', () => HttpResponse.json(refusal, { status: 422 })));
  open(true);
  expect((await screen.findByRole('alert')).textContent).toBe('The number is wrong');
  expect(account()).toMatch(/^(?:Tidak ditemukan|Not found)$/u);
});

it('asks for no name where there is none', () => {
  open(false);
  expect(account()).toBeUndefined();
});
