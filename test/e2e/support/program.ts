import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

import { artefacts, binary, runFolder } from './places.ts';
import { rememberSecret } from './secrets.ts';

/** Number of past orders of the demo: enough for pages and filters, and created quickly. */
const pastOrders = 2000;
const startTime = 120_000;
/** The longest time that a stop may take, in milliseconds. The program gives itself 9 s; the rest is for a busy machine. */
const stopTime = 30_000;

/** A running demo with its own database and its own simulated suppliers and mail server. */
export interface Program {
  /** URL of the dashboard, with a trailing slash. */
  dashboard: string;
  /** URL of the app of staff, without a trailing slash. */
  staffApp: string;
  /** URL of the simulated outside services, without a trailing slash. */
  simulators: string;
  /** Path of the log file. */
  log: string;
  /** Path of the data folder. */
  data: string;
  /** Runs a command of the program on the same data, as staff do. Returns its output. */
  command: (...args: string[]) => Promise<string>;
  /** Stops it, checks that it stops cleanly, and verifies its books. */
  stop: () => Promise<void>;
}

/** Options of `startProgram`. */
export interface Start {
  settings?: NodeJS.ProcessEnv;
  /** URL of its PostgreSQL database; SQLite in the data folder by default. */
  database?: string | undefined;
}

/**
 * Starts the built program on free ports with its own data. Its log is written to the artefacts under the given name.
 */
export async function startProgram(name: string, { settings = {}, database }: Start = {}): Promise<Program> {
  const data = `${runFolder()}/${name}`;
  const where = ['--data', data, ...(database ? ['--database-url', database] : [])];
  const free = '127.0.0.1:0';
  const args = ['demo', ...where, '--orders', String(pastOrders), '--log-level', 'debug'];
  args.push('--listen', free, '--staff-listen', free, '--admin-listen', free, '--simulate-listen', free);
  const log = `${artefacts}/logs/${name}.log`;
  const env = { ...process.env, ...settings };
  const running = spawn(binary, args, { env, stdio: ['ignore', 'pipe', openSync(log, 'a')] });
  const addresses = await readAddresses(running, name);
  await rememberKeys(`${data}/secrets`);
  const command = async (...given: string[]) => {
    // What one person of the journeys adjusts in a day is more than one person may.
    const unlimited = { ...process.env, LOKET_ADJUST_DAY_LIMIT: '0' };
    const { stdout } = await promisify(execFile)(binary, [...given, ...where], { env: unlimited });
    return stdout;
  };
  const end = async () => {
    await stop(running, name);
    await command('verify');
  };
  return { ...addresses, log, data, command, stop: end };
}

/** Reads the URLs from the output of the program: its own first, that of staff last. */
async function readAddresses(
  running: ChildProcess,
  name: string,
): Promise<Pick<Program, 'dashboard' | 'simulators' | 'staffApp'>> {
  const patience = setTimeout(() => running.kill(), startTime);
  let dashboard: string | undefined;
  let simulators: string | undefined;
  try {
    if (!running.stdout) throw new Error('the program has no output to read');
    for await (const line of createInterface({ input: running.stdout })) {
      dashboard ??= /^loket: ready on (\S+)$/u.exec(line)?.[1];
      simulators ??= /^simulators .*: (\S+)\/$/u.exec(line)?.[1];
      const staffApp = /^staff: (http\S+)\/ /u.exec(line)?.[1];
      if (dashboard && simulators && staffApp) return { dashboard, simulators, staffApp };
    }
  } finally {
    clearTimeout(patience);
  }
  throw new Error(`${binary} did not become ready; see ${artefacts}/logs/${name}.log`);
}

/** Records the generated keys of suppliers, tokens and PINs as secrets. */
async function rememberKeys(folder: string): Promise<void> {
  for (const file of await readdir(folder)) rememberSecret((await readFile(`${folder}/${file}`, 'utf8')).trim());
}

async function stop(running: ChildProcess, name: string): Promise<void> {
  const stopStart = Date.now();
  const patience = setTimeout(() => running.kill('SIGKILL'), stopTime);
  const exited = running.exitCode === null ? once(running, 'exit') : undefined;
  running.kill('SIGTERM');
  await exited;
  clearTimeout(patience);
  if (running.exitCode === 0) return;
  const how = running.signalCode ?? `exit code ${running.exitCode}`;
  throw new Error(`${name} did not stop cleanly: ${how} after ${Date.now() - stopStart} ms`);
}
