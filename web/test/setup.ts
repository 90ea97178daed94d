import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// The default of 1 s is too short on a loaded machine.
configure({ asyncUtilTimeout: 15_000 });

afterEach(() => {
  cleanup();
  window.localStorage.clear();
  // Browsers send this event when another tab clears the storage. It resets session and language.
  window.dispatchEvent(new StorageEvent('storage'));
});
