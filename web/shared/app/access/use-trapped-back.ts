import { useEffect } from 'react';

/**
 * Disables the Back button on this page: the page adds a history entry of itself, and each step back to it is answered
 * by a step forward.
 */
export function useTrappedBack(): void {
  useEffect(() => {
    const stay = () => window.history.pushState(window.history.state, '', window.location.href);
    stay();
    window.addEventListener('popstate', stay);
    return () => window.removeEventListener('popstate', stay);
  }, []);
}
