import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';

import { ThemeProvider } from '@shared/theme/theme-provider';

/** Renders a component and returns a user and the query client. */
export function renderPart(part: ReactElement) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const around = (content: ReactElement) => (
    <ThemeProvider>
      <QueryClientProvider client={queryClient}>{content}</QueryClientProvider>
    </ThemeProvider>
  );
  const { rerender } = render(around(part));
  return { user: userEvent.setup(), queryClient, redraw: (content: ReactElement) => rerender(around(content)) };
}
