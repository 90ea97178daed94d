import { expect, test } from './support/journey.ts';
import { inEveryVariant } from './support/language.ts';
import { expectGoodLook } from './support/look.ts';
import { expectSuccess } from './support/notices.ts';
import { signIn } from './support/sign-in.ts';

const textsIn = {
  en: {
    title: 'Roles',
    users: 'User Management',
    add: 'Add role',
    begin: 'Begin with',
    name: 'Name',
    preset: 'Cashier: sells without seeing balances',
    added: (name: string) => `Role ${name} has been added`,
    invoices: 'See invoices',
    contacts: 'See contacts',
    needed: 'needed',
    change: '1 added, 0 removed. Nobody has this role yet.',
    save: 'Save changes',
    saved: (name: string) => `Role ${name} has been saved`,
    changeNamed: (user: string) => `Change the role of ${user}`,
    changeRole: 'Change role',
    role: 'Role',
    loses: 'See balances',
    given: (user: string, role: string) => `${user} has the role ${role} now`,
    who: "Who has 'Create scheduled orders'",
    edit: (name: string) => `Edit ${name}`,
    remove: 'Delete role',
    cancel: 'Cancel',
    unauthorized: 'Unauthorized Action!',
    menu: 'Profile menu',
    apiKey: 'Api Key',
    balance: 'Balance',
  },
  id: {
    title: 'Peran',
    users: 'Manajemen Pengguna',
    add: 'Tambah peran',
    begin: 'Mulai dengan',
    name: 'Nama',
    preset: 'Kasir: menjual tanpa melihat saldo',
    added: (name: string) => `Peran ${name} telah ditambahkan`,
    invoices: 'Melihat tagihan',
    contacts: 'Melihat kontak',
    needed: 'diperlukan',
    change: '1 ditambah, 0 dicabut. Belum ada yang memiliki peran ini.',
    save: 'Simpan perubahan',
    saved: (name: string) => `Peran ${name} telah disimpan`,
    changeNamed: (user: string) => `Ganti peran ${user}`,
    changeRole: 'Ganti peran',
    role: 'Peran',
    loses: 'Melihat saldo',
    given: (user: string, role: string) => `${user} kini memiliki peran ${role}`,
    who: "Siapa yang memiliki 'Membuat order terjadwal'",
    edit: (name: string) => `Ubah ${name}`,
    remove: 'Hapus peran',
    cancel: 'Batal',
    unauthorized: 'Tindakan tidak diizinkan!',
    menu: 'Menu profil',
    apiKey: 'Api Key',
    balance: 'Saldo',
  },
};

inEveryVariant(({ language, phone }) => {
  const texts = textsIn[language];

  test('makes a role, gives it to a user, and shows that user its screens alone @once', async ({
    page,
    browser,
    program,
    staff,
  }) => {
    const own = await staff.makeUser('1003');
    const cashier = await staff.makeUser('1003', 'user');
    const name = `Kasir ${own.username}`;
    await signIn(page, own, 'profile/roles');
    await expect(page.getByRole('table', { name: texts.title })).toBeVisible();
    await expectGoodLook(page, `profile-roles-${language}`);

    await page.getByRole('button', { name: texts.add }).click();
    const dialog = page.getByRole('dialog', { name: texts.add });
    await dialog.getByLabel(texts.begin).selectOption(texts.preset);
    await dialog.getByLabel(texts.name, { exact: true }).fill(name);
    await expectGoodLook(page, `profile-roles-add-${language}`);
    await dialog.getByRole('button', { name: texts.add }).click();
    await expectSuccess(page, texts.added(name));
    await expect(dialog).toBeHidden();

    // The new role is edited at once. What a ticked right needs can't be unticked.
    await expect(page.getByRole('checkbox', { name: `${texts.contacts}: ${name}` })).toBeDisabled();
    await page.getByRole('checkbox', { name: `${texts.invoices}: ${name}` }).check();
    await expect(page.getByText(texts.change)).toBeVisible();
    await expectGoodLook(page, `profile-roles-edited-${language}`);
    await page.getByRole('button', { name: texts.save }).click();
    await expectSuccess(page, texts.saved(name));

    await page.goto('profile/user-management');
    await page.getByRole('button', { name: texts.changeNamed(cashier.username) }).click();
    const giving = page.getByRole('dialog', { name: texts.changeNamed(cashier.username) });
    await giving.getByLabel(texts.role, { exact: true }).selectOption(name);
    await expect(giving.getByText(texts.loses, { exact: false })).toBeVisible();
    await expectGoodLook(page, `profile-roles-given-${language}`);
    await giving.getByRole('button', { name: texts.changeRole }).click();
    await expectSuccess(page, texts.given(cashier.username, name));
    await expect(giving).toBeHidden();

    await page.goto('profile/roles');
    await page.getByRole('button', { name: texts.who }).click();
    await expect(page.getByRole('dialog', { name: texts.who })).toContainText(cashier.username);
    await expectGoodLook(page, `profile-roles-who-${language}`);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: texts.edit(name) }).click();
    await expect(page.getByRole('button', { name: texts.remove })).toBeDisabled();
    await page.getByRole('button', { name: texts.cancel, exact: true }).click();

    // The cashier sells without balances, and has no page for roles and keys.
    const theirs = await browser.newContext({ baseURL: program.dashboard });
    const other = await theirs.newPage();
    await signIn(other, cashier, 'profile/roles');
    await expect(other.getByText(textsIn.en.unauthorized)).toBeVisible();
    const menu = other.getByRole('navigation', { name: textsIn.en.menu });
    await expect(menu.getByRole('listitem').first()).toBeVisible();
    await expect(menu.getByRole('link', { name: textsIn.en.title })).toHaveCount(0);
    await expect(menu.getByRole('link', { name: textsIn.en.apiKey })).toHaveCount(0);
    await other.goto('deposit');
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
    await expectGoodLook(other, phone ? undefined : 'profile-roles-cashier-deposit');
    await other.goto('invoice');
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
    await theirs.close();
  });
});
