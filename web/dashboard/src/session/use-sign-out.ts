import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

import { api } from '@/api';
import { unwrap } from '@shared/api/problem';

import { session } from './session';

/**
 * Ends the session at the server, then here. What the server answers changes nothing here: whoever signs out must
 * not stay signed in because of a fault.
 */
export function useSignOut(): { signOut: () => void; pending: boolean } {
  const navigate = useNavigate();
  const { mutate, isPending } = useMutation({
    mutationKey: ['session', 'sign-out'],
    mutationFn: () => unwrap(api.main.GET('/v1/user/logout')),
    meta: { keepSession: true },
    onSettled: () => {
      session.clear();
      return navigate({ to: '/login' });
    },
  });
  return { signOut: () => mutate(), pending: isPending };
}
