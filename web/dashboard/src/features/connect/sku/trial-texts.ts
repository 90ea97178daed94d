import { defineTexts } from '@shared/i18n/texts';

const skus = (count: number) => (count === 1 ? '1 SKU' : `${count} SKUs`);

/** Texts of what a pricing would have earned. */
export const trialTexts = defineTexts({
  en: {
    title: 'What you would have earned',
    orders: (days: string, count: string) => `${days}, ${count} orders of your web app`,
    leftOut: (count: number) =>
      `${skus(count)} ${count === 1 ? 'keeps its price' : 'keep their prices'}: recommended is below net`,
    leftOutRow: (name: string, recommended: string, net: string) => `${name}: ${recommended}, net ${net}`,
    now: 'Now',
    recommended: 'Recommended',
    chosen: { percent: 'Margin', margin: 'Fixed Margin', price: 'Fixed Price' },
    name: 'SKU Name',
    type: 'Product Type',
    net: 'Net Price',
    before: 'Now',
    after: 'New',
    shown: (shown: number, all: number) => `${shown} of ${skus(all)}`,
    all: 'See All',
    fewer: 'See less',
    against: 'Compared with now',
    caution: 'With the same sales; a higher price may sell less',
    none: 'No orders of your web app in the last 30 days',
    failed: 'What you would have earned could not be computed',
  },
  id: {
    title: 'Keuntungan seandainya',
    orders: (days, count) => `${days}, ${count} pesanan web app Anda`,
    leftOut: (count) => `${count} SKU tetap dengan harganya: rekomendasi di bawah harga beli`,
    leftOutRow: (name, recommended, net) => `${name}: ${recommended}, harga beli ${net}`,
    now: 'Sekarang',
    recommended: 'Rekomendasi',
    chosen: { percent: 'Margin', margin: 'Margin Tetap', price: 'Harga Tetap' },
    name: 'Nama SKU',
    type: 'Jenis Produk',
    net: 'Harga Beli',
    before: 'Sekarang',
    after: 'Baru',
    shown: (shown, all) => `${shown} dari ${all} SKU`,
    all: 'Lihat Semua',
    fewer: 'Lihat lebih sedikit',
    against: 'Dibanding sekarang',
    caution: 'Dengan penjualan yang sama; harga lebih tinggi mungkin mengurangi penjualan',
    none: 'Tidak ada pesanan di web app Anda dalam 30 hari terakhir',
    failed: 'Keuntungan seandainya tidak dapat dihitung',
  },
});
