import { describe, expect, it } from 'vitest';

import { backOf, isDone, numberedSteps, pathAfter, steps } from './steps';

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

  it('are done when what they are about is there, wherever one is', () => {
    const themed = { name: 'Maju', logoImageKey: 'a.png', deeplinkUrl: '-' };
    const done = (config: typeof themed | null) => numberedSteps.map((step) => isDone(step, config));
    expect(done(null)).toEqual([false, false, false]);
    expect(done({ ...themed, name: '' })).toEqual([false, false, false]);
    expect(done({ ...themed, logoImageKey: '', deeplinkUrl: 'https://a.id' })).toEqual([false, false, false]);
    expect(done(themed)).toEqual([true, true, false]);
    expect(done({ ...themed, deeplinkUrl: 'https://a.id' })).toEqual([true, true, true]);
  });

  it('go back to the step before, and home when published or while loading', () => {
    expect(steps.map((step) => backOf(step, false))).toEqual(['home', 'configs', 'sku', 'home']);
    expect(steps.map((step) => backOf(step, true))).toEqual(['home', 'home', 'home', 'home']);
    expect(steps.map((step) => backOf(step, undefined))).toEqual(['home', 'home', 'home', 'home']);
  });
});
