import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type APIRequestContext, expect } from '@playwright/test';

import type { Program } from './program.ts';
import { rememberSecret } from './secrets.ts';
import { password, type User } from './sign-in.ts';

const unauthenticated = 401;
const roles = { root: '7', user: '8', viewer: '101' };

/** A user that only this journey uses, ready to sign in. */
export interface OwnUser extends User {
  password: string;
  email: string;
}

/** The largest adjustment without a second person, in rupiah. */
const aloneAtMost = 10_000_000;

let userCount = 0;

/** The provider's staff: commands on the data of a running program. */
export class Staff {
  readonly #calls: APIRequestContext;
  readonly #program: Program;

  constructor(calls: APIRequestContext, program: Program) {
    this.#calls = calls;
    this.#program = program;
  }

  /** Creates a user for this journey. The one-time password has been changed already. */
  async makeUser(clientId: string, role: keyof typeof roles = 'root'): Promise<OwnUser> {
    userCount += 1;
    // Of a fixed length, because of the kept pictures.
    const number = String(userCount).padStart(3, '0');
    const username = `own${number}`;
    const email = `${username}.${clientId}@example.com`;
    const fullName = `Own Number${number}`;
    const person = ['--email', email, '--full-name', fullName, '--roles', roles[role]];
    const output = await this.#admin('user', 'create', clientId, username, ...person);
    const oneTime = /^password of \S+: (\S+)$/mu.exec(output)?.[1] ?? '';
    const user = { clientId, username, fullName, email, password: `${password}-${userCount}` };
    await this.#choosePassword(user, oneTime);
    return user;
  }

  /** Makes the user change the password at the next sign-in. */
  async expirePassword({ clientId, username }: OwnUser): Promise<void> {
    await this.#admin('user', 'expire', clientId, username);
  }

  /** Ends all sessions of the user. */
  async signOut({ clientId, username }: User): Promise<void> {
    await this.#admin('user', 'sign-out', clientId, username);
  }

  /** Changes the role of a user. Sessions stay open. */
  async giveRole({ clientId, username }: User, role: keyof typeof roles): Promise<void> {
    await this.#admin('user', 'update', clientId, username, '--roles', roles[role]);
  }

  /** Schedules changes of prices, given as lines of the file that staff import. The same ones again change nothing. */
  async schedulePrice(lines: string): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'prices-'));
    const file = join(folder, 'prices.csv');
    await writeFile(file, `effective_at,product_code,client_id,supplier,amount\n${lines}\n`);
    await this.#admin('price', 'import', file, '--apply');
    await rm(folder, { recursive: true });
  }

  /** Changes a balance by hand, in steps that one person may make alone. */
  async adjustWallet(clientId: string, type: string, amount: number): Promise<void> {
    for (let left = amount; left !== 0;) {
      const step = Math.sign(left) * Math.min(Math.abs(left), aloneAtMost);
      await this.#admin('wallet', 'adjust', clientId, type, `--amount=${step}`);
      left -= step;
    }
  }

  /** Takes the shop of a client back. */
  async unpublishShop(clientId: string): Promise<void> {
    await this.#admin('shop', 'unpublish', clientId);
  }

  /** Records that an invoice was paid. */
  async markPaid(invoice: string): Promise<void> {
    await this.#admin('invoice', 'paid', invoice);
  }

  /** Credits an amount of an invoice. */
  async credit(invoice: string, amount: number): Promise<void> {
    await this.#admin('invoice', 'credit-note', invoice, `--amount=${amount}`);
  }

  #admin(...command: string[]): Promise<string> {
    return this.#program.command('admin', '--reason', 'journey', ...command);
  }

  async #choosePassword({ clientId, username, password: ownPassword }: OwnUser, oneTime: string): Promise<void> {
    rememberSecret(oneTime);
    rememberSecret(ownPassword);
    const signIn = { clientId: Number(clientId), username, password: oneTime };
    const refused = await this.#calls.post('/v1/auth', { data: signIn });
    expect(refused.status()).toBe(unauthenticated);
    const { token }: { token: string } = await refused.json();
    rememberSecret(token);
    const changed = await this.#calls.post('/v1/user/force-change-password', {
      headers: { Authorization: `Bearer ${token}` },
      data: { password: ownPassword, rePassword: ownPassword },
    });
    expect(changed.ok(), await changed.text()).toBe(true);
  }
}
