import { useEffect } from 'react';

/**
 * Keeps the browser's back button on this page: an entry of the page itself lies behind it, and each step onto that
 * one is answered by another step forward.
 */
export function useTrappedBack(): void {
  useEffect(() => {
    const stay = () => window.history.pushState(window.history.state, '', window.location.href);
    stay();
    window.addEventListener('popstate', stay);
    return () => window.removeEventListener('popstate', stay);
  }, []);
}
