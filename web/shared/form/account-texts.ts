import { defineTexts } from '@shared/i18n/texts';

/** Labels and messages of the account fields. */
export const accountTexts = defineTexts({
  en: {
    clientId: 'Client ID',
    username: 'Username',
    password: 'Password',
    clientIdRequired: 'Client ID must be filled',
    usernameRequired: 'Username must be filled',
    passwordRequired: 'Password must be filled',
    showPassword: 'Show password',
    hidePassword: 'Hide password',
  },
  id: {
    clientId: 'ID Klien',
    username: 'Nama Pengguna',
    password: 'Kata Sandi',
    clientIdRequired: 'ID Klien harus diisi',
    usernameRequired: 'Nama pengguna harus diisi',
    passwordRequired: 'Kata sandi harus diisi',
    showPassword: 'Tampilkan kata sandi',
    hidePassword: 'Sembunyikan kata sandi',
  },
});
