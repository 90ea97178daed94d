import { readFile } from 'node:fs/promises';

import { newDestination, newReference } from './support/client-api.ts';
import { expect, test } from './support/journey.ts';
import { inEveryVariant } from './support/language.ts';
import { expectGoodLook } from './support/look.ts';
import { signIn } from './support/sign-in.ts';

const textsIn = {
  en: {
    open: 'Compare a file',
    title: 'Reconcile a day',
    compare: 'Compare',
    missing: 'Please select a file',
    refused: /Line 2: The amount must be whole rupiah/u,
    remove: /^Remove file/u,
    kind: 'Different',
    absent: 'Missing: no such order',
    download: 'Download result',
    close: 'Close',
  },
  id: {
    open: 'Bandingkan berkas',
    title: 'Rekonsiliasi harian',
    compare: 'Bandingkan',
    missing: 'Silakan pilih berkas',
    refused: /Baris 2: /u,
    remove: /^Hapus berkas/u,
    kind: 'Berbeda',
    absent: 'Tidak ada: order tidak ditemukan',
    download: 'Unduh hasil',
    close: 'Tutup',
  },
};

inEveryVariant(({ language }) => {
  const texts = textsIn[language];

  test('a clerk compares a file, and sees what differs', async ({ page, clientApi, quiet }) => {
    const reference = newReference();
    await clientApi.placeOrder(newDestination('0'), reference);
    await signIn(page, undefined, 'orders/export');
    await page.getByRole('button', { name: texts.open }).click();
    const dialog = page.getByRole('dialog', { name: texts.title });
    const choose = async (lines: string) => {
      const body = Buffer.from(`reference,amount,status\n${lines}`);
      await dialog.locator('input[type=file]').setInputFiles({ name: 'books.csv', mimeType: 'text/csv', buffer: body });
    };
    const compare = dialog.getByRole('button', { name: texts.compare, exact: true });
    await compare.click();
    await expect(dialog.getByText(texts.missing)).toBeVisible();
    quiet.expectStatus(400);
    await choose(`${reference},10.5,success\n`);
    await compare.click();
    await expect(dialog.getByText(texts.refused)).toBeVisible();
    await expectGoodLook(page, `reconciliation-form-${language}`);

    await dialog.getByRole('button', { name: texts.remove }).click();
    await choose(`${reference},1,success\nNO-SUCH-ORDER,10250,success\n`);
    await compare.click();
    const different = dialog.getByRole('table', { name: texts.kind });
    await expect(different.getByRole('row').nth(1)).toContainText(reference);
    await expect(dialog.getByRole('table', { name: texts.absent })).toContainText('NO-SUCH-ORDER');
    await expectGoodLook(page, `reconciliation-result-${language}`);

    const download = page.waitForEvent('download');
    await dialog.getByRole('link', { name: texts.download }).click();
    const written = await readFile(await (await download).path(), 'utf8');
    expect(written).toContain(`different,2,${reference},1,success,`);
    await dialog.getByRole('button', { name: texts.close, exact: true }).last().click();
    await expect(dialog).toBeHidden();
  });
});
