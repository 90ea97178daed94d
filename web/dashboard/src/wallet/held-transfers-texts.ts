import { defineTexts } from '@shared/i18n/texts';

export const heldTransfersTexts = defineTexts({
  en: {
    label: 'Transfers that were not credited by themselves',
    received: (amount: string, time: string) => `We received ${amount} on ${time}.`,
    why: {
      late: 'It came after the transaction had ended.',
      amount: 'The amount differs from the one of the transaction.',
      wallet_inactive: 'The wallet is not active.',
    },
    held: 'Our staff check it, and credit it to your wallet or send it back. You will get a mail. Please do not transfer again.',
    credited: (wallet: string, time: string) => `It was credited to ${wallet} on ${time}.`,
    returned: (time: string) => `It was sent back to the sender on ${time}.`,
    open: 'See the transaction',
  },
  id: {
    label: 'Transfer yang tidak dikreditkan otomatis',
    received: (amount, time) => `Kami menerima ${amount} pada ${time}.`,
    why: {
      late: 'Transfer masuk setelah transaksi berakhir.',
      amount: 'Nominalnya berbeda dengan nominal transaksi.',
      wallet_inactive: 'Dompetnya tidak aktif.',
    },
    held: 'Staf kami memeriksanya, lalu mengkreditkannya ke dompet Anda atau mengembalikannya. Anda akan menerima email. Mohon jangan transfer lagi.',
    credited: (wallet, time) => `Sudah dikreditkan ke ${wallet} pada ${time}.`,
    returned: (time) => `Sudah dikembalikan ke pengirim pada ${time}.`,
    open: 'Lihat transaksi',
  },
});
