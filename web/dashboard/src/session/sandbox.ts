import { session } from './session';

/**
 * Reports whether the user acts in the sandbox of the client. A switch loads the page anew, so the answer is the same as
 * long as a page is open.
 */
export function inSandbox(): boolean {
  return session.read().sandbox === true;
}

/** Enters the sandbox or leaves it, and loads the page anew: nothing of the other one stays on it. */
export function switchSandbox(on: boolean): void {
  session.switchSandbox(on);
  // Its search parameters may name what is of the other one.
  window.location.assign(window.location.pathname);
}
