import { readFile } from 'node:fs/promises';

import { Calendar } from './support/calendar.ts';
import { day, range } from './support/days.ts';
import { expect, test } from './support/journey.ts';
import { expectGoodLook } from './support/look.ts';
import { signIn, users } from './support/sign-in.ts';
import { inEveryVariant } from './support/language.ts';

const textsIn = {
  en: {
    title: 'Download Report Data',
    show: 'Show Reports',
    missing: 'Please select the date range',
    tooLong: 'Maximum date range is 7 days',
    latest: 'The latest day is two days ago',
    list: 'Report files',
    download: 'Download',
    notice: 'Check your downloads folder',
    filters: 'Filters',
  },
  id: {
    title: 'Unduh Data Laporan',
    show: 'Tampilkan Laporan',
    missing: 'Silakan pilih rentang tanggal',
    tooLong: 'Rentang tanggal maksimal 7 hari',
    latest: 'Hari terakhir adalah dua hari yang lalu',
    list: 'Berkas laporan',
    download: 'Unduh',
    notice: 'Periksa folder unduhan Anda',
    filters: 'Filter',
  },
};
/** The range may span seven days (end minus start), including both ends. The newest report is of two days ago. */
const newest = -2;
const longest = 7;

inEveryVariant(({ language }) => {
  const texts = textsIn[language];

  test('a file for each of up to seven days, the latest two days back @once', async ({ page }) => {
    await signIn(page, users.root, 'orders/report');
    await expect(page.getByRole('heading', { name: texts.title })).toBeVisible();
    const show = page.getByRole('button', { name: texts.show });
    await show.click();
    await expect(page.getByText(texts.missing)).toBeVisible();

    const calendar = new Calendar(page, language);
    await calendar.open();
    await expect(calendar.days.getByText(texts.tooLong)).toBeVisible();
    // Days of a month that the calendar does not show cannot be pressed.
    for (const later of [newest + 1, 0]) {
      const cell = calendar.shown(later);
      if (await cell.count()) await expect(cell).toBeDisabled();
    }
    await (await calendar.cell(newest)).click();
    await expect(await calendar.cell(newest - longest - 1)).toBeDisabled();
    await expectGoodLook(page, `report-calendar-${language}`);
    await (await calendar.cell(newest - longest)).click();
    await show.click();
    await expect(page).toHaveURL(new RegExp(`dateStart=${day(newest - longest)}&dateEnd=${day(newest)}$`, 'u'));
    const files = page
      .getByRole('region', { name: texts.list })
      .getByRole('link', { name: new RegExp(texts.download, 'u') });
    await expect(files).toHaveCount(longest + 1);
    const days = await page
      .getByRole('region', { name: texts.list })
      .locator('time')
      .evaluateAll((times) => times.map((time) => time.getAttribute('datetime')));
    expect(days.toSorted((one, other) => String(one).localeCompare(String(other)))).toEqual(
      Array.from({ length: longest + 1 }, (_, index) => day(newest - longest + index)),
    );
    await expectGoodLook(page, `report-${language}`);

    const coming = page.waitForEvent('download');
    await files.first().click();
    await expect(page.getByRole('status').filter({ hasText: texts.notice })).toBeVisible();
    const file = await coming;
    expect(file.suggestedFilename()).toContain(days[0]);
    const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\n');
    expect(lines[0]).toMatch(/^(\uFEFF)?Order ID,/u);
    expect(lines.length).toBeGreaterThan(1);
    await expectGoodLook(page, `report-downloading-${language}`);

    // A URL cannot set a range that the picker refuses.
    await page.goto(`orders/report?${range(-12, newest)}`);
    await expect(page.getByText(texts.tooLong)).toBeVisible();
    await page.goto(`orders/report?${range(newest, newest + 1)}`);
    await expect(page.locator('[id$="-error"]').getByText(texts.latest)).toBeVisible();
    await expectGoodLook(page, `report-refused-${language}`);
  });
});
