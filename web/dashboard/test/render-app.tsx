import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { createDashboard } from '@/app';

/** Starts the dashboard at a path under /external and returns its user. */
export function renderApp(path: string) {
  window.history.replaceState(null, '', `/external${path}`);
  render(createDashboard());
  return userEvent.setup();
}
