import { localStorageColorSchemeManager } from '@mantine/core';

/** Keeps the choice of light or dark; without one the system decides. public/color-scheme.js reads the same key. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'loket.colorScheme' });
