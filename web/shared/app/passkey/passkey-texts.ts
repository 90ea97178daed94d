import { defineTexts } from '@shared/i18n/texts';

export const passkeyTexts = defineTexts({
  en: {
    use: 'Use passkey',
    using: 'Waiting for the passkey…',
    or: 'or',
    known: 'This device has a passkey of this account already',
    failed: 'The passkey could not be used',
    failedText: 'This browser has no passkeys for this address. Use another way, or another browser.',
    refused: 'The passkey was refused. Use another way.',
  },
  id: {
    use: 'Gunakan kunci sandi',
    using: 'Menunggu kunci sandi…',
    or: 'atau',
    known: 'Perangkat ini sudah memiliki kunci sandi untuk akun ini',
    failed: 'Kunci sandi tidak dapat dipakai',
    failedText: 'Peramban ini tidak memiliki kunci sandi untuk alamat ini. Gunakan cara lain, atau peramban lain.',
    refused: 'Kunci sandi ditolak. Gunakan cara lain.',
  },
});
