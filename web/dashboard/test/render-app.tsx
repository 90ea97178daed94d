import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { createApp } from '@shared/app/create-app';

/** Starts the dashboard at a path under /external and returns its user. */
export function renderApp(path: string) {
  window.history.replaceState(null, '', `/external${path}`);
  render(createApp());
  return userEvent.setup();
}
