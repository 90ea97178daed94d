import { mkdir, rm } from 'node:fs/promises';

import { artefacts, runFolder } from './places.ts';

/** Empties what a former run left, and after this run takes its data away. */
export default async function prepareRun(): Promise<() => Promise<void>> {
  await rm(artefacts, { recursive: true, force: true });
  await mkdir(`${artefacts}/logs`, { recursive: true });
  return () => rm(runFolder(), { recursive: true, force: true });
}
