import { describe, expect, it } from 'vitest';

import { openTab, orderTabs } from './order-tabs';

describe('tabs', () => {
  it('show Report only with its user option', () => {
    expect(orderTabs(true)).toEqual(['list', 'export', 'report']);
    expect(orderTabs(false)).toEqual(['list', 'export']);
  });

  it('have no daily reports in the sandbox', () => {
    expect(orderTabs(true, true)).toEqual(['list', 'export']);
  });

  it.each([
    [undefined, true, 'list'],
    ['export', false, 'export'],
    ['report', true, 'report'],
    ['report', false, 'list'],
    ['nowhere', true, 'list'],
  ] as const)('%s with report %s opens %s', (type, withReport, tab) => {
    expect(openTab(type, withReport)).toBe(tab);
  });
});
