import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

import { session } from '@/shared/session/session';

// A loaded machine needs longer than the library's own second.
configure({ asyncUtilTimeout: 4000 });

afterEach(() => {
  cleanup();
  window.localStorage.clear();
  session.takeOver();
});
