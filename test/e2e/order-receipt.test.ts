import type { Browser, Page } from '@playwright/test';

import { type ClientApi, newDestination } from './support/client-api.ts';
import { expect, test } from './support/journey.ts';
import { expectAccessible, expectGoodLook } from './support/look.ts';
import { artefacts } from './support/places.ts';
import { ordersOf, signIn, users } from './support/sign-in.ts';
import { inEveryVariant } from './support/language.ts';
import { expectPicture } from './support/pictures.ts';

const textsIn = {
  en: {
    open: 'Download Receipt',
    title: 'Receipt',
    close: 'Close receipt',
    plain: 'Plain Text',
    print: 'Print',
    labels: ['Order ID', 'Product', 'Meter', 'Name', 'Tariff', 'kWh'],
  },
  id: {
    open: 'Unduh Struk',
    title: 'Struk',
    close: 'Tutup struk',
    plain: 'Teks Biasa',
    print: 'Cetak',
    labels: ['ID Order', 'Produk', 'No. Meter', 'Nama', 'Tarif', 'kWh'],
  },
};
const shop = 'Toko Maju Jaya';
/** Characters per line on 58 mm paper. */
const plainWidth = 32;
/** A roll of 58 mm is printed 48 mm wide; some drivers name this width the paper's. */
const papers = {
  A4: { width: '210mm', height: '297mm' },
  wide: { width: '80mm', height: '150mm' },
  roll: { width: '58mm', height: '150mm' },
  narrow: { width: '48mm', height: '180mm' },
};

inEveryVariant(({ language }) => {
  const texts = textsIn[language];
  const drawerOf = (page: Page) => page.getByRole('dialog', { name: texts.title, exact: true });
  const slipOf = (page: Page) => drawerOf(page).frameLocator('iframe');

  test('a success has a receipt at the left that fits A4 and rolls of 48, 58 and 80 mm; others have none', async ({
    page,
    browser,
    clientApi,
  }) => {
    const failed = await clientApi.placeOrder(newDestination('2'));
    await signIn(page, users.root, `orders?query=%23${failed.orderId}`);
    await expect(ordersOf(page)).toContainText(/Failed|Gagal/u);
    await expect(page.getByRole('button', { name: new RegExp(texts.open, 'u') })).toHaveCount(0);

    const { orderId } = await electricity(clientApi);
    await page.goto(`orders?query=%23${orderId}`);
    await page.getByRole('button', { name: new RegExp(texts.open, 'u') }).click();
    await expect(page).toHaveURL((url) => url.searchParams.get('receipt') === orderId);
    const drawer = drawerOf(page);
    await expect.poll(async () => (await drawer.boundingBox())?.x).toBe(0);
    const slip = slipOf(page);
    await expect(slip.getByRole('heading', { level: 1 })).toHaveText(shop);
    await expect(slip.locator('dt')).toHaveText(texts.labels);
    await expect(slip.locator('.token p')).toHaveText(/^\d{4}( \d{4}){4}$/u);
    await expect(slip.locator('.total')).toHaveText(/Rp\.100\.450$/u);
    await expect(slip.locator('body')).not.toContainText(/loket|digiflazz/iu);
    // The page of the server runs no scripts.
    await expect(drawer.locator('iframe')).toHaveAttribute('sandbox', 'allow-same-origin allow-modals');
    await expectPicture(page, 'receipt');
    const fonts = await fontsOf(page);
    const expectPrintable = async (form: 'slip' | 'plain') => {
      const html = (await drawer.locator('iframe').getAttribute('srcdoc')) ?? '';
      for (const [paper, size] of Object.entries(papers)) {
        const printed = await print(browser, html, fonts, size, `receipt-${form}-${language}-${paper}`);
        expect(printed, `${form} on ${paper}`).toEqual({ pages: 1, tooWide: 0, wrapped: 0 });
      }
    };
    await expectPrintable('slip');

    const plain = drawer.getByRole('switch', { name: texts.plain });
    await plain.check();
    const text = slip.locator('pre');
    await expect(text).toContainText(shop);
    const lines = ((await text.textContent()) ?? '').split('\n');
    expect(lines.filter((line) => line.length > plainWidth)).toEqual([]);
    expect(lines.some((line) => /^\s+\d{4}( \d{4}){4}$/u.test(line))).toBe(true);
    await expectGoodLook(page, `receipt-plain-${language}`);
    await expectPrintable('plain');
    await plain.uncheck();
    await expect(slip.getByRole('heading', { level: 1 })).toHaveText(shop);

    await page.reload();
    await expect(slip.getByRole('heading', { level: 1 })).toHaveText(shop);
    // Print prints only the receipt.
    await page.evaluate(() => {
      const { body } = document;
      window.print = () => body.setAttribute('data-printed', 'page');
      const frame = document.querySelector('iframe')?.contentWindow;
      if (frame) frame.print = () => body.setAttribute('data-printed', 'receipt');
    });
    await drawer.getByRole('button', { name: texts.print }).click();
    await expect(page.locator('body')).toHaveAttribute('data-printed', 'receipt');
    await drawer.getByRole('button', { name: texts.close }).click();
    await expect(drawer).toBeHidden();
    await expect(page).not.toHaveURL(/receipt=/u);
  });
});

/** Places an order of prepaid electricity, whose receipt has a token. */
async function electricity(clientApi: ClientApi) {
  const order = await clientApi.placeOrder('320144778120', undefined, 'PLN100');
  await expect.poll(() => clientApi.statusOf(order.clientRef)).toBe('success');
  return order;
}

/** What a printer leaves free at each side of a paper, in millimetres. */
function printerMargin(paper: string): number {
  return { '58mm': 5, '80mm': 4 }[paper] ?? 0;
}

/** Returns the URLs of the fonts that the page passes to the receipt. */
function fontsOf(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => /geist.*latin-wght-normal.*woff2$/u.test(name)),
  );
}

/** Prints a receipt to a PDF in the artefacts. Returns its number of pages, what is wider than the paper, and wrapped lines. */
async function print(
  browser: Browser,
  html: string,
  fonts: readonly string[],
  size: { width: string; height: string },
  name: string,
): Promise<{ pages: number; tooWide: number; wrapped: number }> {
  // Print layout is neither that of a phone nor dark.
  const paper = await browser.newPage();
  // Only the fonts are loaded from the program.
  await paper.route(
    (url) => !url.pathname.endsWith('.woff2'),
    (route) => route.fulfill({ contentType: 'text/html', body: html }),
  );
  await paper.goto(new URL(fonts[0] ?? '').origin);
  await expectAccessible(paper);
  await paper.emulateMedia({ media: 'print' });
  await paper.evaluate(async (urls) => {
    for (const url of urls) {
      const family = url.includes('mono') ? 'Geist Mono' : 'Geist';
      document.fonts.add(await new FontFace(family, `url(${url})`, { weight: '100 900' }).load());
    }
  }, fonts);
  const pdf = await paper.pdf({ ...size, path: `${artefacts}/screens/${name}.pdf` });
  const millimetre = 96 / 25.4;
  const width = Math.round(Number.parseFloat(size.width) * millimetre);
  await paper.setViewportSize({ width, height: 600 });
  const { tooWide, wrapped } = await paper.evaluate(
    (side) => {
      const { scrollWidth, clientWidth } = document.documentElement;
      const slip = document.querySelector('pre, .slip')?.getBoundingClientRect();
      const free = slip ? Math.min(slip.left, clientWidth - slip.right) : 0;
      const text = document.querySelector('pre');
      const rows = text
        ? text.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(text).lineHeight)
        : 0;
      const lines = text?.textContent.trimEnd().split('\n').length ?? 0;
      return {
        tooWide: Math.max(0, scrollWidth - clientWidth, Math.ceil(side - free)),
        wrapped: Math.round(rows) - lines,
      };
    },
    printerMargin(size.width) * millimetre - 1,
  );
  await paper.screenshot({ path: `${artefacts}/screens/${name}.png`, fullPage: true });
  await expectAccessible(paper);
  await paper.close();
  return { pages: pdf.toString('latin1').match(/\/Type\s*\/Page\b/gu)?.length ?? 0, tooWide, wrapped };
}
