import { access, mkdir, rm } from 'node:fs/promises';

import { artefacts, binary, runFolder } from './places.ts';

/** Removes the artefacts of the last run, and returns a function that removes the data of this one. */
export default async function prepareRun(): Promise<() => Promise<void>> {
  await access(binary).catch(() => {
    throw new Error(`there is no program at ${binary}: make build makes it`);
  });
  await rm(artefacts, { recursive: true, force: true });
  await mkdir(`${artefacts}/logs`, { recursive: true });
  return () => rm(runFolder(), { recursive: true, force: true });
}
