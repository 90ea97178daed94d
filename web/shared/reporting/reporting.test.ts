import { describe, expect, it, vi } from 'vitest';

import { ApiProblem } from '@shared/api/problem';

import { scrub, scrubUrl } from './scrub';
import { envelopeTarget, eventOf } from './sentry-envelope';

describe('scrub', () => {
  it.each([
    ['Authorization: Bearer eyJhbGciOi.eyJjbGll.c2ln', 'Authorization: [hidden]'],
    ['token eyJhbGciOi.eyJjbGll.c2ln was refused', 'token [hidden] was refused'],
    ['key lk_demo_1001', 'key [hidden]'],
    ['{"password":"Loket-Demo-2026"}', '{"password":"[hidden]"}'],
    ['pin=135790&x=1', 'pin=[hidden]&x=1'],
    ['GET /links/pin/ABC234 failed', 'GET /links/[hidden] failed'],
    ['/files/1001/A.csv?name=a&signature=s-1&until=2', '/files/1001/A.csv?name=a&signature=[hidden]&until=2'],
    ['cannot read x of undefined', 'cannot read x of undefined'],
  ])('%s', (text, clean) => {
    expect(scrub(text)).toBe(clean);
  });

  it('cuts query and fragment off an address', () => {
    expect(scrubUrl('http://loket.test/external/orders?query=081290447120#x')).toBe(
      'http://loket.test/external/orders',
    );
  });
});

describe('envelope', () => {
  it('goes to the project of the data source name', () => {
    expect(envelopeTarget('https://abc@errors.example.com/sub/42')?.url).toBe(
      'https://errors.example.com/sub/api/42/envelope/?sentry_key=abc&sentry_version=7&sentry_client=loket-web%2F1',
    );
    expect(envelopeTarget('nonsense')).toBeUndefined();
    expect(envelopeTarget('https://errors.example.com/42')).toBeUndefined();
  });

  it('names status, code and request of a failed call, and nothing secret', () => {
    const problem = new ApiProblem({
      status: 500,
      code: 'InternalError',
      message: 'token=hush-hush',
      requestId: 'r-1',
    });
    const event = eventOf(problem, '1.0', 'http://loket.test/external/orders?query=1');
    expect(event.tags).toEqual({ status: '500', code: 'InternalError', requestId: 'r-1' });
    expect(JSON.stringify(event)).not.toContain('hush');
    expect(event.request.url).not.toContain('query');
  });

  it('has the causes of a failure, the innermost first, with what the call answered', () => {
    const problem = new ApiProblem({ status: 502, code: 'SupplierError', message: 'PIN: 135790', requestId: 'r-2' });
    const failure = new Error('Error fetching data:', { cause: problem });
    const event = eventOf(failure, '1.0', 'http://loket.test/');
    expect(event.exception.values.map(({ type }) => type)).toEqual(['ApiProblem', 'Error']);
    expect(event.tags).toEqual({ status: '502', code: 'SupplierError', requestId: 'r-2' });
    expect(JSON.stringify(event)).not.toContain('135790');
  });

  it('ends where causes go round', () => {
    const one = new Error('one');
    one.cause = new Error('two', { cause: one });
    expect(eventOf(one, '1.0', 'http://loket.test/').exception.values).toHaveLength(2);
  });

  it.each([
    ['Chromium', 'Error: x\n    at save (http://loket.test/a.js?v=1:12:34)', 'save'],
    ['Chromium, without a name', 'Error: x\n    at http://loket.test/a.js?v=1:12:34', '?'],
    ['Firefox', 'save@http://loket.test/a.js?v=1:12:34', 'save'],
    ['Safari, without a name', '@http://loket.test/a.js?v=1:12:34', '?'],
  ])('reads the stack of %s', (_browser, stack, name) => {
    const error = new Error('x');
    error.stack = stack;
    expect(eventOf(error, '1.0', 'http://loket.test/').exception.values[0]?.stacktrace.frames).toEqual([
      { function: name, filename: 'http://loket.test/a.js', lineno: 12, colno: 34, in_app: true },
    ]);
  });

  it('has an id on plain HTTP too', () => {
    vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => bytes.fill(171) });
    expect(eventOf(new Error('x'), '1.0', 'http://loket.test/').event_id).toBe('ab'.repeat(16));
    vi.unstubAllGlobals();
  });
});
