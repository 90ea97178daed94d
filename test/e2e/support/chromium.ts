import { accessSync, constants } from 'node:fs';
import path from 'node:path';

const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

/** Where the system's Chromium is, `LOKET_CHROMIUM` first; the journeys download no browser of their own. */
export function findChromium(): string {
  const chosen = process.env['LOKET_CHROMIUM'];
  if (chosen) return chosen;
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const found = names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isExecutable);
  if (!found) throw new Error(`the journeys need Chromium: none of ${names.join(', ')} is in PATH`);
  return found;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
