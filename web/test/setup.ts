import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';

import { widen } from './widen';

// The defaults of 1 s are too short on a loaded machine.
const patience = 15_000;
configure({ asyncUtilTimeout: patience });
const { waitFor } = vi;
vi.waitFor = (condition, options = {}) =>
  waitFor(condition, { timeout: patience, ...(typeof options === 'number' ? { timeout: options } : options) });

// Warnings name elements. Without this, Node prints all that hangs on one: React's whole tree, in thousands of lines.
Object.defineProperty(Node.prototype, Symbol.for('nodejs.util.inspect.custom'), {
  configurable: true,
  value(this: Node) {
    return `<${this.nodeName.toLowerCase()}>`;
  },
});

// A text area that grows asks it when fonts have come.
if (!('fonts' in document)) Object.defineProperty(document, 'fonts', { value: new EventTarget() });

afterEach(() => {
  cleanup();
  window.localStorage.clear();
  // Browsers send this event when another tab clears the storage. It resets session and language.
  window.dispatchEvent(new StorageEvent('storage'));
});

const home = window.location.href;
const { innerWidth } = window;

// Files share the page. Each finds it as if it were new.
afterAll(() => {
  vi.waitFor = waitFor;
  window.sessionStorage.clear();
  for (const cookie of document.cookie.split('; ')) document.cookie = `${cookie.split('=')[0]}=; Path=/; Max-Age=0`;
  window.history.replaceState(null, '', home);
  widen(innerWidth);
  document.title = '';
  document.body.replaceChildren();
  for (const element of [document.documentElement, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
});
