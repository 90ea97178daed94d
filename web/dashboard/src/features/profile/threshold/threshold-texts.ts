import { defineTexts } from '@shared/i18n/texts';

export const thresholdTexts = defineTexts({
  en: {
    title: 'Deposit Threshold Alert',
    hint: 'We send an email when the balance of a wallet falls below its threshold. 0 means never.',
    balance: 'Balance',
    inactive: 'Not active',
    save: 'Save',
    saveFor: (wallet: string) => `Save ${wallet}`,
    saving: 'Saving…',
    saved: (type: string) => `Deposit threshold alert for wallet ${type} has been saved`,
    loadFailed: 'The wallets could not be loaded',
    empty: 'Your client has no wallet yet.',
  },
  id: {
    title: 'Peringatan Ambang Deposit',
    hint: 'Kami mengirim email saat saldo dompet turun di bawah ambangnya. 0 berarti tidak pernah.',
    balance: 'Saldo',
    inactive: 'Tidak aktif',
    save: 'Simpan',
    saveFor: (wallet: string) => `Simpan ${wallet}`,
    saving: 'Menyimpan…',
    saved: (type: string) => `Peringatan ambang deposit untuk dompet ${type} telah disimpan`,
    loadFailed: 'Dompet tidak dapat dimuat',
    empty: 'Klien Anda belum punya dompet.',
  },
});
