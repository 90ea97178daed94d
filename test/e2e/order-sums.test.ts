import type { Page } from '@playwright/test';

import { Calendar } from './support/calendar.ts';
import { newDestination } from './support/client-api.ts';
import { day } from './support/days.ts';
import { exportMail, exportSent } from './support/exports.ts';
import { expect, test } from './support/journey.ts';
import { expectGoodLook } from './support/look.ts';
import { ordersOf, signIn } from './support/sign-in.ts';
import { inEveryVariant } from './support/language.ts';

const textsIn = {
  en: {
    sums: { region: 'Totals', success: 'Success' },
    show: 'Show Data',
    none: 'No order found',
    everywhere: 'Search all dates',
    export: 'Export these orders',
  },
  id: {
    sums: { region: 'Total', success: 'Berhasil' },
    show: 'Tampilkan Data',
    none: 'Order tidak ditemukan',
    everywhere: 'Cari di semua tanggal',
    export: 'Ekspor order ini',
  },
};
const amountColumn = 9;

inEveryVariant(({ language, phone }) => {
  const texts = textsIn[language];

  test('a search is summed up, narrowed by presets and exported', async ({ page, clientApi, mailbox, request }) => {
    const destination = newDestination('0');
    await clientApi.placeMany(3, destination);
    await signIn(page);

    // A search by sign drops the default dates.
    await page.getByRole('searchbox').fill(`$${destination}`);
    await expect(page).toHaveURL((url) => url.searchParams.has('query') && !url.searchParams.has('dateStart'));
    await expect(rowsOf(page)).toHaveCount(3);
    const success = page
      .getByRole('region', { name: texts.sums.region, exact: true })
      .locator('div')
      .filter({ has: page.getByRole('term').getByText(texts.sums.success) });
    await expect(success.getByRole('definition')).toHaveText(['3', 'Rp.30.750']);
    await expectGoodLook(page, `orders-sums-${language}`);

    const calendar = new Calendar(page, language);
    const choose = async (preset: string) => {
      if (phone)
        await page
          .getByRole('button', { name: /^Filter/u })
          .first()
          .tap();
      await calendar.open();
      await expect(calendar.days.locator('[aria-pressed]')).toHaveText(calendar.presets);
      await expectGoodLook(page, `orders-presets-${language}`);
      await calendar.days.getByRole('button', { name: preset, exact: true }).click();
      await expect(calendar.days).toBeHidden();
      await page.getByRole('button', { name: texts.show }).click();
    };
    await choose(calendar.presets[1] ?? '');
    await expect(page).toHaveURL(new RegExp(`dateStart=${day(-1)}&dateEnd=${day(-1)}`, 'u'));
    await expect(page.getByRole('heading', { name: texts.none })).toBeVisible();
    await page.getByRole('button', { name: texts.everywhere }).click();
    await expect(rowsOf(page)).toHaveCount(3);
    await choose(calendar.presets[2] ?? '');
    await expect(page).toHaveURL(new RegExp(`dateStart=${day(-1)}&dateEnd=${day()}`, 'u'));
    await expect(rowsOf(page)).toHaveCount(3);

    await page.getByRole('button', { name: texts.export }).click();
    await expect(page.getByRole('status').filter({ hasText: exportSent[language] })).toBeVisible();
    const mail = await mailbox.next(exportMail.to, exportMail.subject);
    expect(mail.text).toContain(`$${destination}`);
    const link = /https?:\/\/\S+\.csv\S*/u.exec(mail.text)?.[0] ?? '';
    const [head, ...lines] = (await (await request.get(link)).text()).trimEnd().split('\r\n');
    expect(head).toContain(',Created (WIB UTC+07:00),');
    expect(lines.every((line) => line.includes(`,${destination},`))).toBe(true);
    // The sums are those of the file.
    const amounts = lines.map((line) => Number(line.split(',')[amountColumn]));
    expect(amounts).toHaveLength(3);
    expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(30_750);
  });
});

/** The rows of the list, of a table or on a phone. */
function rowsOf(page: Page) {
  return ordersOf(page).locator('[data-returns^="order-"]');
}
