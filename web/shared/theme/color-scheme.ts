import { localStorageColorSchemeManager } from '@mantine/core';

import { storageKey } from '@shared/config/app-name';

/** Stores the choice of light or dark; without one the system decides. shared/app/start reads the same key. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: storageKey('colorScheme') });
