import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

import { artefacts, binary, runFolder } from './places.ts';
import { rememberSecret } from './secrets.ts';

/** Past orders of the demo: enough for pages and filters, made in a moment. */
const pastOrders = 2000;
const startTime = 30_000;
/** What the program promises at the most. */
const stopTime = 10_000;

/** A running demo with its own database and its own outside world. */
export interface Program {
  /** Address of the dashboard, with the slash at its end. */
  dashboard: string;
  /** Address of its outside world, without a slash at its end. */
  world: string;
  /** The file of its log. */
  log: string;
  /** The folder of its data. */
  data: string;
  /** Runs a command of the program on the same data, as staff do; gives what it says. */
  command: (...words: string[]) => Promise<string>;
  /** Stops it, which has to go cleanly, and proves its books. */
  stop: () => Promise<void>;
}

/** What a program is started with beyond its defaults. */
export interface Start {
  settings?: NodeJS.ProcessEnv;
  /** The address of its PostgreSQL database; SQLite in the folder of its data without. */
  database?: string | undefined;
}

/** Starts the built program on free ports, with data of its own. Its log goes to the artefacts under the given name. */
export async function startProgram(name: string, { settings = {}, database }: Start = {}): Promise<Program> {
  const data = `${runFolder()}/${name}`;
  const where = ['--data', data, ...(database ? ['--database-url', database] : [])];
  const free = '127.0.0.1:0';
  const args = ['demo', ...where, '--orders', String(pastOrders), '--log-level', 'debug'];
  args.push('--listen', free, '--admin-listen', free, '--simulate-listen', free);
  const log = `${artefacts}/logs/${name}.log`;
  const env = { ...process.env, ...settings };
  const running = spawn(binary, args, { env, stdio: ['ignore', 'pipe', openSync(log, 'a')] });
  const addresses = await readAddresses(running, name);
  await rememberKeys(`${data}/secrets`);
  const command = async (...words: string[]) => {
    const { stdout } = await promisify(execFile)(binary, [...words, ...where]);
    return stdout;
  };
  const end = async () => {
    await stop(running, name);
    await command('verify');
  };
  return { ...addresses, log, data, command, stop: end };
}

/** Reads what the program says once it is ready: first its own address, at the end that of its outside world. */
async function readAddresses(running: ChildProcess, name: string): Promise<Pick<Program, 'dashboard' | 'world'>> {
  const patience = setTimeout(() => running.kill(), startTime);
  let dashboard: string | undefined;
  try {
    if (!running.stdout) throw new Error('the program has no output to read');
    for await (const line of createInterface({ input: running.stdout })) {
      dashboard ??= /^loket: ready on (\S+)$/u.exec(line)?.[1];
      const world = /^the outside world .*: (\S+)\/$/u.exec(line)?.[1];
      if (dashboard && world) return { dashboard, world };
    }
  } finally {
    clearTimeout(patience);
  }
  throw new Error(`${binary} did not become ready; see ${artefacts}/logs/${name}.log`);
}

/** The keys of suppliers, tokens and PINs that this program made for itself. */
async function rememberKeys(folder: string): Promise<void> {
  for (const file of await readdir(folder)) rememberSecret((await readFile(`${folder}/${file}`, 'utf8')).trim());
}

async function stop(running: ChildProcess, name: string): Promise<void> {
  const asked = Date.now();
  const patience = setTimeout(() => running.kill('SIGKILL'), stopTime);
  const exited = running.exitCode === null ? once(running, 'exit') : undefined;
  running.kill('SIGTERM');
  await exited;
  clearTimeout(patience);
  if (running.exitCode === 0) return;
  const how = running.signalCode ?? `exit code ${running.exitCode}`;
  throw new Error(`${name} did not stop cleanly: ${how} after ${Date.now() - asked} ms`);
}
