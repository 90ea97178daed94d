import { mutationOptions } from '@tanstack/react-query';

import { api } from '@/api';
import { unwrap } from '@shared/api/problem';

/** Values of the form for a new PIN. */
export interface PinValues {
  current: string;
  pin: string;
  confirmation: string;
}

/** Changes the PIN. The form shows a wrong PIN: a 401 of this call does not end the session. */
export function changePinOptions() {
  return mutationOptions({
    mutationKey: ['pin', 'change'],
    mutationFn: ({ current, pin, confirmation }: PinValues) =>
      unwrap(api.main.PATCH('/v1/pin', { body: { pin: current, newPin: pin, confirmPin: confirmation } })),
    meta: { keepSession: true },
    gcTime: 0,
  });
}

/** Requests the mail with the link for a first or a new PIN. */
export function mailPinOptions() {
  return mutationOptions({
    mutationKey: ['pin', 'mail'],
    mutationFn: () => unwrap(api.main.POST('/v1/user/resetPin')),
    meta: { inPlace: true, keepSession: true },
  });
}
