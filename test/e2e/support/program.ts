import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';

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
  stop: () => Promise<void>;
}

/** Starts the built program on free ports, with settings of its own. Its log goes to the artefacts under the given name. */
export async function startProgram(name: string, settings: NodeJS.ProcessEnv = {}): Promise<Program> {
  const data = `${runFolder()}/${name}`;
  const free = '127.0.0.1:0';
  const args = ['demo', '--data', data, '--orders', String(pastOrders), '--log-level', 'debug'];
  args.push('--listen', free, '--admin-listen', free, '--simulate-listen', free);
  const log = `${artefacts}/logs/${name}.log`;
  const env = { ...process.env, ...settings };
  const running = spawn(binary, args, { env, stdio: ['ignore', 'pipe', openSync(log, 'a')] });
  const addresses = await readAddresses(running, name);
  await rememberKeys(`${data}/secrets`);
  return { ...addresses, log, data, stop: () => stop(running, name) };
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
