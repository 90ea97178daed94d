import { useMediaQuery } from '@mantine/hooks';

/** Below 768 px lists become rows and filters a sheet. The same edge stands in the tokens. */
const phone = '(max-width: 47.99em)';

/** Whether the page is as narrow as a phone. */
export function useNarrow(): boolean {
  return useMediaQuery(phone, false, { getInitialValueInEffect: false }) ?? false;
}
