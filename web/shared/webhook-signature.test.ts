import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

// The server's own test makes this signature (TestSignatureOfAKnownRequest).
import known from '../../internal/developer/webhook/testdata/signature.json';

beforeEach(() => {
  vi.useFakeTimers({ now: known.timestamp * 1000 });
});

afterEach(() => {
  vi.useRealTimers();
});

const headers = {
  'webhook-id': known.id,
  'webhook-timestamp': String(known.timestamp),
  'webhook-signature': known.signature,
};

test('the published library accepts what the server signs', () => {
  expect(new Webhook(known.secret).verify(known.body, headers)).toEqual(JSON.parse(known.body));
});

test('it accepts one of two signatures, as while a secret is changed', () => {
  const both = `v1,${btoa('x'.repeat(32))} ${known.signature}`;
  expect(new Webhook(known.secret).verify(known.body, { ...headers, 'webhook-signature': both })).toBeTruthy();
});

test('it refuses another body, id, moment and secret', () => {
  const webhook = new Webhook(known.secret);
  const refused = /no matching signature/iu;
  const encodedAnew = JSON.stringify(JSON.parse(known.body), undefined, 1);
  expect(() => webhook.verify(encodedAnew, headers)).toThrow(refused);
  expect(() => webhook.verify(known.body, { ...headers, 'webhook-id': 'msg_02' })).toThrow(refused);
  expect(() => webhook.verify(known.body, { ...headers, 'webhook-timestamp': String(known.timestamp + 1) })).toThrow(
    refused,
  );
  expect(() => new Webhook(btoa('y'.repeat(24))).verify(known.body, headers)).toThrow(refused);
});
