import { afterAll, vi } from 'vitest';

// Files of a project share a process and its packages. Each gets modules of its own, since many of them hold state.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetModules();
});
