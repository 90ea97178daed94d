import { linkOptions } from '@tanstack/react-router';

import { defineTexts } from '@shared/i18n/texts';

/** Titles of pages below an area, and their shorter names in the breadcrumb. */
export const subPageTexts = defineTexts({
  en: {
    'top-up': { title: 'Top Up', crumb: 'Top Up' },
    'virtual-account': { title: 'Top Up With Virtual Account', crumb: 'Virtual Account' },
    'bank-transfer': { title: 'Top Up With Bank Transfer', crumb: 'Bank Transfer' },
    'transfer-detail': { title: 'Detail Payment', crumb: 'Detail Payment' },
    statement: { title: 'Wallet statement', crumb: 'Wallet statement' },
    'period-events': { title: 'Detail Event', crumb: 'Detail Event' },
    'contact-list': { title: 'Contact List', crumb: 'Contact List' },
    'order-history': { title: 'Scheduled Order List', crumb: 'Scheduled Order List' },
    configs: { title: 'Configure Web Theme', crumb: 'Configure Web Theme' },
    sku: { title: 'Setting SKU Prices', crumb: 'Setting SKU Prices' },
    'payment-integration': { title: 'Payment Integration', crumb: 'Payment Integration' },
    'publish-confirm': { title: 'Confirmation', crumb: 'Confirmation' },
    preview: { title: 'Preview', crumb: 'Preview' },
    analytics: { title: 'Analytics Detail', crumb: 'Analytics Detail' },
    developers: { title: 'Developers', crumb: 'Developers' },
    webhooks: { title: 'Webhooks', crumb: 'Webhooks' },
    requests: { title: 'Requests', crumb: 'Requests' },
    sandbox: { title: 'Sandbox', crumb: 'Sandbox' },
  },
  id: {
    'top-up': { title: 'Isi Saldo', crumb: 'Isi Saldo' },
    'virtual-account': { title: 'Isi Saldo dengan Virtual Account', crumb: 'Virtual Account' },
    'bank-transfer': { title: 'Isi Saldo dengan Transfer Bank', crumb: 'Transfer Bank' },
    'transfer-detail': { title: 'Detail Pembayaran', crumb: 'Detail Pembayaran' },
    statement: { title: 'Rekening koran dompet', crumb: 'Rekening koran dompet' },
    'period-events': { title: 'Detail Mutasi', crumb: 'Detail Mutasi' },
    'contact-list': { title: 'Daftar Kontak', crumb: 'Daftar Kontak' },
    'order-history': { title: 'Daftar Order Terjadwal', crumb: 'Daftar Order Terjadwal' },
    configs: { title: 'Atur Tema Web', crumb: 'Atur Tema Web' },
    sku: { title: 'Atur Harga SKU', crumb: 'Atur Harga SKU' },
    'payment-integration': { title: 'Integrasi Pembayaran', crumb: 'Integrasi Pembayaran' },
    'publish-confirm': { title: 'Konfirmasi', crumb: 'Konfirmasi' },
    preview: { title: 'Pratinjau', crumb: 'Pratinjau' },
    analytics: { title: 'Detail Analitik', crumb: 'Detail Analitik' },
    developers: { title: 'Pengembang', crumb: 'Pengembang' },
    webhooks: { title: 'Webhook', crumb: 'Webhook' },
    requests: { title: 'Permintaan', crumb: 'Permintaan' },
    sandbox: { title: 'Sandbox', crumb: 'Sandbox' },
  },
});

/** A page below an area. */
export type SubPage = keyof typeof subPageTexts.en;

/** The pages between the area and a page, the outermost first. */
export const pagesAbove = {
  'top-up': [],
  'virtual-account': ['top-up'],
  'bank-transfer': ['top-up'],
  'transfer-detail': ['top-up'],
  statement: [],
  'period-events': [],
  'contact-list': [],
  'order-history': [],
  configs: [],
  sku: [],
  'payment-integration': [],
  'publish-confirm': [],
  preview: [],
  analytics: [],
  developers: [],
  webhooks: ['developers'],
  requests: ['developers'],
  sandbox: ['developers'],
} as const satisfies Record<SubPage, readonly SubPage[]>;

/** The links of pages that are above others. */
export const subPageLinks = {
  'top-up': linkOptions({ to: '/deposit/top-up' }),
  developers: linkOptions({ to: '/profile/developers' }),
} as const;
