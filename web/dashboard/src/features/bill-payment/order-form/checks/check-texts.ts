import { defineTexts } from '@shared/i18n/texts';

/** Texts of the check of lines before an order. */
export const checkTexts = defineTexts({
  en: {
    title: 'Check of the lines',
    checkedAt: (count: number, text: string, time: string) =>
      count === 1 ? `1 line checked, ${time}` : `${text} lines checked, ${time}`,
    checking: (count: number, text: string) => (count === 1 ? 'Checking 1 number…' : `Checking ${text} numbers…`),
    failed: 'The numbers could not be checked.',
    again: 'Check again',
    noBillYet: 'not looked up yet; the bill is fetched when the order runs',
    kinds: {
      bill: { name: 'Bill found', note: 'name and amount from the biller' },
      ok: { name: 'OK', note: '' },
      repaired: { name: 'Repaired', note: 'ordered as shown; look at them' },
      duplicate: { name: 'Duplicate merged', note: 'already taken out of the list' },
      no_number: { name: 'No number', note: 'can’t be ordered' },
      wrong_form: { name: 'Invalid format', note: 'would probably fail' },
      wrong_prefix: { name: 'Wrong prefix', note: 'belongs to another operator; will fail' },
      recently_paid: { name: 'Paid recently', note: 'same product and number' },
      no_bill: { name: 'No bill', note: 'none is open, or it was paid' },
    },
    drop: (count: string) => `Drop ${count}`,
    dropKind: (count: string, kind: string) => `Drop ${count}: ${kind}`,
    showKind: (kind: string) => `Show only: ${kind}`,
    showAll: 'Show all lines',
    find: (count: number, text: string) => (count === 1 ? 'Find 1 bill now' : `Find ${text} bills now`),
    stop: (done: string, all: string) => `Stop (${done} of ${all})`,
    searching: 'Finding bills',
    searchFailed: 'The search for bills stopped with an error. Try again; nothing was charged.',
    doubtful: (count: number, text: string) =>
      count === 1 ? '1 line would fail or was paid recently' : `${text} lines would fail or were paid recently`,
    ask: (count: number, text: string) =>
      count === 1
        ? '1 line would probably fail or was paid recently. Proceed with it?'
        : `${text} lines would probably fail or were paid recently. Proceed with them?`,
    askText: 'Lines that fail are refunded. You can drop them by kind instead.',
    askUnchecked: 'The numbers could not be checked. Proceed without the check?',
    askUncheckedText: 'Nobody looked for wrong numbers or for numbers that were paid recently.',
    proceed: 'Proceed anyway',
    back: 'Back',
    noNumbers: (count: number, text: string) =>
      count === 1 ? '1 line is not a number. Remove it first.' : `${text} lines are not numbers. Remove them first.`,
    billsFound: 'Bills found',
    withoutBill: 'Without a bill yet',
    wouldFail: 'Would fail or paid recently',
    totalOfBills: 'Total of bills',
    scheduled: 'Already scheduled',
    ofBalance: 'Of the balance',
    left: 'Left after',
    checkOnly: (without: number, text: string) => {
      if (without === 0) return 'A check only, nothing is charged. Bills are looked up again when the order runs.';
      return `A check only, nothing is charged. ${without === 1 ? '1 bill is' : `${text} bills are`} looked up when the order runs and added to this total.`;
    },
  },
  id: {
    title: 'Pemeriksaan baris',
    checkedAt: (_count, text, time) => `${text} baris diperiksa, ${time}`,
    checking: (_count, text) => `Memeriksa ${text} nomor…`,
    failed: 'Nomor tidak dapat diperiksa.',
    again: 'Periksa lagi',
    noBillYet: 'belum dicari; tagihan diambil saat order berjalan',
    kinds: {
      bill: { name: 'Tagihan ditemukan', note: 'nama dan nominal dari penyedia tagihan' },
      ok: { name: 'OK', note: '' },
      repaired: { name: 'Diperbaiki', note: 'dipesan seperti tertulis; mohon dilihat' },
      duplicate: { name: 'Ganda, digabung', note: 'sudah dikeluarkan dari daftar' },
      no_number: { name: 'Bukan nomor', note: 'tidak dapat dipesan' },
      wrong_form: { name: 'Format salah', note: 'kemungkinan gagal' },
      wrong_prefix: { name: 'Awalan salah', note: 'milik operator lain; akan gagal' },
      recently_paid: { name: 'Baru dibayar', note: 'produk dan nomor yang sama' },
      no_bill: { name: 'Tanpa tagihan', note: 'belum ada atau sudah dibayar' },
    },
    drop: (count) => `Hapus ${count}`,
    dropKind: (count, kind) => `Hapus ${count}: ${kind}`,
    showKind: (kind) => `Tampilkan hanya: ${kind}`,
    showAll: 'Tampilkan semua baris',
    find: (_count, text) => `Cari ${text} tagihan sekarang`,
    stop: (done, all) => `Hentikan (${done} dari ${all})`,
    searching: 'Mencari tagihan',
    searchFailed: 'Pencarian tagihan berhenti karena kesalahan. Coba lagi; tidak ada yang ditagih.',
    doubtful: (_count, text) => `${text} baris akan gagal atau baru dibayar`,
    ask: (_count, text) => `${text} baris kemungkinan gagal atau baru dibayar. Lanjutkan?`,
    askText: 'Baris yang gagal dikembalikan dananya. Baris juga dapat dihapus menurut jenisnya.',
    askUnchecked: 'Nomor tidak dapat diperiksa. Lanjutkan tanpa pemeriksaan?',
    askUncheckedText: 'Nomor yang salah atau yang baru dibayar belum dicari.',
    proceed: 'Tetap lanjutkan',
    back: 'Kembali',
    noNumbers: (_count, text) => `${text} baris bukan nomor. Hapus dahulu.`,
    billsFound: 'Tagihan ditemukan',
    withoutBill: 'Belum ada tagihan',
    wouldFail: 'Akan gagal atau baru dibayar',
    totalOfBills: 'Total tagihan',
    scheduled: 'Sudah dijadwalkan',
    ofBalance: 'Dari saldo',
    left: 'Sisa setelahnya',
    checkOnly: (without, text) =>
      without === 0
        ? 'Hanya pemeriksaan, tidak ada yang ditagih. Tagihan dicari lagi saat order berjalan.'
        : `Hanya pemeriksaan, tidak ada yang ditagih. ${text} tagihan dicari saat order berjalan dan menambah total ini.`,
  },
});
