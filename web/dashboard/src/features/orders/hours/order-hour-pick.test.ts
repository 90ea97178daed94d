import { describe, expect, it } from 'vitest';

import { hourlyParams, listParams } from '../order-rules';
import { narrowedTo } from './order-hour-pick';

describe('narrowedTo', () => {
  const search = {
    dateStart: '2026-11-20',
    dateEnd: '2026-11-21',
    depositType: 'level_1',
    page: 3,
    before: '9',
  } as const;
  const hour = '2026-11-20T10:00:00+07:00';

  it('narrows to the hour and the state, and keeps the days and the other filters', () => {
    expect(narrowedTo(search, { hour, status: '3' })).toMatchObject({
      dateStart: '2026-11-20',
      dateEnd: '2026-11-21',
      hour: '2026-11-20T03:00:00Z',
      filterType: '3',
      depositType: 'level_1',
    });
    expect(narrowedTo(search, { hour, status: '3' })).not.toHaveProperty('page');
  });

  it('keeps the state of the filter where the whole bar was pressed', () => {
    const next = narrowedTo({ ...search, filterType: '5' }, { hour, status: null });
    expect(next).toMatchObject({ hour: '2026-11-20T03:00:00Z', filterType: '5' });
  });

  it('is taken away by the same press again, and the filters stay', () => {
    const narrowed = narrowedTo(search, { hour, status: '3' });
    expect(narrowedTo(narrowed, { hour, status: '3' })).toMatchObject({ hour: undefined, filterType: '3' });
    expect(narrowedTo(narrowed, { hour, status: null })).toMatchObject({ hour: undefined, filterType: '3' });
    expect(narrowedTo(narrowed, { hour, status: '4' })).toMatchObject({
      hour: '2026-11-20T03:00:00Z',
      filterType: '4',
    });
  });

  it('is part of what the list asks for, but not of what the chart asks for', () => {
    const narrowed = narrowedTo(search, { hour, status: null });
    expect(listParams(narrowed)).toMatchObject({ hour: '2026-11-20T03:00:00Z' });
    expect(hourlyParams(narrowed)).not.toHaveProperty('hour');
    expect(listParams({ hour: '2026-11-20T03:00:00Z' })).toEqual({});
  });
});
