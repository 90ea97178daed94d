import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';

import { makeUser } from '../../../../../../test/factories';
import { testNetwork } from '../../../../../../test/network';
import { renderApp } from '../../../../../test/render-app';
import { keepSignedIn, userHandlers } from '../../../../../test/signed-in';

import type { LoggedRequest, RequestPage } from './request-queries';

const network = testNetwork();
const at = '2026-11-21T07:32:16.208Z';
const id = '1795246336208000-12-77-0';

function makeRequest(part: Partial<LoggedRequest> = {}): LoggedRequest {
  return {
    id,
    at,
    requestId: 'req_7Qm2Xc9Tb4',
    key: '7c2f',
    method: 'POST',
    route: '/h2h/v1/orders',
    target: '/h2h/v1/orders',
    status: 409,
    took: 9,
    address: '103.28.14.22',
    program: 'majujaya-pos/2.4',
    reference: 'INV-7',
    ...part,
  };
}

let page: RequestPage;
let listCalls: string[] = [];

function open(path = '', permissions = [304]) {
  keepSignedIn(makeUser(), permissions);
  network.use(...userHandlers(makeUser(), permissions));
  return renderApp(`/profile/developers/requests${path}`);
}

beforeEach(() => {
  page = { data: [makeRequest()], next: null, searchedTo: null, keys: ['7c2f'], maskNumbers: true, on: true };
  listCalls = [];
  network.use(
    http.get('*/v1/requests', ({ request }) => {
      listCalls.push(new URL(request.url).search);
      return HttpResponse.json(page);
    }),
    http.get('*/v1/requests/:id', () =>
      HttpResponse.json({
        ...makeRequest(),
        kept: true,
        body: '{"destinationNo":"0857••••8802","clientRef":"INV-7"}',
        answer: '{"code":"PriceChangedError"}',
      }),
    ),
  );
});

describe('the log of requests', () => {
  it('opens a request in its place, with what belongs to it', async () => {
    const user = open();
    const row = await screen.findByRole('button', { name: 'POST /h2h/v1/orders 21 Nov 2026, 14:32:16.208' });
    await user.click(row);
    expect(await screen.findByText(/"destinationNo": "0857••••8802"/u)).toBeTruthy();
    expect(screen.getByText(/"code": "PriceChangedError"/u)).toBeTruthy();
    expect(window.location.search).toContain(id);
    const hrefs = ['Order', 'Webhook deliveries'].map((name) =>
      screen.getByRole('link', { name }).getAttribute('href'),
    );
    expect(hrefs).toEqual([expect.stringContaining('query=%21INV-7'), expect.stringContaining('query=INV-7')]);
    await user.click(screen.getByRole('button', { name: 'Copy as curl' }));
    expect(await navigator.clipboard.readText()).toContain('-H "Authorization: Bearer $LOKET_KEY"');
    await user.click(row);
    expect(screen.queryByText(/PriceChangedError/u)).toBeNull();
  });

  it('asks by its filters, a day by its ends', async () => {
    const user = open('?day=2026-11-21');
    await screen.findByRole('button', { name: /POST/u });
    await user.selectOptions(screen.getByLabelText('Method'), 'POST');
    await user.selectOptions(screen.getByLabelText('Status'), '4xx refused');
    await user.selectOptions(screen.getByLabelText('Path'), '/h2h/v1/orders');
    await user.selectOptions(screen.getByLabelText('Key'), '…7c2f');
    await user.type(screen.getByRole('searchbox'), 'INV-7{Enter}');
    await screen.findByRole('button', { name: /POST/u });
    expect(Object.fromEntries(new URLSearchParams(listCalls.at(-1)))).toEqual({
      query: 'INV-7',
      method: 'POST',
      status: '4xx',
      route: '/h2h/v1/orders',
      key: '7c2f',
      from: '2026-11-20T17:00:00.000Z',
      to: '2026-11-21T17:00:00.000Z',
    });
  });

  it('goes on with a search that ended before it found something', async () => {
    page = { ...page, data: [], next: '1795246336208000-0-0-0', searchedTo: at };
    const user = open('?query=INV-9');
    expect(await screen.findByText('The log was searched back to 21 Nov 2026, 14:32:16 WIB.')).toBeTruthy();
    page = { ...page, data: [makeRequest({ reference: 'INV-9' })], next: null, searchedTo: null };
    await user.click(screen.getByRole('button', { name: 'Search further back' }));
    expect(await screen.findByText('INV-9')).toBeTruthy();
    expect(listCalls.at(-1)).toContain('before=1795246336208000-0-0-0');
  });

  it('says how it is turned on where it is off', async () => {
    page = { ...page, data: [], on: false };
    open();
    expect(await screen.findByRole('heading', { name: 'The request log is off' })).toBeTruthy();
    expect(screen.getByText(/--request-log/u)).toBeTruthy();
  });

  it('shows numbers of customers to a client that wants them', async () => {
    const bodies: unknown[] = [];
    network.use(
      http.patch('*/v1/requests', async ({ request }) => {
        bodies.push(await request.json());
        page = { ...page, maskNumbers: false };
        return HttpResponse.json({});
      }),
    );
    const user = open();
    await user.click(await screen.findByRole('checkbox', { name: 'Mask numbers of customers' }));
    expect(await screen.findByText('Numbers of customers are shown from now on')).toBeTruthy();
    expect(bodies).toEqual([{ maskNumbers: false }]);
  });

  it('is a tab beside the webhooks, for users with the permission', async () => {
    open('', []);
    expect(await screen.findByText('Unauthorized Action!')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Webhooks' })).toBeNull();
    expect(listCalls).toEqual([]);
  });

  it('has a link to the webhooks', async () => {
    open();
    const tabs = within(await screen.findByRole('navigation', { name: 'Sections for developers' }));
    expect(tabs.getByRole('link', { name: 'Requests' }).getAttribute('aria-current')).toBe('page');
    expect(tabs.getByRole('link', { name: 'Webhooks' }).getAttribute('aria-current')).toBeNull();
  });
});
