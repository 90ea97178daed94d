import { describe, expect, it } from 'vitest';

import { curlOf } from './curl';

describe('the command of a request', () => {
  it('sends the body, and takes the key from the shell', () => {
    const request = { method: 'POST', target: '/h2h/v1/orders', body: '{"clientRef":"INV-7"}' };
    expect(curlOf(request, 'https://pay.example.com')).toBe(
      `curl -X POST 'https://pay.example.com/h2h/v1/orders' -H "Authorization: Bearer $LOKET_KEY" \\\n` +
        `  -H 'Content-Type: application/json' \\\n` +
        `  --data-binary '{"clientRef":"INV-7"}'`,
    );
  });

  it('runs nothing that a caller wrote into its request', () => {
    const request = { method: 'GET', target: "/h2h/v1/orders/'$(rm -rf)'", body: '' };
    expect(curlOf(request, 'http://x')).toBe(
      String.raw`curl 'http://x/h2h/v1/orders/'\''$(rm -rf)'\''' -H "Authorization: Bearer $LOKET_KEY"`,
    );
  });
});
