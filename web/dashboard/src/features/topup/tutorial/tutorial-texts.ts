import { defineTexts } from '@shared/i18n/texts';

export const tutorialTexts = defineTexts({
  en: {
    virtualAccount: 'Top Up (Virtual Account) Tutorial',
    howToPay: 'How to pay',
    bank: 'Bank',
    bankHelp: 'The bank that you pay from.',
    choose: 'Select Bank',
    none: 'There is no tutorial for this bank. Its app, ATM or branch can pay a virtual account of another bank by online transfer or BI-FAST.',
    failed: 'The tutorials could not be loaded',
    checked: (day: string) => `Compared with the bank on ${day}. Menus of banks may change.`,
  },
  id: {
    virtualAccount: 'Tutorial Isi Saldo (Virtual Account)',
    howToPay: 'Cara membayar',
    bank: 'Bank',
    bankHelp: 'Bank asal pembayaran Anda.',
    choose: 'Pilih Bank',
    none: 'Tidak ada tutorial untuk bank ini. Aplikasi, ATM atau cabangnya dapat membayar virtual account bank lain lewat transfer online atau BI-FAST.',
    failed: 'Tutorial tidak dapat dimuat',
    checked: (day) => `Dibandingkan dengan bank pada ${day}. Menu bank dapat berubah.`,
  },
});
