import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

import { forgetDraftsEverywhere } from '@shared/session/drafts';

import { useApp } from '@shared/app/app';

/**
 * Returns the function that ends the session, first on the server, then in the browser. The session in the browser ends
 * even if the call fails.
 */
export function useSignOut(): { signOut: () => void; pending: boolean } {
  const { calls, session } = useApp();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationKey: ['session', 'sign-out'],
    mutationFn: async () => {
      // What is still asked for would be refused: its session is over.
      await queryClient.cancelQueries();
      return calls.signOut();
    },
    meta: { keepSession: true },
    onSettled: () => {
      session.clear();
      forgetDraftsEverywhere();
      return navigate({ to: '/login' });
    },
  });
  return { signOut: () => mutate(), pending: isPending };
}
