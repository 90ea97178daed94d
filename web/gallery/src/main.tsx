import '@shared/theme/styles';
import '@shared/theme/overlay-styles';

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';

import { ThemeProvider } from '@shared/theme/theme-provider';

import { Gallery } from './gallery';

const root = document.querySelector('#root');
if (!root) throw new Error('the page has no #root');

createRoot(root).render(
  <ThemeProvider>
    <QueryClientProvider client={new QueryClient()}>
      <Gallery />
    </QueryClientProvider>
  </ThemeProvider>,
);
