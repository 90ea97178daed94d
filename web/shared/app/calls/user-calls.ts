import type { Language } from '@shared/i18n/language';

/** Input of the sign-in form; the client id as digits, empty in an app whose users belong to none. */
export interface Credentials {
  clientId: string;
  username: string;
  password: string;
}

/** What the first step of a sign-in answers. */
export interface SignInAnswer {
  token: string;
  /** What comes before the session serves all calls: the second step, or the set-up of a second factor. */
  next?: string | undefined;
  /** What the second step takes. */
  methods?: readonly string[] | undefined;
  /** How many days the browser may skip the second step. */
  rememberDays?: number | undefined;
}

/** A code of the authenticator app, or the password of users without one. */
type TypedProof = { code: string } | { password: string };

/** The account whose password was forgotten; the client id as digits. */
export interface ForgottenAccount {
  clientId: string;
  username: string;
}

/** What the server asks of a browser, or what the browser answers, in the standard's JSON form. */
export type PasskeyMessage = Record<string, unknown>;

/** How a passkey proves who one is: what the browser is asked, and where its answer goes. */
export interface PasskeyExchange<Answer> {
  ask: () => Promise<{ options: PasskeyMessage }>;
  send: (passkey: PasskeyMessage) => Promise<Answer>;
}

/** The token of a session, which takes the place of the one before. */
interface NewToken {
  token: string;
}

/** The calls of passkeys. */
export interface PasskeyCalls {
  signIn: PasskeyExchange<NewToken & { username: string }>;
  secondStep: (firstToken: string, remember: boolean) => PasskeyExchange<NewToken>;
  stepUp: PasskeyExchange<NewToken>;
}

/** The calls of second factors, which most sign-ins do not need. */
export interface FactorCalls {
  /** Finishes a sign-in by a code. The token of the first step serves this call alone. */
  finishSignIn: (firstToken: string, step: { code: string; remember: boolean }) => Promise<NewToken>;
  /** Proves who uses the session. */
  stepUp: (proof: TypedProof) => Promise<NewToken>;
  /** Without it, the server takes no passkeys. */
  passkeys?: PasskeyCalls;
}

/** The calls by which users sign in and prove who they are, which each server has under its own paths. */
export interface UserCalls {
  signIn: (credentials: Credentials) => Promise<SignInAnswer | null | undefined>;
  /** Fails unless the token of the session serves. */
  testSession: (signal: AbortSignal) => Promise<unknown>;
  signOut: () => Promise<unknown>;
  /** Asks whether a new password would be taken. */
  checkPassword: (password: string) => Promise<unknown>;
  changeExpiredPassword: (password: string, confirmation: string) => Promise<unknown>;
  /** Stores the language of the account. */
  saveLanguage: (language: Language) => Promise<unknown>;
  /** Mails the link of a new password. Without it, users can't help themselves. */
  forgotPassword?: (account: ForgottenAccount) => Promise<unknown>;
  /** Loads the calls of second factors and proofs. */
  factors: () => Promise<FactorCalls>;
  takesPasskeys?: boolean;
}
