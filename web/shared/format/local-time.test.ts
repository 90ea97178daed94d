import { describe, expect, it } from 'vitest';

import {
  displayZone,
  formatClock,
  formatClockWithZone,
  formatDateTime,
  formatFollowingTime,
  formatLongDateTime,
  formatUntil,
  sameClock,
  zoneLabel,
} from './local-time';

const moment = '2026-11-21T07:32:15.123456Z';
const now = new Date(moment);

describe('zone labels', () => {
  it.each([
    ['Asia/Jakarta', 'WIB'],
    ['Asia/Pontianak', 'WIB'],
    ['Asia/Makassar', 'WITA'],
    ['Asia/Jayapura', 'WIT'],
    ['Asia/Bangkok', 'WIB'],
    ['Asia/Kolkata', 'UTC+5:30'],
    ['America/New_York', 'UTC−5'],
    ['UTC', 'UTC'],
  ])('%s is %s', (zone, label) => {
    expect(zoneLabel(zone, now)).toBe(label);
  });
});

describe('displayZone', () => {
  it.each([
    ['an Indonesian viewer sees the own zone', 'Asia/Jakarta', 'Asia/Jayapura', 'Asia/Jayapura'],
    ['a viewer elsewhere sees the client zone', 'Asia/Makassar', 'Europe/Berlin', 'Asia/Makassar'],
    ['a client without a zone is in Jakarta', undefined, 'Europe/Berlin', 'Asia/Jakarta'],
    ['an unknown client zone is Jakarta', 'Mars/Olympus', 'America/Lima', 'Asia/Jakarta'],
    ['an unknown viewer zone is no zone', 'Asia/Makassar', 'Nowhere/Here', 'Asia/Makassar'],
  ])('%s', (_, client, viewer, expected) => {
    expect(displayZone(client, now, viewer)).toBe(expected);
  });

  it('compares clocks, not names', () => {
    expect(sameClock('Asia/Bangkok', 'Asia/Jakarta', now)).toBe(true);
    expect(sameClock('Asia/Makassar', 'Asia/Jakarta', now)).toBe(false);
  });
});

describe('times', () => {
  it.each([
    ['Asia/Jakarta', 'en', '21 Nov 2026, 14:32:15 WIB'],
    ['Asia/Makassar', 'en', '21 Nov 2026, 15:32:15 WITA'],
    ['Asia/Jayapura', 'id', '21 Nov 2026, 16:32:15 WIT'],
  ] as const)('a cell in %s and %s', (zone, language, text) => {
    expect(formatDateTime(moment, zone, language)).toBe(text);
  });

  it.each([
    ['2026-05-31T17:00:00Z', 'en', '1 Jun 2026, 00:00:00 WIB'],
    ['2026-05-31T16:59:59Z', 'en', '31 May 2026, 23:59:59 WIB'],
    ['2026-05-31T16:59:59Z', 'id', '31 Mei 2026, 23:59:59 WIB'],
    ['2026-12-31T17:00:00Z', 'id', '1 Jan 2027, 00:00:00 WIB'],
    ['2026-08-17T03:05:09Z', 'id', '17 Agu 2026, 10:05:09 WIB'],
    ['2028-02-28T17:00:00Z', 'en', '29 Feb 2028, 00:00:00 WIB'],
    ['not a time', 'en', '—'],
    ['', 'id', '—'],
  ] as const)('%s in %s', (text, language, cell) => {
    expect(formatDateTime(text, 'Asia/Jakarta', language)).toBe(cell);
  });

  it('writes a clock alone and with its zone', () => {
    expect(formatClock(moment, 'Asia/Jakarta')).toBe('14:32:15');
    expect(formatClockWithZone(moment, 'Asia/Jakarta')).toBe('14:32:15 WIB');
  });

  it.each([
    ['later today, on the minute after', '2026-11-21T07:32:15Z', 'en', '14:33 WIB'],
    ['on a minute', '2026-11-21T07:40:00Z', 'en', '14:40 WIB'],
    ['after midnight', '2026-11-21T17:04:30Z', 'en', '22 Nov 2026, 00:05 WIB'],
    ['in another month', '2026-12-01T01:00:00Z', 'id', '1 Des 2026, 08:00 WIB'],
    ['never', 'not a time', 'en', '—'],
  ] as const)('says until when something lasts: %s', (_, until, language, text) => {
    expect(formatUntil(until, now, 'Asia/Jakarta', language)).toBe(text);
  });

  it('names the day of a following time only where it is another one', () => {
    const first = '2026-11-21T16:59:50Z';
    expect(formatFollowingTime('2026-11-21T16:59:59Z', first, 'Asia/Jakarta', 'en')).toBe('23:59:59');
    expect(formatFollowingTime('2026-11-21T17:00:03Z', first, 'Asia/Jakarta', 'en')).toBe('22 Nov 2026, 00:00:03');
  });
});

describe('formatLongDateTime', () => {
  it.each([
    ['Asia/Jakarta', 'en', '21 November 2026 (14:32 WIB)'],
    ['Asia/Jayapura', 'id', '21 November 2026 (16:32 WIT)'],
    ['Asia/Makassar', 'id', '21 November 2026 (15:32 WITA)'],
  ] as const)('in %s, %s', (zone, language, text) => {
    expect(formatLongDateTime(moment, zone, language)).toBe(text);
  });

  it('writes days below 10 with two digits and missing times as a dash', () => {
    expect(formatLongDateTime('2026-08-05T00:05:00Z', 'Asia/Jakarta', 'id')).toBe('05 Agustus 2026 (07:05 WIB)');
    expect(formatLongDateTime('', 'Asia/Jakarta', 'id')).toBe('—');
  });
});
