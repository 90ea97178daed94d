import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';

import { ThemeProvider } from '@shared/theme/theme-provider';

import { testNetwork } from '../../../../../test/network';

import { ReceiptDrawer } from './receipt-drawer';

const network = testNetwork();
const nothing = () => undefined;

function openReceipt(status: number, code: string, message: string): void {
  const refusal = { code, message, fields: [], requestId: '7f3a-91c2' };
  network.use(http.get('*/v1/orders/2611/invoice', () => HttpResponse.json(refusal, { status })));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <ThemeProvider>
      <QueryClientProvider client={client}>
        <ReceiptDrawer opened orderId="2611" onClose={nothing} onReturnFocus={nothing} />
      </QueryClientProvider>
    </ThemeProvider>,
  );
}

describe('a receipt that does not come', () => {
  it.each([
    [404, 'NotFoundError', 'There is no such order'],
    [409, 'StateError', 'A receipt exists for success orders only'],
  ])('says why there is none on %i, and offers no Retry in vain', async (status, code, message) => {
    openReceipt(status, code, message);
    expect(await screen.findByRole('heading', { name: 'There is no receipt' })).toBeTruthy();
    expect(screen.getByText(message)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  });

  it('can be asked for again after a failure', async () => {
    openReceipt(500, 'InternalError', 'Something went wrong!');
    expect(await screen.findByRole('heading', { name: 'InternalError' })).toBeTruthy();
    expect(screen.getByText('The receipt could not be loaded')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
    expect(screen.getByText(/7f3a-91c2/u)).toBeTruthy();
  });
});
