import { defineTexts } from '@shared/i18n/texts';

/** Texts of the approval of scheduled orders by a second user. */
export const approvalTexts = defineTexts({
  en: {
    title: 'Approval by a second user',
    failed: 'The setting could not be loaded',
    text: 'An order above this total waits until another user with the permission approves it with their own PIN.',
    amount: 'Total above which an order waits',
    help: 'Leave it empty if no order needs an approval.',
    zero: 'The total must be above zero',
    pin: 'PIN',
    pinRequired: 'PIN must have six digits',
    save: 'Save',
    saving: 'Saving…',
    saved: 'The approval was set',
    none: 'No order needs an approval now',
  },
  id: {
    title: 'Persetujuan pengguna kedua',
    failed: 'Pengaturan tidak dapat dimuat',
    text: 'Order di atas total ini menunggu sampai pengguna lain yang berizin menyetujuinya dengan PIN-nya sendiri.',
    amount: 'Total yang membuat order menunggu',
    help: 'Kosongkan jika tidak ada order yang perlu disetujui.',
    zero: 'Total harus di atas nol',
    pin: 'PIN',
    pinRequired: 'PIN harus enam angka',
    save: 'Simpan',
    saving: 'Menyimpan…',
    saved: 'Persetujuan telah diatur',
    none: 'Sekarang tidak ada order yang perlu disetujui',
  },
});
