import { type APIRequestContext, expect, type Page } from '@playwright/test';

import { rememberSecret } from './secrets.ts';

/** A received mail. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  at: string;
}

/** The received mails. Shows a journey the mails since its start, each once. */
export class Mailbox {
  readonly #calls: APIRequestContext;
  readonly #address: string;
  readonly #seen = new Set<string>();

  private constructor(calls: APIRequestContext, simulators: string) {
    this.#calls = calls;
    this.#address = `${simulators}/mail`;
  }

  static async open(calls: APIRequestContext, simulators: string): Promise<Mailbox> {
    const mailbox = new Mailbox(calls, simulators);
    for (const mail of await mailbox.#all()) mailbox.#seen.add(nameOf(mail));
    return mailbox;
  }

  /** Waits for the next mail with a subject to an address. */
  async next(to: string, subject: string): Promise<Mail> {
    let match: Mail | undefined;
    await expect(async () => {
      const unread = (await this.#all()).filter((mail) => !this.#seen.has(nameOf(mail)));
      // The list is newest first. Take the oldest match.
      match = unread.findLast((mail) => mail.to === to && mail.subject === subject);
      expect(match, `a mail "${subject}" to ${to}`).toBeTruthy();
    }).toPass({ timeout: 30_000 });
    if (!match) throw new Error('unreachable: the wait ends with a mail');
    this.#seen.add(nameOf(match));
    const token = /\/links\/[\w-]+\/([\w-]+)/u.exec(match.text)?.[1];
    if (token) rememberSecret(token);
    return match;
  }

  async #all(): Promise<Mail[]> {
    const answer = await this.#calls.get(this.#address);
    const mails: Mail[] = await answer.json();
    return mails;
  }
}

function nameOf({ at, to, subject }: Mail): string {
  return `${at} ${to} ${subject}`;
}

/** Returns the link to our pages in a mail. */
export function linkIn({ text }: Mail): string {
  const link = /^https?:\/\/\S+\/links\/\S+$/mu.exec(text.replaceAll('\r', ''))?.[0];
  if (!link) throw new Error('the mail has no link');
  return link;
}

/** Returns the one-time password or PIN in a mail, which is on a line of its own. */
export function codeIn({ text }: Mail): string {
  const code = /^(?=\w*\d)\w{6,16}$/mu.exec(text.replaceAll('\r', ''))?.[0];
  if (!code) throw new Error('the mail has no code');
  rememberSecret(code);
  return code;
}

/** Opens the link of a mail and presses its button. Returns the page with the result. */
export async function confirmLink(page: Page, mail: Mail): Promise<Page> {
  const other = await page.context().newPage();
  await other.goto(linkIn(mail));
  await other.getByRole('button', { name: /^(Confirm|Konfirmasi)$/u }).click();
  await expect(other).toHaveURL(/isOk=true/u);
  return other;
}
