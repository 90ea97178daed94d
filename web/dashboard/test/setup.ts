import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// A loaded machine needs longer than the library's own second.
configure({ asyncUtilTimeout: 4000 });
afterEach(() => {
  cleanup();
  window.localStorage.clear();
});
