import { access, mkdir, rm } from 'node:fs/promises';

import { artefacts, binary, runFolder } from './places.ts';

/** Empties what a former run left, and after this run takes its data away. */
export default async function prepareRun(): Promise<() => Promise<void>> {
  await access(binary).catch(() => {
    throw new Error(`there is no program at ${binary}: make build makes it`);
  });
  await rm(artefacts, { recursive: true, force: true });
  await mkdir(`${artefacts}/logs`, { recursive: true });
  return () => rm(runFolder(), { recursive: true, force: true });
}
