import type { ReactNode } from 'react';

import { PageHeader, type PageHeaderProps } from '@shared/page/page-header';

import { AccessGuard, type Needs } from './session/access-guard';

interface PageProps extends Omit<PageHeaderProps, 'children'> {
  /** What the user needs to see the page. Without it, the page doesn't wait for the user. */
  needs?: Needs;
  /** The page's `PageTabs`. */
  tabs?: ReactNode;
  children: ReactNode;
}

/**
 * A page of a route: its header, and its contents for users who may see them. It stands in the shell, which provides the
 * zones and shows the failure of the user's query in place of the page.
 */
export function Page({ needs, tabs, children, ...header }: PageProps) {
  const page = (
    <>
      <PageHeader {...header}>{tabs}</PageHeader>
      {children}
    </>
  );
  if (!needs) return page;
  return (
    <AccessGuard needs={needs} title={header.title}>
      {page}
    </AccessGuard>
  );
}
