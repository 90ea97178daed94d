import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';

import { makeUser } from '../../../../../../test/factories';
import { testNetwork } from '../../../../../../test/network';
import { renderApp } from '../../../../../test/render-app';
import { keepSignedIn, userHandlers } from '../../../../../test/signed-in';

import type { Delivery, Send, Webhook } from './webhook-queries';

const network = testNetwork();
const at = '2026-11-21T07:32:16Z';

function makeSend(part: Partial<Send> = {}): Send {
  return { number: 1, at, took: 142, status: 200, failure: '', answer: '', ...part };
}

function makeWebhook(part: Partial<Webhook> = {}): Webhook {
  return {
    id: '1',
    url: 'https://api.majujaya.co.id/hooks',
    description: '',
    events: [],
    state: 'active',
    offReason: '',
    offAt: null,
    failingSince: null,
    secretSince: at,
    oldUntil: null,
    createdAt: at,
    secretEnding: '9Kq2',
    oldEnding: '',
    days: [{ day: '2026-11-21', delivered: 999, failed: 1 }],
    partial: false,
    last: makeSend(),
    ...part,
  };
}

function makeDelivery(part: Partial<Delivery> = {}): Delivery {
  return {
    id: 'evt_1',
    type: 'order.failed',
    subject: 'INV-7',
    test: false,
    state: 'delivered',
    sends: 1,
    createdAt: at,
    nextAt: null,
    resentBy: '',
    last: makeSend(),
    ...part,
  };
}

let webhooks: Webhook[] = [];
let deliveries: Delivery[] = [];
let resent: unknown[] = [];

function open(path = '', permissions = [304]) {
  keepSignedIn(makeUser(), permissions);
  network.use(...userHandlers(makeUser(), permissions));
  return renderApp(`/profile/developers${path}`);
}

beforeEach(() => {
  webhooks = [makeWebhook()];
  deliveries = [makeDelivery()];
  resent = [];
  network.use(
    http.get('*/v1/webhooks', () => HttpResponse.json(webhooks)),
    http.get('*/v1/webhooks/:id/deliveries', () => HttpResponse.json(deliveries)),
    http.get('*/v1/webhooks/:id/deliveries/:one', () =>
      HttpResponse.json({
        ...makeDelivery({ sends: 2 }),
        body: '{"type":"order.failed","data":{"clientRef":"INV-7"}}',
        requests: [makeSend({ status: 500, answer: 'deadlock' }), makeSend({ number: 2, answer: 'thanks' })],
      }),
    ),
    http.post('*/v1/webhooks/:id/resend', async ({ request }) => {
      resent.push(await request.json());
      return HttpResponse.json({ count: 1, rest: null });
    }),
  );
});

describe('endpoints', () => {
  it('says how each is, and of one that fails what that means', async () => {
    webhooks = [
      makeWebhook(),
      makeWebhook({
        id: '2',
        url: 'https://erp.majujaya.co.id/',
        state: 'failing',
        failingSince: at,
        last: makeSend({ status: 0, failure: 'timeout' }),
      }),
      makeWebhook({
        id: '3',
        url: 'https://old.majujaya.co.id/',
        state: 'off',
        offReason: 'gone',
        offAt: at,
        days: [],
        last: undefined,
      }),
    ];
    const user = open();
    const list = within(await screen.findByRole('table', { name: 'Endpoints' }));
    expect(await screen.findByText('3 of 5')).toBeTruthy();
    expect(list.getAllByRole('row').map((row) => row.textContent)).toEqual([
      expect.stringContaining('Success 7 days'),
      expect.stringContaining('99,9%'),
      expect.stringMatching(/Failing.*time-out/u),
      expect.stringMatching(/Off——/u),
    ]);
    expect(
      screen.getByText(/erp\.majujaya\.co\.id\/ has given no good answer since 21 Nov 2026, 14:32:16 WIB/u),
    ).toBeTruthy();
    expect(screen.getByText(/old\.majujaya\.co\.id\/ answered 410/u)).toBeTruthy();
    await user.click(list.getByRole('button', { name: 'Show https://old.majujaya.co.id/' }));
    expect(await screen.findByRole('button', { name: 'Switch on' })).toBeTruthy();
    expect(window.location.search).toContain('endpoint=3');
  });

  it('adds one for chosen events, and shows its secret', async () => {
    webhooks = [];
    const bodies: unknown[] = [];
    network.use(
      http.post('*/v1/webhooks', async ({ request }) => {
        bodies.push(await request.json());
        webhooks = [makeWebhook()];
        return HttpResponse.json({ ...makeWebhook(), secret: 'whsec_abc' }, { status: 201 });
      }),
    );
    const user = open();
    expect(await screen.findByRole('heading', { name: 'No endpoint yet' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Add endpoint' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add endpoint' }));
    await user.type(dialog.getByLabelText('Address'), 'api.majujaya.co.id/hooks');
    await user.selectOptions(dialog.getByLabelText('Events'), 'Only these');
    await user.click(dialog.getByRole('button', { name: 'Add endpoint' }));
    expect(await dialog.findByText('Choose at least one event.')).toBeTruthy();
    await user.click(dialog.getByRole('checkbox', { name: /^order\.failed/u }));
    await user.click(dialog.getByRole('button', { name: 'Add endpoint' }));
    const secret = within(await screen.findByRole('dialog', { name: 'Secret of the endpoint' }));
    expect(secret.getByLabelText<HTMLInputElement>('Secret').value).toBe('whsec_abc');
    expect(secret.getByRole<HTMLButtonElement>('button', { name: 'OK' }).disabled).toBe(true);
    expect(bodies).toEqual([{ url: 'https://api.majujaya.co.id/hooks', description: '', events: ['order.failed'] }]);
    await user.click(secret.getByRole('button', { name: 'Copy' }));
    await user.click(secret.getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(document.body.textContent).not.toContain('whsec_abc'));
    expect(await screen.findByText(/9Kq2/u)).toBeTruthy();
  });

  it('shows the present secret again, and hides it when asked', async () => {
    network.use(http.post('*/v1/webhooks/1/reveal', () => HttpResponse.json({ secret: 'whsec_c2VjcmV09Kq2' })));
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Show Secrets' }));
    await screen.findByText('whsec_c2VjcmV09Kq2');
    await user.click(screen.getByRole('button', { name: 'Hide Secrets' }));
    expect(screen.queryByText('whsec_c2VjcmV09Kq2')).toBeNull();
  });

  it('shows in the dialog what its server answers to a test', async () => {
    network.use(
      http.post('*/v1/webhooks/:id/test', () =>
        HttpResponse.json(
          makeDelivery({ test: true, state: 'failed', last: makeSend({ status: 401, answer: 'bad signature' }) }),
        ),
      ),
    );
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Send a test' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Send a test' }));
    await user.click(dialog.getByRole('button', { name: 'Send' }));
    expect(await dialog.findByText('Your server answered 401 in 142 ms. Only 2xx counts as received.')).toBeTruthy();
    expect(dialog.getByText('bad signature')).toBeTruthy();
  });

  it('asks for nothing without the permission', async () => {
    network.use(http.get('*/v1/webhooks', () => HttpResponse.error()));
    open('', []);
    expect(await screen.findByText('Unauthorized Action!')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Add endpoint' })).toBeNull();
  });
});

describe('deliveries', () => {
  it('opens one in place with each of its attempts, and sends it again', async () => {
    const user = open();
    const toggle = await screen.findByRole('button', { name: 'order.failed INV-7' });
    await user.click(toggle);
    expect(toggle.getAttribute('aria-expanded')).toBe('true');
    expect(await screen.findByText('thanks')).toBeTruthy();
    expect(screen.getByText(/webhook-id: evt_1/u).textContent).toContain('"clientRef": "INV-7"');
    await user.click(screen.getByRole('button', { name: '1 · 500' }));
    expect(screen.getByText('deadlock')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Send again' }));
    await waitFor(() => expect(resent).toEqual([{ ids: ['evt_1'] }]));
    expect(await screen.findByText('Sent again: 1')).toBeTruthy();
    await user.click(toggle);
    expect(window.location.search).not.toContain('delivery');
  });

  it('sends selected ones again, and no sample', async () => {
    deliveries = [
      makeDelivery({ id: 'evt_3', subject: 'INV-9', test: true }),
      makeDelivery({ id: 'evt_2', subject: 'INV-8', state: 'waiting', nextAt: '2026-11-21T07:33:00Z' }),
      makeDelivery(),
    ];
    const user = open();
    const sample = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Select order.failed INV-9' });
    expect(sample.disabled).toBe(true);
    expect(screen.getByText('again at 21 Nov 2026, 14:33:00')).toBeTruthy();
    await user.click(screen.getByRole('checkbox', { name: 'Select order.failed INV-7' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select order.failed INV-8' }));
    await user.click(screen.getByRole('button', { name: 'Send again' }));
    await waitFor(() => expect(resent).toEqual([{ ids: ['evt_1', 'evt_2'] }]));
    expect(screen.queryByText('2 selected')).toBeNull();
  });

  it('chooses by state, event and reference', async () => {
    const searches: string[] = [];
    network.use(
      http.get('*/v1/webhooks/:id/deliveries', ({ request }) => {
        searches.push(new URL(request.url).search);
        return HttpResponse.json([]);
      }),
    );
    const user = open();
    expect(await screen.findByRole('heading', { name: 'No delivery yet' })).toBeTruthy();
    await user.selectOptions(screen.getByLabelText('State'), 'Failed');
    await user.selectOptions(screen.getByLabelText('Event'), 'order.reversed');
    await user.type(screen.getByRole('searchbox'), 'INV-7{Enter}');
    await waitFor(() => expect(searches.at(-1)).toBe('?state=failed&type=order.reversed&subject=INV-7'));
    expect(await screen.findByRole('heading', { name: 'No delivery found' })).toBeTruthy();
  });
});
