import { mkdtempSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';

import { defineConfig, devices } from '@playwright/test';

import { findChromium } from './support/chromium.ts';
import type { WorkerParts } from './support/journey.ts';
import { artefacts } from './support/places.ts';

// Every process of the run reads this file; the first one makes the folder and hands it down.
process.env['LOKET_E2E_RUN'] ??= mkdtempSync(path.join(tmpdir(), 'loket-e2e-'));

/** Browser journeys against the built program; see README.md. */
export default defineConfig<object, WorkerParts>({
  testDir: '.',
  outputDir: `${artefacts}/failures`,
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  // A run compares; npm run e2e:pictures writes.
  updateSnapshots: 'none',
  globalSetup: './support/run.ts',
  reporter: 'list',
  forbidOnly: true,
  retries: 0,
  // Each worker runs a browser and a program.
  workers: Number(process.env['LOKET_E2E_WORKERS'] ?? availableParallelism()),
  fullyParallel: true,
  // Generous: what is there in time costs nothing, and machines are shared.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'Asia/Jakarta',
    permissions: ['clipboard-read', 'clipboard-write'],
    // Colours are judged when they stand still.
    contextOptions: { reducedMotion: 'reduce' },
    // Nothing here needs what a graphics card draws, and there is none to draw it.
    launchOptions: { executablePath: findChromium(), args: ['--disable-gpu'] },
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'journeys', testIgnore: 'afterwards/**', teardown: 'afterwards' },
    // The rules are proved on both engines closer to them; here the ways that touch most of them, each once.
    {
      name: 'postgres',
      testIgnore: 'afterwards/**',
      teardown: 'afterwards',
      grep: /@core\b/u,
      grepInvert: /\bid, 390 px/u,
      use: { engine: 'postgres' },
    },
    { name: 'afterwards', testMatch: 'afterwards/*.test.ts' },
  ],
});
