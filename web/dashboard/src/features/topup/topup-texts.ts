import { defineTexts } from '@shared/i18n/texts';

/** Texts of several pages of top-ups. */
export const topupTexts = defineTexts({
  en: {
    settingsFailed: 'Failed to fetch unique amount configs. Please try again later.',
    wallet: 'Wallet',
    selectWallet: 'Select Wallet Type',
    inactiveWallet: (wallet: string) => `${wallet} (Inactive)`,
    walletsFailed: 'The wallets could not be loaded',
    error: 'Error',
    ok: 'OK',
    back: 'Back',
  },
  id: {
    settingsFailed: 'Gagal memuat konfigurasi nominal unik. Silakan coba lagi nanti.',
    wallet: 'Dompet',
    selectWallet: 'Pilih Jenis Dompet',
    inactiveWallet: (wallet) => `${wallet} (Tidak aktif)`,
    walletsFailed: 'Dompet tidak dapat dimuat',
    error: 'Kesalahan',
    ok: 'OK',
    back: 'Kembali',
  },
});
