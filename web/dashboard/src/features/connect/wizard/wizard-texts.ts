import { defineTexts } from '@shared/i18n/texts';

/** Texts of the wizard's frame. English texts that docs/product/shop.md quotes stay to the letter. */
export const wizardTexts = defineTexts({
  en: {
    back: { home: 'Back to Homepage', configs: 'Back to Configs', sku: 'Back to SKU' },
    indicator: 'Steps',
    steps: {
      configs: 'Configure Web Theme',
      sku: 'Set SKU Price',
      'payment-integration': 'Payment Integration',
    },
    done: 'done',
    next: 'Next',
    save: 'Save & Continue',
    saving: 'Saving',
    failed: 'The set-up of your web app could not be loaded',
  },
  id: {
    back: { home: 'Kembali ke Beranda', configs: 'Kembali ke Konfigurasi', sku: 'Kembali ke SKU' },
    indicator: 'Langkah',
    steps: {
      configs: 'Atur Tema Web',
      sku: 'Atur Harga SKU',
      'payment-integration': 'Integrasi Pembayaran',
    },
    done: 'selesai',
    next: 'Lanjut',
    save: 'Simpan & Lanjutkan',
    saving: 'Menyimpan',
    failed: 'Pengaturan web app Anda tidak dapat dimuat',
  },
});
