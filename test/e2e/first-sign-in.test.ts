import { accessWords } from './support/access-words.ts';
import { choosePassword, signInToChange } from './support/expired-password.ts';
import { expect, test } from './support/journey.ts';
import { expectGoodLook } from './support/look.ts';
import { codeIn } from './support/mailbox.ts';
import { sendSignIn, signIn, storedToken, users } from './support/sign-in.ts';
import { inEveryVariant } from './support/language.ts';

const words = {
  en: { add: 'Add User', username: 'Username', email: 'Email', added: "Credentials has been sent to user's email" },
  id: {
    add: 'Tambah Pengguna',
    username: 'Nama Pengguna',
    email: 'Email',
    added: 'Kredensial telah dikirim ke email pengguna',
  },
};

inEveryVariant(({ language, phone }) => {
  const say = { ...accessWords[language], ...words[language] };

  test('a user that a colleague added chooses a password first', async ({ page, mailbox, quiet }) => {
    test.slow(); // the whole way
    quiet.expectStatus(401);
    const username = `first.${language}.${phone ? 'phone' : 'desk'}`;
    const email = `${username}@example.com`;
    await signIn(page, users.root, 'profile/user-management');
    await page.getByRole('button', { name: say.add }).click();
    const dialog = page.getByRole('dialog', { name: say.add });
    await dialog.getByLabel(say.username).fill(username);
    await dialog.getByLabel(say.email).fill(email);
    await dialog.getByRole('button', { name: say.add }).click();
    await expect(page.getByRole('status').filter({ hasText: say.added })).toBeVisible();
    const colleague = await storedToken(page);
    await page.evaluate(() => localStorage.removeItem('loket.session.token'));

    const mail = await mailbox.next(email, say.welcomeMail);
    const oneTime = codeIn(mail);
    for (const part of [mail.text, mail.html]) {
      expect(part).toContain(username);
      expect(part).toContain(oneTime);
      expect(part).toContain(say.serves.first);
    }
    // The colleague does not learn it.
    const list = await page.request.get('/v1/user/list', { headers: { Authorization: `Bearer ${colleague}` } });
    expect(await list.text()).not.toContain(oneTime);

    const user = { clientId: '1001', username, fullName: username };
    await signInToChange(page, user, oneTime, say);
    await expectGoodLook(page, `first-sign-in-${language}`);
    const chosen = `Kuda-Terbang-${language}-7`;
    await choosePassword(page, chosen, say);
    await sendSignIn(page, user, oneTime);
    await expect(page.getByRole('alert').last()).toBeVisible();
    await expect(page).toHaveURL(/\/external\/login$/u);
    await sendSignIn(page, user, chosen);
    await expect(page).toHaveURL(/\/external\/orders\?/u);
  });
});
