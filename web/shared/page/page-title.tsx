import { useDocumentTitle } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

import classes from './page-title.module.css';

interface PageTitleProps {
  children: string;
  className?: string | undefined;
}

/**
 * The title of a page, here and in the browser's tab. It takes the focus when the page comes by a navigation, so that
 * a screen reader says where one is and the keyboard goes on from there; a page that was just loaded starts at its top.
 */
export function PageTitle({ children, className = '' }: PageTitleProps) {
  const title = useRef<HTMLHeadingElement>(null);
  const router = useRouter();
  useDocumentTitle(`${children} · Loket`);
  useEffect(() => {
    const isNavigation = router.state.resolvedLocation !== undefined;
    // A field of the new page may have taken the focus already.
    const isTaken = title.current?.closest('main')?.contains(document.activeElement);
    if (isNavigation && !isTaken) title.current?.focus({ preventScroll: true });
  }, [router]);
  return (
    <h1 ref={title} className={`${classes['title']} ${className}`} tabIndex={-1}>
      {children}
    </h1>
  );
}
