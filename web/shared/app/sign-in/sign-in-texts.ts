import { defineTexts } from '@shared/i18n/texts';

export const signInTexts = defineTexts({
  en: {
    title: 'Sign in',
    forgot: 'Forgot Password',
    login: 'LOGIN',
    sending: 'Signing in…',
  },
  id: {
    title: 'Masuk',
    forgot: 'Lupa Kata Sandi',
    login: 'MASUK',
    sending: 'Sedang masuk…',
  },
});
