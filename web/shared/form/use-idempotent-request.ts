import { useRef } from 'react';

import { newRequestKey } from '@shared/api/request-key';

import {
  allowChange,
  digestOf,
  forgetUnanswered,
  readUnanswered,
  sendOnce,
  type UnansweredRequest,
} from './sent-request';

/** A request of a form that has its effect once, however often it is sent. */
export interface IdempotentRequest {
  /**
   * Calls with the `Idempotency-Key` of the request. The key is the same for each try, until one succeeded or the first
   * one was refused. Rejects without a call if a try with other input is unanswered: ask `unanswered` first.
   */
  send: <Answer>(input: unknown, call: (key: string) => Promise<Answer>) => Promise<Answer>;
  /**
   * The earlier try whose outcome is unknown, also one of another tab or before a reload, and whether it had the same
   * input. Sending the same input again is safe. For other input, look first what became of the earlier try, then call
   * `allowChange` or `forget`.
   */
  unanswered: (input: unknown) => (UnansweredRequest & { same: boolean }) | undefined;
  /**
   * Lets the next try have other input: the server has made nothing from the earlier one. The key stays, so that the
   * earlier one is refused if it arrives after all.
   */
  allowChange: () => void;
  /** Forgets the earlier try: its outcome is known. The next one is another request, with another key. */
  forget: () => void;
}

/**
 * Makes the key of a form's request when the form opens, and keeps it until the outcome is known. `name` names what the
 * form does, for whom and for what, such as `12.raise-limit`. A form with a stored draft gives the draft's key.
 */
export function useIdempotentRequest(name: string, draftKey?: string): IdempotentRequest {
  // Not a state: a caller that forgets and sends in one event has to get the new key.
  const ownKey = useRef<string>(undefined);
  return {
    send: async (input, call) => {
      const answer = await sendOnce(name, digestOf(input), draftKey ?? (ownKey.current ??= newRequestKey()), call);
      ownKey.current = undefined;
      return answer;
    },
    unanswered: (input) => {
      const earlierTry = readUnanswered(name);
      return earlierTry && { ...earlierTry, same: earlierTry.input === digestOf(input) };
    },
    allowChange: () => allowChange(name),
    forget: () => {
      forgetUnanswered(name);
      ownKey.current = undefined;
    },
  };
}
