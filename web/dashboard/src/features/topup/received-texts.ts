import { defineTexts } from '@shared/i18n/texts';

export const receivedTexts = defineTexts({
  en: {
    fee: 'Top-up fee',
    noFee: 'None',
    tax: (rate: string) => `WHT 22 (${rate})`,
    received: 'You receive',
    receivedAndDigits: 'You receive, before the three digits',
  },
  id: {
    fee: 'Biaya isi saldo',
    noFee: 'Tidak ada',
    tax: (rate) => `PPh 22 (${rate})`,
    received: 'Anda terima',
    receivedAndDigits: 'Anda terima, belum termasuk tiga digit',
  },
});
