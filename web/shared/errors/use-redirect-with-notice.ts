import { useEffect, useEffectEvent } from 'react';

import { notifyError } from '@shared/notify/notify';

import type { Notice } from './catalogue';
import { redirectDelay } from './error-handler';

/** Tells a user that this page isn't for them and leaves it after the delay of redirects. */
export function useRedirectWithNotice({ title, text }: Notice, leave: () => void): void {
  const go = useEffectEvent(leave);
  useEffect(() => {
    notifyError({ title, text }, { lasting: true });
    const timer = setTimeout(() => go(), redirectDelay);
    return () => clearTimeout(timer);
  }, [title, text]);
}
