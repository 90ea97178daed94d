import { accessSync, constants } from 'node:fs';
import path from 'node:path';

const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

/** Returns the path of the installed Chromium, `LOKET_CHROMIUM` first. The journeys do not download a browser. */
export function findChromium(): string {
  const configured = process.env['LOKET_CHROMIUM'];
  if (configured) return configured;
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const browser = names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isExecutable);
  if (!browser) throw new Error(`the journeys need Chromium: none of ${names.join(', ')} is in PATH`);
  return browser;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
