import { defineTexts } from '@shared/i18n/texts';

/** Names of the areas, in the sidebar, the header and page titles. The name of an area is the first part of its paths. */
export const areaTexts = defineTexts({
  en: {
    overview: 'Overview',
    orders: 'All orders',
    reviews: 'Reviews',
    complaints: 'Complaints',
    approvals: 'Approvals',
    shift: 'Shift',
    clients: 'Clients',
    shops: 'Shops',
    announcements: 'Announcements',
    settings: 'Settings',
    products: 'Products',
    prices: 'Prices',
    suppliers: 'Suppliers',
    routing: 'Routing',
    topups: 'Top-ups',
    invoices: 'Invoices',
    reports: 'Reports',
    jobs: 'Jobs and notices',
    audit: 'Audit log',
    people: 'Staff and roles',
  },
  id: {
    overview: 'Ringkasan',
    orders: 'Semua order',
    reviews: 'Tinjauan',
    complaints: 'Keluhan',
    approvals: 'Persetujuan',
    shift: 'Sif',
    clients: 'Klien',
    shops: 'Toko',
    announcements: 'Pengumuman',
    settings: 'Pengaturan',
    products: 'Produk',
    prices: 'Harga',
    suppliers: 'Pemasok',
    routing: 'Perutean',
    topups: 'Isi saldo',
    invoices: 'Tagihan',
    reports: 'Laporan',
    jobs: 'Pekerjaan',
    audit: 'Log audit',
    people: 'Staf dan peran',
  },
});

/** An area of the app. */
export type Area = keyof typeof areaTexts.en;
