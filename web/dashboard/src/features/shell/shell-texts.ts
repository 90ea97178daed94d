import { defineTexts } from '@shared/i18n/texts';

/** Texts of the dashboard in the frame of its pages. */
export const shellTexts = defineTexts({
  en: {
    clientId: (id: number) => `Client ID ${id}`,
    pinBanner: 'Set your PIN now for a faster and safer experience',
    pinButton: 'Set Up PIN now',
  },
  id: {
    clientId: (id: number) => `ID Klien ${id}`,
    pinBanner: 'Atur PIN Anda sekarang agar lebih cepat dan aman',
    pinButton: 'Atur PIN sekarang',
  },
});

/** Names of the sections of an area, in the breadcrumb. */
export const sectionTexts = defineTexts({
  en: {
    orders: { '': 'List', list: 'List', export: 'Export', report: 'Report' },
    profile: {
      password: 'Change Password',
      'user-management': 'User Management',
      'api-key': 'Api Key',
      pin: 'Change PIN',
    },
  },
  id: {
    orders: { '': 'Daftar', list: 'Daftar', export: 'Ekspor', report: 'Laporan' },
    profile: {
      password: 'Ganti Kata Sandi',
      'user-management': 'Manajemen Pengguna',
      'api-key': 'Api Key',
      pin: 'Ganti PIN',
    },
  },
});
