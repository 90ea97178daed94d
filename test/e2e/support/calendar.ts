import { expect, type Locator, type Page } from '@playwright/test';

import { day } from './days.ts';
import type { Language } from './language.ts';

const textsIn = {
  en: {
    field: 'Date range',
    before: 'Previous month',
    presets: ['Today', 'Yesterday', 'Last 2 days', 'All dates'],
  },
  id: {
    field: 'Rentang tanggal',
    before: 'Bulan sebelumnya',
    presets: ['Hari ini', 'Kemarin', '2 hari terakhir', 'Semua tanggal'],
  },
};
const mostMonths = 3;

/** The calendar of a date range field. */
export class Calendar {
  readonly field: Locator;
  readonly days: Locator;
  /** The names of the preset ranges. */
  readonly presets: readonly string[];
  readonly #language: Language;

  constructor(page: Page, language: Language) {
    const name = textsIn[language].field;
    this.field = page.getByRole('button', { name: new RegExp(`^${name}:`, 'u') });
    this.days = page.getByRole('dialog', { name });
    this.presets = textsIn[language].presets;
    this.#language = language;
  }

  async open(): Promise<void> {
    await this.field.click();
    await expect(this.days).toBeVisible();
    await expect.poll(() => this.#isBesideField(), { message: 'the calendar stands beside its field' }).toBe(true);
  }

  async #isBesideField(): Promise<boolean> {
    const [field, days] = [await this.field.boundingBox(), await this.days.boundingBox()];
    if (!field || !days) return false;
    const gap = Math.max(days.x - (field.x + field.width), field.x - (days.x + days.width));
    return gap <= 0;
  }

  /** Returns a day of the shown month, counted from today. */
  shown(fromToday: number): Locator {
    return this.days.locator(`[aria-label="${longDay(fromToday, this.#language)}"]`);
  }

  /** Returns a day of any month. Goes back to that month in the calendar. */
  async cell(fromToday: number): Promise<Locator> {
    const cell = this.shown(fromToday);
    await expect(this.days.locator('[aria-label]').first()).toBeVisible();
    for (let back = 0; back < mostMonths && (await cell.count()) === 0; back += 1) {
      await this.days.getByRole('button', { name: textsIn[this.#language].before }).click();
    }
    return cell;
  }

  /** Picks a range. The later end is first, because the calendar opens at the newest month. */
  async pick(first: number, last: number): Promise<void> {
    await this.open();
    await (await this.cell(last)).click();
    await (await this.cell(first)).click();
    await expect(this.days).toBeHidden();
  }
}

/** Returns a day as calendars name it, counted from today. */
export function longDay(fromToday: number, language: Language): string {
  const [year, month, date] = day(fromToday).split('-').map(Number);
  const moment = new Date(Date.UTC(year ?? 0, (month ?? 1) - 1));
  return `${date} ${moment.toLocaleString(language, { month: 'long', timeZone: 'UTC' })} ${year}`;
}
