import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// A loaded machine needs longer than the library's own second.
configure({ asyncUtilTimeout: 15_000 });

afterEach(() => {
  cleanup();
  window.localStorage.clear();
  // What a browser tells a tab when another one empties the storage: session and language begin anew.
  window.dispatchEvent(new StorageEvent('storage'));
});
