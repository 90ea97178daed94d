import { describe, expect, it } from 'vitest';

import { backOf, pathAfter, steps } from './steps';

describe('steps of the wizard', () => {
  it('follow each other before publishing and lead home after it', () => {
    expect(steps.map((step) => pathAfter(step, false))).toEqual([
      '/connect/settings/sku',
      '/connect/settings/payment-integration',
      '/connect/settings/publish-confirm',
      '/connect',
    ]);
    expect(steps.map((step) => pathAfter(step, true))).toEqual(['/connect', '/connect', '/connect', '/connect']);
  });

  it('go back to the step before, and home when published or while loading', () => {
    expect(steps.map((step) => backOf(step, false))).toEqual(['home', 'configs', 'sku', 'home']);
    expect(steps.map((step) => backOf(step, true))).toEqual(['home', 'home', 'home', 'home']);
    expect(steps.map((step) => backOf(step, undefined))).toEqual(['home', 'home', 'home', 'home']);
  });
});
