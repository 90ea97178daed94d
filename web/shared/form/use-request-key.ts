import { useRef, useState } from 'react';

import { newRequestKey } from '@shared/api/request-key';

/**
 * Returns a function that gives the `Idempotency-Key` of a form. The first key is made when the form opens. The same
 * input always gets the same key, so that sending it again after a lost answer repeats nothing. Other input gets a new
 * key, since the server refuses a key with other input.
 */
export function useRequestKey(): (input: unknown) => string {
  const [first] = useState(newRequestKey);
  const last = useRef<{ input: string; key: string }>(undefined);
  return (input) => {
    const text = JSON.stringify(input);
    if (last.current?.input !== text) last.current = { input: text, key: last.current ? newRequestKey() : first };
    return last.current.key;
  };
}
