import { defineTexts } from '@shared/i18n/texts';

/** What the steps of a transfer name. */
interface Transfer {
  /** The bank that the client pays from; undefined for one that is not in the list. */
  from: string | undefined;
  /** The bank of our account. */
  to: string;
  accountNo: string;
  holder: string;
  /** The whole amount, as text. */
  amount: string;
}

/** Instructions for a transfer with a unique amount, in our own words. */
export const transferGuideTexts = defineTexts({
  en: {
    mobile: 'Mobile banking',
    internet: 'Internet banking',
    atm: 'ATM',
    teller: 'Teller',
    openApp: ({ from }: Transfer) => `Open the app of ${from ?? 'your bank'} and sign in.`,
    openSite: ({ from }: Transfer) => `Sign in to the internet banking of ${from ?? 'your bank'} in your browser.`,
    insertCard: ({ from }: Transfer) => `Insert your card into an ATM of ${from ?? 'your bank'} and enter your PIN.`,
    fillSlip: ({ from }: Transfer) => `Fill in a transfer slip at a branch of ${from ?? 'your bank'}.`,
    inside: ({ to }: Transfer) => `Choose Transfer, then to an account of ${to}.`,
    outside: ({ to }: Transfer) =>
      `Choose Transfer, then to another bank by BI-FAST or online transfer, and choose ${to}.`,
    account: ({ accountNo }: Transfer) => `Enter the account number ${accountNo}.`,
    amount: ({ amount }: Transfer) => `Enter exactly ${amount}. Make sure the transfer reaches the last 3 digits.`,
    holder: ({ holder }: Transfer) => `Check that the account belongs to ${holder}, and confirm.`,
    done: 'Keep the receipt, and press I am done transferring on this page.',
  },
  id: {
    mobile: 'Mobile banking',
    internet: 'Internet banking',
    atm: 'ATM',
    teller: 'Teller',
    openApp: ({ from }) => `Buka aplikasi ${from ?? 'bank Anda'} dan masuk.`,
    openSite: ({ from }) => `Masuk ke internet banking ${from ?? 'bank Anda'} lewat peramban.`,
    insertCard: ({ from }) => `Masukkan kartu di ATM ${from ?? 'bank Anda'} lalu masukkan PIN.`,
    fillSlip: ({ from }) => `Isi formulir transfer di cabang ${from ?? 'bank Anda'}.`,
    inside: ({ to }) => `Pilih Transfer, lalu ke rekening ${to}.`,
    outside: ({ to }) => `Pilih Transfer, lalu ke bank lain lewat BI-FAST atau transfer online, dan pilih ${to}.`,
    account: ({ accountNo }) => `Masukkan nomor rekening ${accountNo}.`,
    amount: ({ amount }) => `Masukkan tepat ${amount}. Pastikan nominal transfer sampai 3 digit terakhir.`,
    holder: ({ holder }) => `Pastikan rekening atas nama ${holder}, lalu konfirmasi.`,
    done: 'Simpan bukti transfer, lalu tekan Saya sudah transfer di halaman ini.',
  },
});

type GuideTexts = (typeof transferGuideTexts)['en'];

/** Returns the ways to make a transfer, with their steps. */
export function transferGuides(texts: GuideTexts, transfer: Transfer) {
  const choose = transfer.from === transfer.to ? texts.inside(transfer) : texts.outside(transfer);
  const rest = [choose, texts.account(transfer), texts.amount(transfer), texts.holder(transfer), texts.done];
  return [
    { label: texts.mobile, steps: [texts.openApp(transfer), ...rest] },
    { label: texts.internet, steps: [texts.openSite(transfer), ...rest] },
    { label: texts.atm, steps: [texts.insertCard(transfer), ...rest] },
    { label: texts.teller, steps: [texts.fillSlip(transfer), ...rest] },
  ];
}
