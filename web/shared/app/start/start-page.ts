// What must not wait for the app: the colour scheme and the language before the first paint, the user and their
// permissions, and what the page shows first. The build writes an app's script, which calls `startPage`, into its
// index.html (../../../inline-start.ts).
import { storageKey } from '@shared/config/app-name';

import { askFirst, type Deployment, type EarlyCalls, earlyCalls, type FirstCalls } from './early-calls';

function stored(name: string): string | null {
  try {
    return window.localStorage.getItem(storageKey(name));
  } catch {
    // Storage may be blocked: the system decides then.
    return null;
  }
}

function parsed(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

/** Returns a value that the session keeps with its date, as shared/session/session.ts. */
function readStored(name: string): { value?: unknown; at?: number } {
  const value = parsed(stored(`session.${name}`));
  return typeof value === 'object' && value !== null ? value : {};
}

/** As shared/i18n/language.ts: the language of the account, that chosen in this browser, or the browser's. */
function language(): string {
  const storedLanguage = [readStored('language').value, stored('language')].find((one) => one === 'id' || one === 'en');
  return typeof storedLanguage === 'string' ? storedLanguage : /^id\b/iu.test(navigator.language) ? 'id' : 'en';
}

function colorScheme(): string {
  const storedScheme = stored('colorScheme');
  if (storedScheme === 'light' || storedScheme === 'dark') return storedScheme;
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/**
 * Starts the page of an app. `forAccount` asks for the user and their permissions, if they are not kept, and returns the
 * calls that the first calls of the pages are given.
 */
export function startPage<Calls>(forAccount: (early: EarlyCalls) => Calls, firstCalls: FirstCalls<Calls>): void {
  const root = document.documentElement;
  root.lang = language();
  root.setAttribute('data-mantine-color-scheme', colorScheme());

  const token = parsed(stored('session.token'));
  const path = window.location.pathname.slice(import.meta.env.BASE_URL.length - 1).replace(/\/$/u, '');
  // Pages before sign-in need no user. A frame gets a notice instead of the app.
  const signedOut = /^\/(?:login|forgot-password(?:-confirmation)?|change-password)$/u.test(path);
  const restricted = parsed(stored('session.passwordExpired')) === true;
  if (typeof token === 'string' && !restricted && !signedOut && window.self === window.top) {
    // The server writes it with this shape; a development server has none.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const deployment = parsed(document.querySelector('#loket-config')?.textContent) as Partial<Deployment> | undefined;
    const calls = forAccount(earlyCalls({ token, language: root.lang, deployment, readStored }));
    // In the sandbox the pages ask for themselves.
    if (parsed(stored('session.sandbox')) !== true) {
      askFirst(firstCalls, calls, path, new URLSearchParams(window.location.search));
    }
  }

  document.head.append(...(document.querySelector<HTMLTemplateElement>('#loket-scripts')?.content.children ?? []));
}
