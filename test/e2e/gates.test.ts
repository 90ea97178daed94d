import { Quiet } from './support/quiet.ts';
import { expect, test } from './support/journey.ts';
import { expectAccessible, expectNoSidewaysScroll } from './support/look.ts';
import { secretsIn } from './support/secrets.ts';

// A gate that never failed proves nothing: here each one has to catch a planted fault.

test('the gates of the journeys catch what they are there for', async ({ page, context, quiet }) => {
  quiet.expect(/planted/u);
  await page.goto('login');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.evaluate(() => document.querySelector('h1')?.insertAdjacentHTML('afterend', '<img />'));
  await expect(expectAccessible(page)).rejects.toThrow('image-alt');

  await page.evaluate(() => document.querySelector<HTMLElement>('main')?.style.setProperty('width', '3000px'));
  await expect(expectNoSidewaysScroll(page)).rejects.toThrow('sideways scroll at 1440 px');

  const listener = new Quiet(context);
  await page.evaluate(() => {
    // oxlint-disable-next-line no-console -- the planted fault
    console.warn('planted');
    setTimeout(() => {
      throw new Error('planted too');
    });
  });
  await expect.poll(() => listener.heard.join('\n')).toMatch(/warning: planted[^]*uncaught: Error: planted too/u);
  expect(() => listener.check()).toThrow('the console stays quiet');
});

test('the search for secrets knows them in every form', () => {
  const token = 'eyJhbGciOiJIUzI1NiJ9.eyJjbGllbnRJZCI6MTAwMX0.c2lnbmF0dXJl';
  const secrets = [token, '135790', 'Loket-Demo-2026'];
  const log = '{"order":"2611213579000000","token":"c2lnbmF0dXJl","note":"password=Loket-Demo-2026"}';
  expect(secretsIn(log, secrets)).toEqual([token, 'Loket-Demo-2026']);
  expect(secretsIn('pin 135790.', secrets)).toEqual(['135790']);
  expect(secretsIn('{"msg":"request"}', secrets)).toEqual([]);
});
