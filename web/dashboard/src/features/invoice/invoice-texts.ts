import { defineTexts } from '@shared/i18n/texts';

/** Texts of the invoice page. English texts that docs/product/invoices.md quotes stay to the letter. */
export const invoiceTexts = defineTexts({
  en: {
    title: 'Invoice',
    datesIn: (zone: string) => `Dates in ${zone}`,
    table: 'Invoices',
    failed: 'The invoices could not be loaded',
    columns: {
      number: 'Invoice No',
      transactionDate: 'Transaction Date',
      sentDate: 'Sent Date',
      dueDate: 'Due Date',
      transferDate: 'Transfer Date',
      amount: 'Amount',
      status: 'Status',
      action: 'Action',
    },
    types: { settlement: 'Settlement' },
    states: { unpaid: 'Unpaid', pending: 'Pending confirmation', paid: 'Paid', done: 'Done' },
    due: (days: number) => {
      if (days === 0) return 'today';
      if (days < 0) return days === -1 ? '1 day overdue' : `${-days} days overdue`;
      return days === 1 ? 'tomorrow' : `in ${days} days`;
    },
    download: (number: string) => `Download invoice ${number}`,
    open: (number: string) => `Invoice detail ${number}`,
    copyNumber: 'Copy invoice number',
    leftOf: (amount: string) => `left of ${amount}`,
    none: {
      title: 'No invoices yet',
      text: 'An invoice is issued when a settlement period ends in which the limit was used.',
    },
    promo: {
      title: 'Transaction now pay later!',
      body: 'Place orders within a limit and pay them all with one invoice.',
      action: 'Submit Settlement',
      active: 'Your settlement is now active.',
      noInvoices: "You don't have permission to see its invoices. Ask an administrator of your company.",
      totalLimit: 'Total Limit',
      settlement: 'Settlement',
    },
  },
  id: {
    title: 'Tagihan',
    datesIn: (zone) => `Tanggal dalam ${zone}`,
    table: 'Tagihan',
    failed: 'Tagihan tidak dapat dimuat',
    columns: {
      number: 'No. Tagihan',
      transactionDate: 'Tanggal Transaksi',
      sentDate: 'Tanggal Kirim',
      dueDate: 'Jatuh Tempo',
      transferDate: 'Tanggal Transfer',
      amount: 'Nominal',
      status: 'Status',
      action: 'Aksi',
    },
    types: { settlement: 'Settlement' },
    states: { unpaid: 'Belum dibayar', pending: 'Menunggu konfirmasi', paid: 'Dibayar', done: 'Selesai' },
    due: (days) => {
      if (days === 0) return 'hari ini';
      if (days < 0) return `lewat ${-days} hari`;
      return days === 1 ? 'besok' : `${days} hari lagi`;
    },
    download: (number) => `Unduh tagihan ${number}`,
    open: (number) => `Detail tagihan ${number}`,
    copyNumber: 'Salin nomor tagihan',
    leftOf: (amount) => `sisa dari ${amount}`,
    none: {
      title: 'Belum ada tagihan',
      text: 'Tagihan diterbitkan saat periode settlement yang limitnya terpakai berakhir.',
    },
    promo: {
      title: 'Transaksi sekarang, bayar nanti!',
      body: 'Buat order dalam batas limit dan bayar semuanya dengan satu tagihan.',
      action: 'Ajukan Settlement',
      active: 'Settlement Anda sudah aktif.',
      noInvoices: 'Anda tidak memiliki izin untuk melihat tagihannya. Hubungi pengguna root perusahaan Anda.',
      totalLimit: 'Total Limit',
      settlement: 'Settlement',
    },
  },
});
