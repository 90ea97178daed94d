import { defineTexts } from '@shared/i18n/texts';

export const secondStepTexts = defineTexts({
  en: {
    title: 'Second step',
    text: 'Enter the six digits that your authenticator app shows.',
    textWithRecovery: 'Enter the six digits that your authenticator app shows, or one of your recovery codes.',
    textForRecovery: 'Without your passkey: enter one of your recovery codes.',
    code: 'Code',
    codeRequired: 'Code must be filled',
    codeWrong: 'The code is wrong, or was used already. Wait for the next one.',
    remember: (days: number) => `Skip this step in this browser for ${days === 1 ? '1 day' : `${days} days`}`,
    submit: 'CONTINUE',
    sending: 'Signing in…',
    back: 'Back',
  },
  id: {
    title: 'Langkah kedua',
    text: 'Masukkan enam angka yang ditampilkan aplikasi autentikator Anda.',
    textWithRecovery:
      'Masukkan enam angka yang ditampilkan aplikasi autentikator Anda, atau salah satu kode pemulihan.',
    textForRecovery: 'Tanpa kunci sandi: masukkan salah satu kode pemulihan Anda.',
    code: 'Kode',
    codeRequired: 'Kode harus diisi',
    codeWrong: 'Kode salah, atau sudah dipakai. Tunggu kode berikutnya.',
    remember: (days) => `Lewati langkah ini di peramban ini selama ${days} hari`,
    submit: 'LANJUTKAN',
    sending: 'Sedang masuk…',
    back: 'Kembali',
  },
});
