import { readdir, readFile } from 'node:fs/promises';

import { expect, test } from '@playwright/test';

import { brokenLog } from '../support/broken.ts';
import { faultsIn, unexplainedFaultsIn } from '../support/faults.ts';
import { artefacts } from '../support/places.ts';
import { secretsIn, usedSecrets } from '../support/secrets.ts';

// Checks of the program logs of all journeys.

/** Never sent, so it is not in any log. It checks the search itself. */
const pin = '135790';

async function logs(): Promise<Record<string, string>> {
  const folder = `${artefacts}/logs`;
  const texts: Record<string, string> = {};
  for (const file of await readdir(folder)) texts[file] = await readFile(`${folder}/${file}`, 'utf8');
  return texts;
}

/** Requests that need a secret, and what such a secret looks like. */
const uses = [
  { route: '"route":"POST /v1/auth"', secret: /^ey/u },
  { route: '"route":"GET /v1/user"', secret: /^ey/u },
  { route: '"/h2h/v1/', secret: /^lk_/u },
];

test('no secret of the run is in any log', async () => {
  const noted = usedSecrets();
  const secrets = [...noted, pin];
  // Check that the search finds each secret where it is.
  for (const secret of secrets) expect(secretsIn(`{"msg":"${secret}"}`, secrets)).toContain(secret);
  const all = await logs();
  expect(Object.keys(all)).not.toHaveLength(0);
  for (const [file, text] of Object.entries(all)) {
    // The keys of the program and of its callers were recorded; otherwise this test would search for nothing.
    expect(noted).not.toHaveLength(0);
    for (const { route, secret } of uses) {
      if (text.includes(route))
        expect(noted, `${file} tells of ${route}`).toContainEqual(expect.stringMatching(secret));
    }
    expect(secretsIn(text, secrets), file).toEqual([]);
  }
});

test('no browser reported a violated policy, and no answer was a fault of ours', async () => {
  for (const [file, text] of Object.entries(await logs())) {
    const lines = text.split('\n').filter((line) => line !== '');
    // The journey of frames causes one, which proves that reports arrive.
    const reports = lines.filter((line) => line.includes('content security policy violated'));
    const violations = reports.filter((line) => !line.includes('frame-ancestors'));
    const own = file.startsWith(brokenLog) ? unexplainedFaultsIn(text) : faultsIn(text);
    expect({ file, violations, own }).toEqual({ file, violations: [], own: [] });
  }
});
