import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

/** A PostgreSQL server of one worker, with its socket in a temporary folder. */
export interface Postgres {
  /** URL of an empty database. */
  url: string;
  stop: () => Promise<void>;
}

const debian = '/usr/lib/postgresql';
const startTime = 120_000;

/**
 * Stops the server when its standard input closes, which happens however the worker ends. `internal/dev/testkit` starts its
 * servers in the same way.
 */
const watched = 'exec 3<&0; "$@" 3<&- & pid=$!; (cat <&3 >/dev/null; kill -INT $pid) & wait $pid';

/** Creates and starts a server with the default settings for commits. Fails without PostgreSQL. */
export async function startPostgres(): Promise<Postgres> {
  const programs = findPrograms();
  // A short path: socket paths have a limit of 107 bytes.
  const folder = mkdtempSync(path.join(tmpdir(), 'loket-pg'));
  const account = unprivileged();
  if (account) chownSync(folder, account.uid, account.gid);
  const data = `${folder}/data`;
  const form = ['-U', 'loket', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  await promisify(execFile)(`${programs}/initdb`, ['-D', data, ...form], { ...account, cwd: folder });

  const settings = ['listen_addresses=', `unix_socket_directories=${folder}`, 'timezone=UTC'];
  const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])];
  const server = spawn('/bin/sh', ['-c', watched, 'sh', `${programs}/postgres`, ...args], {
    ...account,
    cwd: folder,
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const exited = once(server, 'exit');
  const stop = async () => {
    server.stdin.end();
    await exited;
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await untilReady(server.stderr);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `postgres://loket@/postgres?host=${folder}`, stop };
}

/** Reads the output until the server accepts connections. Later output is discarded. */
async function untilReady(log: NodeJS.ReadableStream): Promise<void> {
  const logLines: string[] = [];
  await new Promise<void>((ready, fail) => {
    const give = (how: string) => fail(new Error(`PostgreSQL ${how}: ${logLines.join('\n')}`));
    const patience = setTimeout(() => give('is not ready in time'), startTime);
    createInterface({ input: log })
      .on('line', (line) => {
        if (logLines.push(line) > 100) logLines.shift();
        if (!line.includes('ready to accept connections')) return;
        clearTimeout(patience);
        ready();
      })
      .on('close', () => give('ended'));
  });
}

/** Returns the folder of initdb and postgres: the one of Debian, or from PATH. */
function findPrograms(): string {
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((one, other) => Number(other) - Number(one)) : [];
  const folders = versions.map((version) => `${debian}/${version}/bin`);
  const onPath = (process.env['PATH'] ?? '').split(path.delimiter);
  const serverFolder = [...folders, ...onPath].find((folder) => existsSync(`${folder}/postgres`));
  if (!serverFolder)
    throw new Error('the journeys need PostgreSQL (make setup installs it on Debian): no postgres found');
  return serverFolder;
}

/** Returns the account to run as, because PostgreSQL refuses root. */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const entry = /^postgres:[^:]*:(\d+):(\d+):/mu.exec(readFileSync('/etc/passwd', 'utf8'));
  if (!entry) throw new Error('root may not run PostgreSQL, and there is no account postgres for it');
  return { uid: Number(entry[1]), gid: Number(entry[2]) };
}
