import { readFileSync } from 'node:fs';

import { brokenLog, test as base, withoutTable } from './support/broken.ts';
import { range } from './support/days.ts';
import { type Ingest, startIngest } from './support/ingest.ts';
import { expect } from './support/journey.ts';
import { expectFailure } from './support/notices.ts';
import { type Program, startProgram } from './support/program.ts';
import { secretsIn, usedSecrets } from './support/secrets.ts';
import { ordersOf, signIn, storedToken, users } from './support/sign-in.ts';

// If the deployment names an error-reporting service, the page reports its own errors and answers of 500 and above.

const test = base.extend<object, { ingest: Ingest; program: Program }>({
  ingest: [
    // oxlint-disable-next-line no-empty-pattern -- the library reads the pattern to find what a fixture needs
    async ({}, use) => {
      const ingest = await startIngest();
      await use(ingest);
      ingest.close();
    },
    { scope: 'worker' },
  ],
  program: [
    async ({ ingest }, use, { workerIndex }) => {
      const program = await startProgram(`${brokenLog}reporting-${workerIndex}`, {
        settings: { LOKET_PAGE_DSN: ingest.dsn },
      });
      await use(program);
      await program.stop();
    },
    { scope: 'worker' },
  ],
});

test.beforeEach(({ ingest }) => {
  ingest.received.length = 0;
});

test('reports an answer of 500 once, and no answer below', async ({ page, program, ingest, quiet }) => {
  quiet.expectStatus(404, 500);
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  const answer = await page.goto('login');
  const policy = answer?.headers()['content-security-policy'] ?? '';
  expect(/connect-src ([^;]*)/u.exec(policy)?.[1]).toBe(`'self' ${ingest.origin}`);
  await signIn(page, users.root, 'profile');
  const headers = { Authorization: `Bearer ${await storedToken(page)}` };

  // 404: another user has deleted it.
  await page.request.post('/v1/user', {
    headers,
    data: { username: 'reported', email: 'reported@example.com', roleId: [8] },
  });
  await page.goto('profile/user-management');
  await page.getByRole('button', { name: 'Delete reported' }).click();
  const list: { id: string; username: string }[] = await (await page.request.get('/v1/user/list', { headers })).json();
  await page.request.delete(`/v1/user/${list.find(({ username }) => username === 'reported')?.id}`, { headers });
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expectFailure(page, 'NotFoundError', 'Not found');
  // The code that sends reports is loaded with the first report.
  expect(loaded.filter((url) => url.includes('sentry-envelope'))).toEqual([]);

  await page.goto('profile/password');
  const answers = page.waitForResponse('**/v1/user/changePassword');
  await page.getByLabel('Current password').fill('Loket-Demo-2026');
  await page.getByLabel('New password', { exact: true }).fill('Never-Stored-77');
  await page.getByLabel('Confirm new password').fill('Never-Stored-77');
  await expect(page.getByRole('form').getByRole('button', { name: 'Change Password' })).toBeEnabled();
  await withoutTable(program, 'past_passwords', async () => {
    await page.getByRole('form').getByRole('button', { name: 'Change Password' }).click();
    await expectFailure(page, 'InternalError', 'Something went wrong!');
  });
  const requestId = (await answers).headers()['x-request-id'];
  await expect.poll(() => ingest.reports().length).toBe(1);

  const [report] = ingest.reports();
  expect(report?.tags).toEqual({ status: '500', code: 'InternalError', requestId });
  expect(report?.release).toMatch(/./u);
  expect(report?.request.url).toBe(page.url());
  expect(loaded.filter((url) => url.includes('sentry-envelope'))).toHaveLength(1);
  expectNoSecrets(ingest, 'Never-Stored-77');
  // The content security policy allows calls to the service.
  expect(readFileSync(program.log, 'utf8')).not.toContain('content security policy violated');
});

test('reports what broke in the page, without what was secret in it', async ({ page, program, ingest, quiet }) => {
  quiet.expect(/planted/u);
  await signIn(page);
  // A URL with a search for a customer's number.
  await page.goto(`orders?${range(-1)}&query=%24081290447120`);
  await expect(ordersOf(page)).toBeVisible();
  const token = await storedToken(page);
  await page.evaluate((secret) => {
    const message = `planted: Authorization: Bearer ${secret} password=Loket-Demo-2026 {"pin":"135790"} lk_demo_1001`;
    setTimeout(() => {
      throw new Error(`${message} at http://loket.test/links/pin/ABCDEFGHIJKLMNOPQRSTUVWXYZ234567`);
    });
  }, token);
  await expectFailure(page, 'Error', 'Something went wrong!');
  await expect.poll(() => ingest.reports().length).toBe(1);

  const [report] = ingest.reports();
  expect(report?.exception.values[0]?.value).toMatch(/^planted: Authorization: \[hidden\]/u);
  expect(report?.request.url).toBe(`${program.dashboard}orders`);
  expectNoSecrets(ingest, '135790', '081290447120', 'lk_demo_1001', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567');
});

/** Expects no secret in the bodies, headers and URLs of the reports. */
function expectNoSecrets(ingest: Ingest, ...further: string[]): void {
  const sent = ingest.received.join('\n');
  const secrets = [...usedSecrets(), ...further];
  expect(secretsIn(sent, secrets)).toEqual([]);
  expect(sent).not.toMatch(/"(?:cookie|authorization|referer)":/u);
  // Check that the search finds each secret where it is.
  for (const secret of secrets) expect(secretsIn(`${sent}"${secret}"`, secrets)).toContain(secret);
}
