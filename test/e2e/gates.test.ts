import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { faultsIn, unexplainedFaultsIn } from './support/faults.ts';
import { expect, test } from './support/journey.ts';
import { expectAccessible, expectNoSidewaysScroll, expectWhole } from './support/look.ts';
import { Quiet } from './support/quiet.ts';
import { secretsIn } from './support/secrets.ts';

// Tests of the checks themselves: each has to find a planted fault.

test('the checks of a screen find what they are there for', async ({ page }) => {
  await page.goto('login');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await expectWhole(page);

  await page.evaluate(() => document.querySelector('h1')?.insertAdjacentHTML('afterend', '<img />'));
  await expect(expectAccessible(page)).rejects.toThrow('image-alt');

  await page.evaluate(() => document.querySelector<HTMLElement>('main')?.style.setProperty('width', '3000px'));
  await expect(expectNoSidewaysScroll(page, 1000)).rejects.toThrow('sideways scroll at 1440 px');

  // Texts that are cut off: horizontally, vertically, in a field. Texts with an ellipsis and a title, and scrolling
  // ones, are allowed.
  await page.goto('about:blank');
  const text = (style: string, title = '') =>
    page.setContent(
      `<!doctype html><div ${title} style="width: 100px; font: 16px/20px sans-serif; ${style}">A text without room</div>`,
    );
  await text('white-space: nowrap; overflow: hidden');
  await expect(expectWhole(page, 1000)).rejects.toThrow(/A text without room.* is cut/u);
  await text('height: 30px; overflow: clip');
  await expect(expectWhole(page, 1000)).rejects.toThrow(/A text without room.* is cut/u);
  await page.setContent('<input placeholder="A hint without room" size="5" />');
  await expect(expectWhole(page, 1000)).rejects.toThrow(/A hint without room.* needs/u);
  await text('white-space: nowrap; overflow: hidden; text-overflow: ellipsis');
  await expectWhole(page);
  await text('white-space: nowrap; overflow: hidden', 'title="A text without room"');
  await expectWhole(page);
  await text('height: 30px; overflow: auto');
  await expectWhole(page);

  // A control over another one, and a fixed control over the last one of a page.
  const box = 'position: absolute; left: 0; width: 90px; height: 40px';
  const buttons = (one: string, other: string) =>
    page.setContent(
      `<!doctype html><button style="${box}; ${one}">One</button><button style="${box}; ${other}">Two</button>`,
    );
  await buttons('top: 0', 'top: 36px');
  await expect(expectWhole(page, 1000)).rejects.toThrow(/One.* and .*Two.* overlap/u);
  await buttons('top: 0', 'top: 40px');
  await expectWhole(page);
  await buttons('top: 2000px', 'position: fixed; bottom: 0');
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expect(expectWhole(page, 1000)).rejects.toThrow('overlap');
  await buttons('top: 700px', 'position: fixed; bottom: 0');
  await expectWhole(page);
});

test('the console has to say what a journey expects, and nothing else', async ({ page, context, quiet }) => {
  quiet.expect(/planted/u);
  await page.goto('login');
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
  listener.expect(/planted/u);
  listener.check();
  await listener.checkExpected();
  listener.expectStatus(500);
  await expect(listener.checkExpected(1)).rejects.toThrow('the console says what was expected');
});

test('the search for secrets knows them in every form', () => {
  const token = 'eyJhbGciOiJIUzI1NiJ9.eyJjbGllbnRJZCI6MTAwMX0.c2lnbmF0dXJl';
  const secrets = [token, '135790', 'Loket-Demo-2026'];
  const log = '{"order":"2611213579000000","token":"c2lnbmF0dXJl","note":"password=Loket-Demo-2026"}';
  expect(secretsIn(log, secrets)).toEqual([token, 'Loket-Demo-2026']);
  expect(secretsIn('pin 135790.', secrets)).toEqual(['135790']);
  expect(secretsIn('{"msg":"request"}', secrets)).toEqual([]);
});

test('the search for faults explains those of a missing table alone', () => {
  const own = [
    accessLine(500, 'b'),
    errorLine('no such table: orders', 'c'),
    accessLine(500, 'c'),
    accessLine(502, 'a'),
  ];
  const explained = [errorLine('no such table: main.audit_log (1)', 'a'), accessLine(500, 'a')];
  const log = [accessLine(200, 'd'), ...explained, ...own].join('\n');
  expect(unexplainedFaultsIn(log)).toEqual(own);
  expect(faultsIn(log)).toEqual([...explained, ...own]);
});

test('every kept picture belongs to a screen', () => {
  const sources = readdirSync(__dirname).filter((file) => file.endsWith('.test.ts'));
  const compared = sources.flatMap((file) =>
    [...readFileSync(path.join(__dirname, file), 'utf8').matchAll(/expectPicture\(\w+, '([\w-]+)'\)/gu)].map(
      ([, name]) => name,
    ),
  );
  const pictureNames = readdirSync(path.join(__dirname, 'pictures')).map((file) => file.replace(/-\d+\.png$/u, ''));
  expect(compared).toEqual(expect.arrayContaining([...new Set(pictureNames)]));
});

function accessLine(status: number, id: string): string {
  return `{"level":"INFO","msg":"request","status":${status},"request_id":"${id}"}`;
}

function errorLine(error: string, id: string): string {
  return `{"level":"ERROR","msg":"failed","request_id":"${id}","error":"${error}"}`;
}
