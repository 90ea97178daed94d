import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { defineConfig, devices } from '@playwright/test';

import { findChromium } from './scripts/find-chromium.mjs';

const journeys = fileURLToPath(new URL('../test/e2e', import.meta.url));

// Every process of the run reads this file; the first one makes the folder and hands it down.
process.env['LOKET_E2E_RUN'] ??= mkdtempSync(path.join(tmpdir(), 'loket-e2e-'));

/** Browser journeys against the built program; see ../test/e2e/README.md. */
export default defineConfig({
  testDir: journeys,
  tsconfig: `${journeys}/tsconfig.json`,
  outputDir: `${journeys}/artefacts/failures`,
  globalSetup: `${journeys}/support/run.ts`,
  reporter: process.env['CI'] ? [['dot'], ['github']] : [['list']],
  forbidOnly: true,
  retries: 0,
  workers: 2,
  fullyParallel: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'Asia/Jakarta',
    permissions: ['clipboard-read', 'clipboard-write'],
    // Colours are judged when they stand still.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath: findChromium() },
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
  },
  projects: [
    { name: 'journeys', testMatch: '*.test.ts', teardown: 'afterwards' },
    { name: 'afterwards', testMatch: 'afterwards/*.test.ts' },
  ],
});
