import { useState } from 'react';

/** Returns the last defined value, so that an overlay keeps its contents while it closes. */
export function useLast<Value>(given: Value | undefined): Value | undefined {
  const [last, setLast] = useState(given);
  if (given !== undefined && given !== last) setLast(given);
  return given ?? last;
}
