import { mutationOptions } from '@tanstack/react-query';

import { api } from '@/api';
import { unwrap } from '@shared/api/problem';

/** What the form of a new PIN holds. */
export interface PinValues {
  current: string;
  pin: string;
  confirmation: string;
}

/** Changes the PIN. A wrong one is the form's own affair: no 401 of this call ends the session. */
export function changePinOptions() {
  return mutationOptions({
    mutationKey: ['pin', 'change'],
    mutationFn: ({ current, pin, confirmation }: PinValues) =>
      unwrap(api.main.PATCH('/v1/pin', { body: { pin: current, newPin: pin, confirmPin: confirmation } })),
    meta: { inPlace: true, keepSession: true },
    gcTime: 0,
  });
}

/** Asks for the e-mail that leads to a new PIN, whether there is one yet or not. */
export function mailPinOptions() {
  return mutationOptions({
    mutationKey: ['pin', 'mail'],
    mutationFn: () => unwrap(api.main.POST('/v1/user/resetPin')),
    meta: { inPlace: true, keepSession: true },
  });
}
