import type { Page } from '@playwright/test';

import { expect, test } from './support/journey.ts';
import { expectGoodLook } from './support/look.ts';
import { signIn, users } from './support/sign-in.ts';
import { inEveryVariant } from './support/language.ts';

const textsIn = {
  en: {
    menu: 'Profile menu',
    sections: {
      profile: 'Profile',
      password: 'Change Password',
      pin: 'Change PIN',
      security: 'Security',
      users: 'User Management',
      roles: 'Roles',
    },
    apiKey: 'Api Key',
    developers: 'Developers',
    logout: 'Logout',
    account: (name: string) => `Account of ${name}`,
    mine: 'My Profile',
    information: 'Personal information',
    notFound: 'Page not found :(',
  },
  id: {
    menu: 'Menu profil',
    sections: {
      profile: 'Profil',
      password: 'Ganti Kata Sandi',
      pin: 'Ganti PIN',
      security: 'Keamanan',
      users: 'Manajemen Pengguna',
      roles: 'Peran',
    },
    apiKey: 'Api Key',
    developers: 'Pengembang',
    logout: 'Keluar',
    account: (name: string) => `Akun ${name}`,
    mine: 'Profil Saya',
    information: 'Informasi pribadi',
    notFound: 'Halaman tidak ditemukan :(',
  },
};

inEveryVariant(({ language, phone }) => {
  const { sections, ...texts } = textsIn[language];
  const menuOf = (page: Page) => page.getByRole('navigation', { name: texts.menu });
  const all = [
    sections.profile,
    sections.password,
    sections.pin,
    sections.security,
    sections.users,
    sections.roles,
    texts.apiKey,
    texts.developers,
    texts.logout,
  ];

  test('leads to each section by its own address, with the entries that the user may open', async ({ page }) => {
    const sectionNames = {
      password: sections.password,
      pin: sections.pin,
      security: sections.security,
      'user-management': sections.users,
      roles: sections.roles,
      'api-key': texts.apiKey,
    };
    await signIn(page);
    await page.getByRole('button', { name: texts.account(users.root.fullName) }).click();
    await page.getByRole('link', { name: texts.mine }).click();
    await expect(page).toHaveURL(/\/external\/profile$/u);
    await expect(menuOf(page).getByRole('listitem')).toHaveText(all);
    await expectGoodLook(page, `profile-menu-${language}`);
    for (const [type, name] of Object.entries(sectionNames)) {
      const entry = menuOf(page).getByRole('link', { name });
      await entry.click();
      await expect(page).toHaveURL(new RegExp(`/external/profile/${type}$`, 'u'));
      await expect(entry).toHaveAttribute('aria-current', 'page');
      // All entries are visible, also on a phone.
      for (const item of await menuOf(page).getByRole('listitem').all()) {
        await expect(item).toBeInViewport({ ratio: 1 });
      }
      await expect(page.getByRole('heading', { name, level: 2 }).first()).toBeVisible();
      // `make test` walks some of the sections on a phone only.
      if (!phone) await expectGoodLook(page, `profile-menu-${type}`);
      await page.reload();
      await expect(entry).toHaveAttribute('aria-current', 'page');
    }
    await page.goto('profile/nonsense');
    await expect(page.getByRole('heading', { name: texts.notFound })).toBeVisible();
    await page.goto('profile/profile');
    await expect(page.getByRole('heading', { name: texts.information })).toBeVisible();
    await menuOf(page).getByRole('button', { name: texts.logout }).click();
    await expect(page).toHaveURL(/\/external\/login$/u);
    // Without a token the profile is not shown.
    for (const path of ['profile', 'profile/pin']) {
      await page.goto(path);
      await expect(page).toHaveURL(/\/external\/login\?next=/u);
    }
    await expectGoodLook(page);
  });
});
