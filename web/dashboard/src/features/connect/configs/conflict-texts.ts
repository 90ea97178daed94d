import { defineTexts } from '@shared/i18n/texts';

/** Texts of the question whose version counts, after another tab or user has changed the set-up. */
export const conflictTexts = defineTexts({
  en: {
    title: 'Changed by someone else',
    text: (parts: string) => `Another tab or user has changed: ${parts}. Keep your version or take theirs.`,
    nothing: 'only the version number',
    mine: 'Keep mine',
    theirs: 'Take theirs',
    parts: {
      name: 'name',
      logo: 'logo',
      contact: 'contact',
      theme: 'theme',
      banners: 'banners',
      popular: 'popular products',
      payment: 'payment link',
    },
  },
  id: {
    title: 'Diubah oleh orang lain',
    text: (parts) => `Tab atau pengguna lain telah mengubah: ${parts}. Pertahankan versi Anda atau pakai versi mereka.`,
    nothing: 'urutan versi saja',
    mine: 'Pertahankan punya saya',
    theirs: 'Pakai punya mereka',
    parts: {
      name: 'nama',
      logo: 'logo',
      contact: 'kontak',
      theme: 'tema',
      banners: 'banner',
      popular: 'produk terpopuler',
      payment: 'tautan pembayaran',
    },
  },
});
