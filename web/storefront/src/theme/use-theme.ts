import { useLayoutEffect, useSyncExternalStore } from 'react';

import type { Theme } from '@shared/shop/theme';

import { applyPalette } from './apply-palette';
import { darkPalette, lightPalette } from './palette';

const darkQuery = window.matchMedia('(prefers-color-scheme: dark)');

function onChange(listener: () => void): () => void {
  darkQuery.addEventListener('change', listener);
  return () => darkQuery.removeEventListener('change', listener);
}

/** Shows the page in a theme: in its dark version where the system is dark, unless only the light one is wanted. */
export function useTheme(theme: Theme, lightOnly: boolean): void {
  const systemIsDark = useSyncExternalStore(onChange, () => darkQuery.matches);
  const isDark = systemIsDark && !lightOnly;
  useLayoutEffect(() => {
    const palette = isDark ? darkPalette(theme) : lightPalette(theme);
    applyPalette(document.documentElement, palette, theme.buttonRadius, isDark ? 'dark' : 'light');
  }, [theme, isDark]);
}
