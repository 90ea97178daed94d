import { defineTexts } from '@shared/i18n/texts';

export const complaintsTexts = defineTexts({
  en: {
    title: 'Complaints',
    timesIn: (zone: string) => `Times in ${zone}`,
    tabs: { open: 'Open', closed: 'Closed', suppliers: 'By supplier' },
    table: { open: 'Open complaints', closed: 'Closed complaints' },
    failed: 'The complaints could not be loaded',
    none: {
      open: { title: 'No complaint is open', text: 'What clients complain of appears here, the oldest first.' },
      closed: { title: 'No complaint was closed', text: 'Those that were opened in the last 30 days appear here.' },
    },
    more: 'There are further ones.',
    columns: {
      age: 'Age',
      order: 'Order',
      reason: 'Complaint',
      client: 'Client',
      supplier: 'Supplier',
      state: 'State',
    },
    open: (id: string) => `Open order ${id}`,
    noSupplier: 'None',
    figures: 'Complaints of the last 30 days by supplier',
    noFigures: 'No complaint in the last 30 days',
    figureColumns: {
      supplier: 'Supplier',
      opened: 'Opened',
      open: 'Still open',
      refunded: 'Refunded',
      median: 'Median time to close',
    },
  },
  id: {
    title: 'Keluhan',
    timesIn: (zone) => `Waktu dalam ${zone}`,
    tabs: { open: 'Terbuka', closed: 'Ditutup', suppliers: 'Per pemasok' },
    table: { open: 'Keluhan terbuka', closed: 'Keluhan yang ditutup' },
    failed: 'Keluhan tidak dapat dimuat',
    none: {
      open: { title: 'Tidak ada keluhan terbuka', text: 'Keluhan klien muncul di sini, yang paling lama dahulu.' },
      closed: { title: 'Belum ada keluhan yang ditutup', text: 'Yang diajukan dalam 30 hari terakhir muncul di sini.' },
    },
    more: 'Masih ada yang lain.',
    columns: { age: 'Umur', order: 'Order', reason: 'Keluhan', client: 'Klien', supplier: 'Pemasok', state: 'Status' },
    open: (id) => `Buka order ${id}`,
    noSupplier: 'Tidak ada',
    figures: 'Keluhan 30 hari terakhir per pemasok',
    noFigures: 'Tidak ada keluhan dalam 30 hari terakhir',
    figureColumns: {
      supplier: 'Pemasok',
      opened: 'Diajukan',
      open: 'Masih terbuka',
      refunded: 'Dikembalikan',
      median: 'Median waktu tutup',
    },
  },
});
