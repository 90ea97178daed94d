import '@shared/theme/styles';
import '@shared/theme/overlay-styles';

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';

import { mountApp } from '@shared/app/mount-app';
import { ThemeProvider } from '@shared/theme/theme-provider';

import { startFakeServer } from './fake-server';
import { Gallery } from './gallery';
import { createSketch, sketch } from './sketch/app';

const isSketch = window.location.pathname.startsWith('/sketch');
if (isSketch) startFakeServer();
mountApp(sketch.productName, () =>
  isSketch ? (
    createSketch()
  ) : (
    <ThemeProvider>
      <QueryClientProvider client={new QueryClient()}>
        <Gallery />
      </QueryClientProvider>
    </ThemeProvider>
  ),
);
