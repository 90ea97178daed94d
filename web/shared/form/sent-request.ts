import { isKeyConflict, isUnanswered } from '@shared/api/problem';
import { storageKey } from '@shared/config/app-name';
import { browserStorage, type TextStorage } from '@shared/session/storage';

/** A request that was sent and whose outcome is not known. It holds no input, only its digest. */
export interface UnansweredRequest {
  /** Its `Idempotency-Key`: sent again with it, the request has no second effect. */
  key: string;
  /** Digest of its input. */
  input: string;
  /** When it was sent last, in milliseconds since 1970. */
  sentAt: number;
  /** The user knows that it had no effect so far, so that the next try may have other input. */
  changeable?: boolean;
}

/** The server keeps keys for 90 days. An older record could only mislead. */
const lifetime = 30 * 24 * 60 * 60 * 1000;

const nameOf = (name: string) => storageKey(`unanswered.${name}`);

let opened: TextStorage | undefined;

// Not for each tab: a second tab has to find the request too. Not of the session: the outcome is still unknown after the
// next sign-in.
const storage = (): TextStorage => (opened ??= browserStorage());

/** Returns the request of a name whose outcome is unknown. */
export function readUnanswered(name: string): UnansweredRequest | undefined {
  const text = storage().getItem(nameOf(name));
  if (text === null) return undefined;
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by this file alone
    const storedRequest = JSON.parse(text) as UnansweredRequest;
    return Date.now() - storedRequest.sentAt < lifetime ? storedRequest : undefined;
  } catch {
    return undefined;
  }
}

/** Forgets the request of a name, once its outcome is known. */
export function forgetUnanswered(name: string): void {
  storage().removeItem(nameOf(name));
}

/** Lets the next try have other input: the server knows nothing of the earlier one. The key stays. */
export function allowChange(name: string): void {
  const storedRequest = readUnanswered(name);
  if (storedRequest) storage().setItem(nameOf(name), JSON.stringify({ ...storedRequest, changeable: true }));
}

/**
 * Sends a request once. It is recorded before it is sent, so that a reload while it is under way is a lost answer too.
 * The record goes with an answer: with a success, and with a refusal of the first try. A refusal of a repeat says nothing
 * about the first try, so the record stays. It also stays if the server knows the key with other input, from a copy of
 * the form in another tab: then a request was made.
 */
export async function sendOnce<Answer>(
  name: string,
  input: string,
  key: string,
  call: (key: string) => Promise<Answer>,
): Promise<Answer> {
  const before = readUnanswered(name);
  if (before && before.input !== input && !before.changeable) throw new Error(`${name} is unanswered: ask first`);
  const request: UnansweredRequest = { key: before?.key ?? key, input, sentAt: Date.now() };
  storage().setItem(nameOf(name), JSON.stringify(request));
  try {
    const answer = await call(request.key);
    forgetUnanswered(name);
    return answer;
  } catch (error) {
    if (before === undefined && !isUnanswered(error) && !isKeyConflict(error)) forgetUnanswered(name);
    throw error;
  }
}

const radix = 36;
const seeds = [0xde_ad_be_ef, 0x41_c6_ce_57] as const;
const factors = [2_654_435_761, 1_597_334_677] as const;

/** A digest of an input, to tell inputs of one form apart. It is no protection against forgery. */
export function digestOf(input: unknown): string {
  const text = JSON.stringify(input ?? null);
  let high: number = seeds[0];
  let low: number = seeds[1];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, factors[0]);
    low = Math.imul(low ^ unit, factors[1]);
  }
  return [text.length, high, low].map((part) => (part >>> 0).toString(radix)).join('-');
}
