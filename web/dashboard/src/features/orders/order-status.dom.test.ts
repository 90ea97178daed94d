import { describe, expect, it } from 'vitest';

import { statusOfId, statusTone } from './order-status';

describe('states', () => {
  it.each([
    ['5', 'pending', 'waiting'],
    ['4', 'success', 'done'],
    ['3', 'failed', 'failed'],
  ] as const)('id %s is %s and looks %s', (id, status, tone) => {
    expect(statusOfId(id)).toBe(status);
    expect(statusTone(status)).toBe(tone);
  });
});
