import { newDestination } from './support/client-api.ts';
import { expect, test } from './support/journey.ts';
import { inEveryVariant } from './support/language.ts';
import { expectGoodLook } from './support/look.ts';
import { signIn, users } from './support/sign-in.ts';

const textsIn = {
  en: {
    create: 'Create Order: Telkomsel 10.000',
    dialog: 'Create Order',
    name: 'Transaction name',
    number: 'Destination number',
    add: 'Add',
    save: (number: string) => `save to contact: ${number}`,
    saving: 'Save Customer ID',
    code: 'Employee Code',
    employee: 'Employee Name',
    merged: 'Duplicate numbers detected and merged.',
    upload: 'Upload CSV',
    file: 'CSV file',
    type: 'Only CSV files are allowed!',
    take: 'Add numbers',
    uploaded: 'CSV uploaded successfully!',
    shortened: /^Line 3: 8\.12E\+11/u,
    dropWrong: /^Drop 1: Wrong prefix/u,
    proceed: 'Proceed',
    nameMissing: 'Transaction name is required.',
    noNumber: 'Please input at least one destination number!',
    pinDialog: 'Input PIN',
    wrongPin: /PIN is wrong/u,
    priceChanged: 'Nothing was charged. Look at the new total before you proceed.',
    contacts: 'Contact List',
    more: 'Load More',
    pick: 'Add',
    remove: 'Remove 081177880031',
    created: 'Order created',
    status: 'Transaction Status',
    close: 'Close',
    reset: 'Are you sure want to reset and close?',
    yesClose: 'Yes, close',
    cancel: 'Cancel',
  },
  id: {
    create: 'Buat Order: Telkomsel 10.000',
    dialog: 'Buat Order',
    name: 'Nama transaksi',
    number: 'Nomor tujuan',
    add: 'Tambah',
    save: (number: string) => `simpan ke kontak: ${number}`,
    saving: 'Simpan ID Pelanggan',
    code: 'Kode Karyawan',
    employee: 'Nama Karyawan',
    merged: 'Nomor ganda ditemukan dan digabungkan.',
    upload: 'Unggah CSV',
    file: 'Berkas CSV',
    type: 'Hanya berkas CSV yang diperbolehkan!',
    take: 'Tambahkan nomor',
    uploaded: 'CSV berhasil diunggah!',
    shortened: /^Baris 3: 8\.12E\+11/u,
    dropWrong: /^Hapus 1: Awalan salah/u,
    proceed: 'Lanjutkan',
    nameMissing: 'Nama transaksi wajib diisi.',
    noNumber: 'Masukkan minimal satu nomor tujuan!',
    pinDialog: 'Masukkan PIN',
    wrongPin: /PIN salah/u,
    priceChanged: 'Belum ada yang ditagih. Lihat total yang baru sebelum melanjutkan.',
    contacts: 'Daftar Kontak',
    more: 'Muat Lebih Banyak',
    pick: 'Tambah',
    remove: 'Hapus 081177880031',
    created: 'Order dibuat',
    status: 'Status Transaksi',
    close: 'Tutup',
    reset: 'Yakin ingin mengosongkan dan menutup?',
    yesClose: 'Ya, tutup',
    cancel: 'Batal',
  },
};

inEveryVariant(({ language }) => {
  const texts = textsIn[language];

  test('numbers are typed and uploaded, checked, and bought with the PIN @core', async ({ page, quiet }) => {
    // Watched from the beginning: a route that is set just before a request may come too late for it.
    let otherTotal = false;
    await page.route('**/v1/scheduled-orders', async (route) => {
      const postData = otherTotal ? { ...route.request().postDataJSON(), expectedTotal: 20_000 } : undefined;
      otherTotal = false;
      await route.continue(postData && { postData });
    });
    await signIn(page, users.root, 'bill-payment?searchQuery=TSEL10');
    await page.getByRole('button', { name: texts.create, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: texts.dialog });
    await dialog.getByRole('button', { name: texts.proceed }).click();
    await expect(dialog.getByText(texts.nameMissing)).toBeVisible();
    await expect(dialog.getByText(texts.noNumber)).toBeVisible();
    await expect(dialog.getByLabel(texts.name)).toBeFocused();

    await dialog.getByLabel(texts.name).fill('Pulsa karyawan');
    const [first, second] = [newDestination('0'), newDestination('0')];
    const number = dialog.getByRole('textbox', { name: texts.number });
    await number.fill(first);
    await number.press('Enter');
    await number.fill(`+62${first.slice(1)}, 085711238802`);
    await dialog.getByRole('button', { name: texts.add, exact: true }).click();
    await expect(dialog.getByText(texts.merged)).toBeVisible();

    // A number becomes a contact. Its form stands inside the order's, which must not be sent by it.
    await dialog.getByRole('button', { name: texts.save(first) }).click();
    const saving = page.getByRole('dialog', { name: texts.saving });
    await saving.getByLabel(texts.code).fill(`K${first}`);
    await saving.getByLabel(texts.employee).fill('Siti Rahma');
    await saving.getByLabel(texts.employee).press('Enter');
    await expect(saving).toBeHidden();
    await expect(dialog.getByRole('listitem').filter({ hasText: 'Siti Rahma' })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(1);

    // A contact from the second page of the picker comes and goes.
    await dialog.getByRole('button', { name: texts.contacts }).click();
    const picker = page.getByRole('dialog', { name: texts.contacts });
    await expect(picker.getByRole('checkbox')).toHaveCount(10);
    await picker.getByRole('button', { name: texts.more }).click();
    await picker.getByRole('checkbox', { name: /^Yuni Kartika/u }).check();
    await expect(picker.getByRole('button', { name: texts.more })).toBeHidden();
    await expectGoodLook(page, `bill-payment-picker-${language}`);
    await picker.getByRole('button', { name: texts.pick, exact: true }).click();
    await expect(dialog.getByRole('listitem').filter({ hasText: 'Yuni Kartika' })).toBeVisible();
    await dialog.getByRole('button', { name: texts.remove }).click();

    await dialog.getByRole('button', { name: texts.upload }).click();
    const csv = page.getByRole('dialog', { name: texts.upload });
    const file = csv.locator('input[type=file]');
    await file.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('1') });
    await expect(csv.getByText(texts.type)).toBeVisible();
    const lines = `number;name\n${second};Ani\n8.12E+11;Budi\n`;
    await file.setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(lines) });
    await expect(csv.getByText(texts.shortened)).toBeVisible();
    await csv.getByRole('button', { name: texts.take }).click();
    await expect(page.getByText(texts.uploaded).first()).toBeVisible();

    // 0857 belongs to another operator.
    await dialog.getByRole('button', { name: texts.dropWrong }).click();
    await expectGoodLook(page, `bill-payment-create-${language}`);

    // A reload keeps what was entered, also in the moment before, and the open form.
    await dialog.getByLabel(texts.name).fill('Pulsa');
    await dialog.getByLabel(texts.name).fill('Pulsa karyawan');
    await page.reload();
    await expect(dialog.getByLabel(texts.name)).toHaveValue('Pulsa karyawan');
    await dialog.getByRole('button', { name: texts.cancel }).click();
    await expect(page.getByText(texts.reset)).toBeVisible();
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: texts.proceed }).click();

    const pin = page.getByRole('dialog', { name: texts.pinDialog });
    await expect(pin.getByLabel('PIN')).toBeFocused();
    await expectGoodLook(page, `bill-payment-pin-${language}`);
    quiet.expectStatus(401);
    await page.keyboard.type('111111');
    await expect(pin.getByText(texts.wrongPin)).toBeVisible();
    await expect(pin.getByLabel('PIN')).toHaveValue('');

    // The total that the user saw is no longer the price: the form shows the new one, and nothing was charged.
    quiet.expectStatus(409);
    otherTotal = true;
    await page.keyboard.type('135790');
    await expect(page.getByText(texts.priceChanged)).toBeVisible();
    await expect(pin).toBeHidden();
    await dialog.getByRole('button', { name: texts.proceed }).click();
    await expect(pin.getByLabel('PIN')).toBeFocused();
    await page.keyboard.type('135790');
    await expect(page.getByText(texts.created, { exact: true })).toBeVisible();
    const status = page.getByRole('dialog', { name: texts.status });
    await expect(status).toContainText(/Rp\.\s?20\.500/u);
    await expectGoodLook(page, `bill-payment-status-${language}`);
    await status.getByRole('button', { name: texts.close }).first().click();
    await expect(dialog).toBeHidden();
  });
});
