import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, it, vi } from 'vitest';

import type { ShopProduct } from '@shared/shop/shop-data';

import { deferred } from '../../../../test/deferred';
import { testNetwork } from '../../../../test/network';
import { renderPart } from '../../../../test/render';
import { ProductPage } from './product-page';
import type { Purchase } from './purchase';

const network = testNetwork();
const product: ShopProduct = {
  operator: { code: 'TSEL', name: 'Telkomsel', type: 'mobile' },
  fields: [{ name: 'number' }],
  nominals: [{ code: 'TSEL10', denom: '10.000', price: 10_500, description: '' }],
  inquiry: false,
};

it('counts no judgement of a number that is not shown any more', async () => {
  const judged: string[] = [];
  const first = deferred<HttpResponse<{ doubt: string }>>();
  network.use(
    http.post('*/shop/v1/GAMES/destinations', async ({ request }) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const { destination } = (await request.json()) as { destination: { number: string } };
      judged.push(destination.number);
      return judged.length === 1 ? first.promise : HttpResponse.json({ doubt: '' });
    }),
  );
  const onPay = vi.fn<(purchase: Purchase) => void>();
  const { user } = renderPart(
    <ProductPage shopCode="GAMES" product={product} chosenAtFirst="TSEL10" typedAtFirst={{}} isJudged onPay={onPay} />,
  );
  const field = screen.getByLabelText('Nomor HP');
  await user.type(field, '081234567890{Enter}');
  await waitFor(() => expect(judged).toEqual(['081234567890']));
  await user.type(field, '1');
  first.resolve(HttpResponse.json({ doubt: '' }));
  await user.click(await screen.findByRole('button', { name: 'Bayar' }));
  await waitFor(() => expect(onPay).toHaveBeenCalledOnce());
  expect(onPay.mock.calls[0]?.[0].destination).toEqual({ number: '0812345678901' });
});

it('leads to the number that it doubts, before Pay anyway is pressed', async () => {
  network.use(http.post('*/shop/v1/GAMES/destinations', () => HttpResponse.json({ doubt: 'Awalan ini milik XL' })));
  const onPay = vi.fn<(purchase: Purchase) => void>();
  const { user } = renderPart(
    <ProductPage
      shopCode="GAMES"
      product={product}
      chosenAtFirst="TSEL10"
      typedAtFirst={{ number: '081712345670' }}
      isJudged
      onPay={onPay}
    />,
  );
  await user.click(screen.getByRole('button', { name: 'Bayar' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Awalan ini milik XL');
  expect(document.activeElement).toBe(screen.getByLabelText('Nomor HP'));
  expect(onPay).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Tetap bayar' }));
  expect(onPay).toHaveBeenCalledOnce();
});

it('says at the field why a meter is refused', async () => {
  const meter: ShopProduct = {
    ...product,
    operator: { code: 'PLN', name: 'Token PLN', type: 'electricity' },
    fields: [{ name: 'meter' }],
    inquiry: true,
  };
  const fields = [{ field: 'destination.meter', message: 'Nomor meter terdiri dari 11 angka' }];
  const refusal = { code: 'ValidationError', message: 'Isian tidak valid', fields };
  network.use(http.post('*/shop/v1/GAMES/inquiries', () => HttpResponse.json(refusal, { status: 400 })));
  const { user } = renderPart(
    <ProductPage
      shopCode="GAMES"
      product={meter}
      chosenAtFirst=""
      typedAtFirst={{}}
      isJudged
      onPay={() => undefined}
    />,
  );
  const field = screen.getByLabelText('Nomor meter');
  await user.type(field, '320144778128');
  const reason = await screen.findByText('Nomor meter terdiri dari 11 angka');
  expect(field.getAttribute('aria-describedby')).toBe(reason.id);
  expect(field.getAttribute('aria-invalid')).toBe('true');
  await user.type(field, '{Backspace}');
  expect(field.getAttribute('aria-invalid')).toBe('false');
});
