import { defineTexts } from '@shared/i18n/texts';

export const securityTexts = defineTexts({
  en: {
    company: {
      title: 'Security of your company',
      hint: 'Holds for all users of your company at once. Only root users change it.',
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
