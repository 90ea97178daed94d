import { defineTexts } from '@shared/i18n/texts';

export const supplierStateTexts = defineTexts({
  en: {
    healthy: 'Healthy',
    silent: 'No answer',
    open: 'Circuit open',
    off: 'Switched off',
    empty: 'Balance too low',
    failing: 'Off, fails',
    trial: 'Trial',
    lasts: (hours: number) => (hours < 48 ? `lasts ${hours} h` : `lasts ${Math.floor(hours / 24)} days`),
  },
  id: {
    healthy: 'Sehat',
    silent: 'Tanpa jawaban',
    open: 'Sirkuit terbuka',
    off: 'Dimatikan',
    empty: 'Saldo kurang',
    failing: 'Mati, gagal',
    trial: 'Uji coba',
    lasts: (hours) => (hours < 48 ? `cukup ${hours} jam` : `cukup ${Math.floor(hours / 24)} hari`),
  },
});
