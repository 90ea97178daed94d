import { expect, test } from './support/journey.ts';
import { newDestination } from './support/client-api.ts';
import { indonesianPhone } from './support/language.ts';
import { expectGoodLook, expectNoSidewaysScroll, expectWhole, roomAfterHint } from './support/look.ts';
import { ordersOf, signIn } from './support/sign-in.ts';

const narrowest = { width: 360, height: 740 };
const widths = [360, 390, 600, 767, 768, 1024, 1199, 1200, 1440, 1920, 2560];

/** Where an element ends, in pixels from the left. */
const end = (element: Element) => element.getBoundingClientRect().right;

test.describe('on a phone', () => {
  test.use(indonesianPhone);

  test('orders are rows that open, filters a sheet, and the menu a drawer', async ({ page, clientApi }) => {
    await page.goto('login');
    await expectGoodLook(page, 'sign-in');
    await signIn(page);
    const order = await clientApi.placeOrder(newDestination('2'));
    const row = ordersOf(page).getByRole('button').filter({ hasText: order.orderId });
    await expect(row).toContainText('Dikembalikan');
    await expect(ordersOf(page).getByRole('table')).toHaveCount(0);
    await expectGoodLook(page, 'orders');

    await row.tap();
    const sheet = page.getByRole('dialog', { name: 'Detail Order' });
    await expect(sheet).toContainText(order.clientRef);
    await expect(sheet).toContainText('Level 1');
    await expect(page).toHaveURL((url) => url.searchParams.get('order') === order.orderId);
    await expectGoodLook(page, 'order-sheet');
    await sheet.getByRole('button', { name: 'Salin', exact: true }).tap();
    await expect(page.getByRole('status').filter({ hasText: 'Order disalin!' })).toBeVisible();
    // The URL holds what is open.
    await page.reload();
    await expect(sheet).toContainText(order.clientRef);
    await sheet.getByRole('button', { name: 'Tutup order' }).tap();
    await expect(sheet).toBeHidden();

    await page.getByRole('button', { name: 'Filter, 1 aktif' }).tap();
    const filters = page.getByRole('dialog', { name: 'Filter' });
    await expectGoodLook(page, 'filter-sheet');
    await filters.getByLabel('Status').selectOption('Gagal');
    await filters.getByRole('button', { name: /^Rentang tanggal:/u }).tap();
    await expect(page.getByRole('dialog', { name: 'Rentang tanggal' })).toBeVisible();
    await expectGoodLook(page, 'filter-sheet-calendar');
    await page.keyboard.press('Escape');
    await filters.getByRole('button', { name: 'Tampilkan Data' }).tap();
    await expect(filters).toBeHidden();
    await expect(page.getByRole('button', { name: 'Filter, 2 aktif' })).toBeVisible();
    await expect(page).toHaveURL(/filterType=3/u);
    await expect(ordersOf(page)).not.toContainText('Berhasil');
    await expectGoodLook(page, 'orders-filtered');

    await page.getByRole('button', { name: 'Buka atau tutup menu' }).tap();
    const drawer = page.getByRole('dialog', { name: 'Menu utama' });
    await expect(drawer.getByRole('link', { name: 'Deposit' })).toBeVisible();
    // The page is visible beside the drawer: the element around the drawer is transparent.
    await expect(drawer.locator('xpath=..')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
    await expectGoodLook(page, 'drawer');
    // With a screen reader on a phone this is the only way to close it.
    await drawer.getByRole('button', { name: 'Tutup menu' }).tap();
    await expect(drawer).toBeHidden();
    await page.getByRole('button', { name: 'Buka atau tutup menu' }).tap();
    await drawer.getByRole('link', { name: 'Deposit' }).tap();
    await expect(drawer).toBeHidden();
    await expect(page).toHaveURL(/\/external\/deposit$/u);

    await page.getByRole('button', { name: 'Akun Rina Marlina' }).tap();
    await expectGoodLook(page, 'account');
    await page.getByRole('button', { name: 'Keluar' }).tap();
    await expect(page).toHaveURL(/\/external\/login$/u);
  });

  test('nothing is cut on the narrowest', async ({ page }) => {
    await page.setViewportSize(narrowest);
    await signIn(page);
    await expectGoodLook(page, 'orders');
    await ordersOf(page).getByRole('button').first().tap();
    await expectGoodLook(page, 'order-sheet');
    await page.getByRole('button', { name: 'Tutup order' }).tap();
    await page.getByRole('button', { name: /^Filter/u }).tap();
    await expectGoodLook(page, 'filter-sheet');

    await page.goto('bill-payment?create=TSEL10');
    const form = page.getByRole('dialog', { name: 'Buat Order' });
    await form.getByRole('textbox', { name: 'Nomor tujuan' }).fill('081234567890, 081234567891');
    await form.getByRole('button', { name: 'Tambah' }).tap();
    await expect(form.getByRole('heading', { name: 'Nomor tujuan 2' })).toBeVisible();
    await expectGoodLook(page, 'create-order');
    // A label that the button shows later must not push the one of now out of it.
    await page.setViewportSize({ width: 320, height: 740 });
    const proceed = form.getByRole('button', { name: 'Lanjutkan' });
    const label = await proceed.getByText('Lanjutkan', { exact: true }).evaluate(end);
    expect(label).toBeLessThan(await proceed.evaluate(end));
  });
});

/** The longest values of an order. None of them may overlap its neighbour. */
const extreme = {
  clientRef: '6f9619ff-8b86-d011-b42d-00c04fc964ff',
  destinationNo: '12345678901234567890123456789012',
  price: 123_456_789_012,
  walletType: 'marketplace',
  status: 'failed',
  refunded: true,
};

for (const language of ['en', 'id'] as const) {
  test(`from 1200 px the order table stands whole, ${language}`, async ({ page }) => {
    await page.route('**/v1/orders/external?*', async (route) => {
      const answer = await route.fetch();
      const [first, ...others]: object[] = await answer.json();
      await route.fulfill({ response: answer, json: [{ ...first, ...extreme }, ...others] });
    });
    await page.addInitScript((value) => localStorage.setItem('loket.dashboard.language', value), language);
    await page.setViewportSize({ width: 1200, height: 900 });
    await signIn(page);
    const table = ordersOf(page).getByRole('table');
    await expect(table.getByRole('columnheader')).toHaveCount(8);
    for (const width of [1200, 1280, 1366, 1440, 1920, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => table.evaluate(wrongInTable), `at ${width} px`).toEqual([]);
      await expectWhole(page);
      expect(await roomAfterHint(page), `at ${width} px`).toBeGreaterThanOrEqual(0);
    }
  });
}

/** Runs in the page. The table has to fit its card, and names and references of usual length stand whole. */
function wrongInTable(table: Element): string[] {
  const wrong: string[] = [];
  const card = table.parentElement;
  if (!card || card.scrollWidth > card.clientWidth) wrong.push('the table scrolls');
  // In narrow windows names take more lines; from 1440 px two of each at most.
  const most = window.innerWidth < 1440 ? 144 : 96;
  for (const row of [...table.querySelectorAll('tbody tr[data-row]')].slice(1)) {
    if (row.getBoundingClientRect().height > most) wrong.push(`too many lines: ${row.textContent}`);
    for (const part of row.querySelectorAll('*'))
      if (getComputedStyle(part).textOverflow === 'ellipsis' && part.scrollWidth > part.clientWidth)
        wrong.push(`cut: ${part.textContent}`);
  }
  return wrong;
}

test('never scrolls sideways between 360 and 2560 px', async ({ page }) => {
  await page.goto('login');
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
  }
  await signIn(page);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expect(ordersOf(page).getByText('Success').first()).toBeVisible();
    await expectNoSidewaysScroll(page);
  }
  await expectGoodLook(page, 'orders');
});
