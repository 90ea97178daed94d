import { useDocumentTitle } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

import { useProductName } from '@shared/config/product-name';

import classes from './page-title.module.css';

interface PageTitleProps {
  children: string;
  className?: string | undefined;
}

/**
 * The title of a page, which sets the title of the browser tab too. It takes the focus after a navigation, so
 * that a screen reader announces the page and Tab continues from there. After a full page load the focus stays at the
 * top.
 */
export function PageTitle({ children, className = '' }: PageTitleProps) {
  const title = useRef<HTMLHeadingElement>(null);
  const router = useRouter();
  useDocumentTitle(`${children} · ${useProductName()}`);
  useEffect(() => {
    const isNavigation = router.state.resolvedLocation !== undefined;
    // Do nothing if a field of the new page already has the focus.
    const isTaken = title.current?.closest('main')?.contains(document.activeElement);
    if (isNavigation && !isTaken) title.current?.focus({ preventScroll: true });
  }, [router]);
  return (
    <h1 ref={title} className={`${classes['title']} ${className}`} tabIndex={-1}>
      {children}
    </h1>
  );
}
