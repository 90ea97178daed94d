import { mkdtempSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';

import { defineConfig, devices } from '@playwright/test';

import { findChromium } from './support/chromium.ts';
import type { WorkerParts } from './support/journey.ts';
import { artefacts } from './support/places.ts';

// Each process of the run reads this file. The first one creates the folder; the others inherit it.
process.env['LOKET_E2E_RUN'] ??= mkdtempSync(path.join(tmpdir(), 'loket-e2e-'));

/**
 * With LOKET_E2E_ONCE, which `make test` sets, SQLite leaves out the English variant of what runs in it on PostgreSQL. The
 * Indonesian one stays, and journeys that go further on SQLite are marked `@sqlite`. Journeys whose screen is as good as the
 * same in both variants are marked `@once`: the Indonesian one on a phone is the harder one.
 */
const again = process.env['LOKET_E2E_ONCE'] ? /\ben, 1440 px(?:(?!.*@sqlite\b).*@core\b|.*@once\b)/u : undefined;

/** Browser journeys against the built program; see README.md. */
export default defineConfig<object, WorkerParts>({
  testDir: '.',
  outputDir: `${artefacts}/failures`,
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  // A run only compares pictures; `npm run e2e:pictures` writes them.
  updateSnapshots: 'none',
  globalSetup: './support/run.ts',
  reporter: 'list',
  forbidOnly: true,
  retries: 0,
  // Each worker runs a browser and a program.
  workers: Number(process.env['LOKET_E2E_WORKERS'] ?? availableParallelism()),
  fullyParallel: true,
  // Long, because machines may be slow or shared.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'Asia/Jakarta',
    permissions: ['clipboard-read', 'clipboard-write'],
    // axe checks contrasts, which are wrong during transitions.
    contextOptions: { reducedMotion: 'reduce' },
    // No GPU is needed.
    launchOptions: { executablePath: findChromium(), args: ['--disable-gpu'] },
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'journeys',
      testIgnore: 'afterwards/**',
      teardown: 'afterwards',
      ...(again && { grepInvert: again }),
    },
    // Both engines are tested by the Go tests. Here each main journey runs once on PostgreSQL.
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
