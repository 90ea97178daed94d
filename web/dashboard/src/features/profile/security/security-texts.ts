import { defineTexts } from '@shared/i18n/texts';

export const securityTexts = defineTexts({
  en: {
    company: {
      title: 'Security of your company',
      hint: 'Holds for all users of your company at once. Only root users change it.',
      factor: 'Two-step verification',
      factorHint: 'People have seven days to set it up, and are mailed. Then a sign-in leads to the set-up first.',
      factorFrom: (day: string) => `Sign-ins without it lead to its set-up from ${day} on.`,
      lacking: (count: number) => (count === 1 ? '1 user lacks it.' : `${count} users lack it.`),
      demands: {
        none: 'not required',
        money: 'required of people with rights over money',
        all: 'required of everybody',
      },
      remember: 'Remembered browsers',
      rememberHint: 'How long a browser may skip the second step of sign-ins.',
      days: (count: number) => (count === 0 ? 'never' : `for ${count} days`),
      idle: 'Sign out without use',
      idleHint: 'A session that nobody uses for this long ends.',
      minutes: (count: number) => `after ${count} minutes`,
      hours: (count: number) => (count === 1 ? 'after 1 hour' : `after ${count} hours`),
      save: 'Save',
      saving: 'Saving…',
      saved: 'Security of your company has been saved',
      loadFailed: 'The security of your company could not be loaded',
    },
  },
  id: {
    company: {
      title: 'Keamanan perusahaan Anda',
      hint: 'Langsung berlaku untuk semua pengguna perusahaan Anda. Hanya pengguna root yang dapat mengubahnya.',
      factor: 'Verifikasi dua langkah',
      factorHint:
        'Pengguna diberi tujuh hari untuk menyiapkannya, dan diberi tahu lewat email. Setelah itu penyiapannya didahulukan saat masuk.',
      factorFrom: (day) => `Tanpa itu, penyiapannya didahulukan saat masuk mulai ${day}.`,
      lacking: (count) => `${count} pengguna belum memilikinya.`,
      demands: {
        none: 'tidak diwajibkan',
        money: 'wajib bagi pemegang hak atas uang',
        all: 'wajib bagi semua',
      },
      remember: 'Peramban yang diingat',
      rememberHint: 'Selama ini langkah kedua dapat dilewati di satu peramban.',
      days: (count) => (count === 0 ? 'tidak pernah' : `selama ${count} hari`),
      idle: 'Keluar bila tidak dipakai',
      idleHint: 'Sesi yang tidak dipakai selama ini akan berakhir.',
      minutes: (count: number) => `setelah ${count} menit`,
      hours: (count: number) => `setelah ${count} jam`,
      save: 'Simpan',
      saving: 'Menyimpan…',
      saved: 'Keamanan perusahaan Anda telah disimpan',
      loadFailed: 'Keamanan perusahaan Anda tidak dapat dimuat',
    },
  },
});
