import { defineTexts } from '@shared/i18n/texts';

export const profileTexts = defineTexts({
  en: {
    menu: 'Profile menu',
    logout: 'Logout',
    sections: {
      profile: 'Profile',
      password: 'Change Password',
      pin: 'Change PIN',
      security: 'Security',
      'user-management': 'User Management',
      roles: 'Roles',
      'api-key': 'Api Key',
      developers: 'Developers',
    },
    unauthorized: 'Unauthorized Action!',
    unauthorizedText: 'You don’t have permission for this section. Ask a root user of your company.',
  },
  id: {
    menu: 'Menu profil',
    logout: 'Keluar',
    sections: {
      profile: 'Profil',
      password: 'Ganti Kata Sandi',
      pin: 'Ganti PIN',
      security: 'Keamanan',
      'user-management': 'Manajemen Pengguna',
      roles: 'Peran',
      'api-key': 'Api Key',
      developers: 'Pengembang',
    },
    unauthorized: 'Tindakan tidak diizinkan!',
    unauthorizedText: 'Anda tidak memiliki izin untuk bagian ini. Hubungi pengguna root perusahaan Anda.',
  },
});
