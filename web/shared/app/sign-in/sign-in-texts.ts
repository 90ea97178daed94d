import { defineTexts } from '@shared/i18n/texts';

export const signInTexts = defineTexts({
  en: {
    title: 'Sign in',
    forgot: 'Forgot Password',
    login: 'LOGIN',
    sending: 'Signing in…',
    passkey: 'Sign in with a passkey',
  },
  id: {
    title: 'Masuk',
    forgot: 'Lupa Kata Sandi',
    login: 'MASUK',
    sending: 'Sedang masuk…',
    passkey: 'Pakai kunci sandi',
  },
});
