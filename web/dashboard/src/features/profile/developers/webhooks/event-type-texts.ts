import { defineTexts } from '@shared/i18n/texts';

// Not beside the types, which are in the first load of each page: the address of the page of webhooks may name one.
export const eventTypeTexts = defineTexts({
  en: {
    'order.succeeded': 'An order was delivered',
    'order.failed': 'An order failed and was refunded',
    'order.reversed': 'A success became failed, refunded',
    'topup.credited': 'Money came into a wallet',
    'wallet.low': 'A balance fell below its threshold',
    'scheduled_order.done': 'Every line of a scheduled order ended',
    'invoice.issued': 'An invoice was issued',
    'invoice.paid': 'An invoice was paid',
    'invoice.overdue': 'An invoice is overdue',
    'storefront_order.paid': 'A shopper paid',
    'storefront_order.delivered': 'An order of your shop was delivered',
    'storefront_order.failed': 'An order of your shop failed',
    'price.changed': 'Your price of a product changed',
    'product.disturbed': 'A product can’t be ordered',
    'product.restored': 'A product can be ordered again',
  },
  id: {
    'order.succeeded': 'Order berhasil',
    'order.failed': 'Order gagal dan dananya dikembalikan',
    'order.reversed': 'Order sukses menjadi gagal, dana dikembalikan',
    'topup.credited': 'Dana masuk ke dompet',
    'wallet.low': 'Saldo turun di bawah batas',
    'scheduled_order.done': 'Semua baris order terjadwal selesai',
    'invoice.issued': 'Tagihan diterbitkan',
    'invoice.paid': 'Tagihan dibayar',
    'invoice.overdue': 'Tagihan lewat jatuh tempo',
    'storefront_order.paid': 'Pembeli membayar',
    'storefront_order.delivered': 'Order toko Anda berhasil',
    'storefront_order.failed': 'Order toko Anda gagal',
    'price.changed': 'Harga produk Anda berubah',
    'product.disturbed': 'Produk tidak dapat dipesan',
    'product.restored': 'Produk dapat dipesan lagi',
  },
});
