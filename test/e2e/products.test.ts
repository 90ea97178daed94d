import { inEveryVariant } from './support/language.ts';
import { expect, test } from './support/journey.ts';
import { expectGoodLook } from './support/look.ts';
import { signIn } from './support/sign-in.ts';

const textsIn = {
  en: {
    note: 'Level 2 deposits are automatically deducted with WHT 22. Level 1, Marketplace and Multibiller are not.',
    levelOne: 'Level 1 deposits are not deducted with WHT 22.',
    status: 'Product Status',
    wallet: 'Wallet Type',
    type: 'Operator Type',
    inactive: 'Not active',
    bill: 'Water Bill (PDAM)',
    none: 'No products found',
    clear: 'Clear filters',
    done: 'Done',
    all: /of 4\d\d products$/u,
    more: /more as you scroll/u,
    history: 'Price history',
    coming: 'Coming',
    from: /^From 01 January 2099/u,
    close: 'Close product',
    watch: 'Watch this price',
    mark: 'Watched',
    cutOff: 'Not sold 22:30–01:00 WIB',
    eachDay: 'each day from 22:30 to 01:00 WIB',
  },
  id: {
    note: 'Deposit Level 2 otomatis dipotong PPh 22. Level 1, Marketplace, dan Multibiller tidak.',
    levelOne: 'Deposit Level 1 tidak dipotong PPh 22.',
    status: 'Status Produk',
    wallet: 'Jenis Dompet',
    type: 'Jenis Operator',
    inactive: 'Tidak aktif',
    bill: 'Tagihan Air (PDAM)',
    none: 'Produk tidak ditemukan',
    clear: 'Hapus filter',
    done: 'Selesai',
    all: /dari 4\d\d produk$/u,
    more: /gulir untuk melihat lainnya/u,
    history: 'Riwayat harga',
    coming: 'Akan berlaku',
    from: /^Mulai 01 Januari 2099/u,
    close: 'Tutup produk',
    watch: 'Pantau harga ini',
    mark: 'Dipantau',
    cutOff: 'Tidak dijual 22:30–01:00 WIB',
    eachDay: 'setiap hari pukul 22:30 sampai 01:00 WIB',
  },
};

inEveryVariant(({ language, phone }) => {
  const texts = textsIn[language];

  test('a price is found by code, filters stay in the address, and rows come while scrolling', async ({
    page,
    staff,
    mailbox,
  }) => {
    await staff.schedulePrice('2099-01-01 00:00,TSEL10,,,10300');
    await signIn(page, undefined, 'product');
    const rows = page.locator('[data-row]');
    await expect(page.getByText(texts.note)).toBeVisible();
    await expect(page.getByText(texts.more)).toBeVisible();
    await expectGoodLook(page, `products-${language}`);

    // More rows come until the end is reached.
    await expect(async () => {
      await page.getByText(texts.all).or(page.getByText(texts.more)).scrollIntoViewIfNeeded();
      await expect(page.getByText(texts.all)).toBeVisible({ timeout: 100 });
    }).toPass({ intervals: [20] });
    expect(await rows.count()).toBeGreaterThan(400);

    await page.getByRole('searchbox').fill('tsel10 10.000');
    await expect(page).toHaveURL(/searchQuery=tsel10/u);
    await expect(page.getByText('TSEL10', { exact: true })).toBeVisible();
    await expect(page.getByText(/Rp\s?10\.250/u).first()).toBeVisible();

    // The price to come is in the detail, with its moment.
    await page.getByRole('button', { name: 'Telkomsel 10.000' }).first().click();
    const history = page.getByRole('dialog').getByRole('list', { name: texts.history });
    await expect(history).toContainText(/Rp\s?10\.300/u);
    await expect(history).toContainText(texts.coming);
    await expect(history.getByText(texts.from)).toBeVisible();
    const watch = page.getByRole('switch', { name: texts.watch });
    await watch.click();
    await expect(watch).toBeChecked();
    await expectGoodLook(page, `product-prices-${language}`);
    // The address holds the open product; back closes it, and the address opens it.
    await expect(page).toHaveURL(/searchQuery=tsel10.*&product=TSEL10/u);
    const link = page.url();
    await page.goBack();
    await expect(history).toBeHidden();
    await expect(page).not.toHaveURL(/product=TSEL10/u);
    await page.goto(link);
    await expect(history).toContainText(texts.coming);
    await expect(watch).toBeChecked();
    await page.getByRole('button', { name: texts.close }).click();
    await expect(history).toBeHidden();
    await expect(page.getByRole('button', { name: 'Telkomsel 10.000' }).first()).toBeFocused();

    // The first one to watch it gets a mail about the price to come.
    const mark = page.getByRole('img', { name: texts.mark });
    await expect(mark).toBeVisible();
    if (!phone) {
      const mail = await mailbox.next('billing.1001@example.com', 'Prices that you watch change');
      expect(mail.text).toContain('Rp 10.250 to Rp 10.300 from 1 January 2099 (00:00 WIB)');
    }
    await page.getByRole('button', { name: 'Telkomsel 10.000' }).first().click();
    await watch.click();
    await expect(watch).not.toBeChecked();
    await page.getByRole('button', { name: texts.close }).click();
    await expect(mark).toBeHidden();

    // When a bill can't be paid is on the list and in the detail.
    await page.getByRole('searchbox').fill('pbb');
    await expect(page.getByText(texts.cutOff).first()).toBeVisible();
    await expectGoodLook(page, `products-cut-off-${language}`);
    await rows.first().getByRole('button', { name: /^PBB/u }).click();
    await expect(page.getByRole('dialog')).toContainText(texts.eachDay);
    await page.getByRole('button', { name: texts.close }).click();
    await page.getByRole('searchbox').fill('tsel10 10.000');

    const choose = async (label: string, option: string) => {
      if (phone)
        await page
          .getByRole('button', { name: /^Filter/u })
          .first()
          .tap();
      await page.getByLabel(label).selectOption(option);
      if (phone) await page.getByRole('button', { name: texts.done }).tap();
    };
    await choose(texts.status, texts.inactive);
    await expect(page.getByRole('heading', { name: texts.none })).toBeVisible();
    await expectGoodLook(page, `products-none-${language}`);
    await page.getByRole('button', { name: texts.clear }).click();
    await expect(page).not.toHaveURL(/active=/u);

    await choose(texts.wallet, 'Level 1');
    await expect(page.getByText(texts.levelOne)).toBeVisible();
    await choose(texts.wallet, 'Multibiller');
    await choose(texts.type, texts.bill);
    await expect(page).toHaveURL(
      /depositType=multibiller.*operatorType=pdam|operatorType=pdam.*depositType=multibiller/u,
    );
    await page.reload();
    await expect(rows.first()).toContainText(texts.bill);
    await expectGoodLook(page, `products-bills-${language}`);
  });
});
