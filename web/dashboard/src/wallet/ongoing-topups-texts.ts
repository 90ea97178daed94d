import { defineTexts } from '@shared/i18n/texts';

export const ongoingTopupsTexts = defineTexts({
  en: {
    label: 'Ongoing transactions',
    empty: 'You do not have any ongoing transactions at this time',
    failed: 'Failed to fetch ongoing transactions. Please try again later.',
    payBefore: (time: string) => `Pay before ${time}`,
    logoMissing: 'Logo not available',
  },
  id: {
    label: 'Transaksi yang sedang berjalan',
    empty: 'Anda tidak memiliki transaksi yang sedang berjalan saat ini',
    failed: 'Gagal memuat transaksi yang sedang berjalan. Silakan coba lagi nanti.',
    payBefore: (time) => `Bayar sebelum ${time}`,
    logoMissing: 'Logo tidak tersedia',
  },
});
