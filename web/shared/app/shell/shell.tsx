import '@shared/theme/overlay-styles';

import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';

import { lazyOverlay } from '@shared/state/lazy-part';
import { DisplayZoneProvider } from '@shared/format/display-zone';
import { NoticePlace } from '@shared/notify/notice-place';
import { useTexts } from '@shared/i18n/texts';
import { LoadFailed } from '@shared/state/load-failed';
import { useFailure } from '@shared/state/use-failure';
import { currentUserOptions, permissionsOptions } from '@/session/current-user';

import { Breadcrumb } from './breadcrumb';
import { Header } from './header';
import { HelpButton } from './help-button';
import { PinBanner } from '@/features/shell/pin-banner';
import { shellTexts } from './shell-texts';
import classes from './shell.module.css';
import { Sidebar } from './sidebar';
import { useArea } from './use-area';
import { useSidebarMode } from './use-sidebar-mode';

// Phones load it after the page; others never do.
const SidebarDrawer = lazyOverlay(async () => (await import('./sidebar-drawer')).SidebarDrawer, 'rendered');

const contentId = 'content';

/** The frame of all pages after sign-in. */
export function Shell() {
  const texts = useTexts(shellTexts);
  const { page } = useArea();
  const { mode, expanded, toggle, drawerOpen, closeDrawer } = useSidebarMode();
  // Keeps user and permissions fresh, which the other parts read by useCurrentUser and usePermissions.
  const user = useQuery(currentUserOptions());
  const permissions = useQuery(permissionsOptions());
  const userFailure = useFailure(user);
  const failure = useFailure(permissions) ?? userFailure;
  const retry = () => {
    for (const load of [user, permissions]) if (load.data === undefined) void load.refetch();
  };
  return (
    <div className={classes['shell']} data-mode={mode}>
      <a href={`#${contentId}`} className={classes['skip']}>
        {texts.skip}
      </a>
      {mode === 'drawer' ? (
        <SidebarDrawer opened={drawerOpen} onClose={closeDrawer} />
      ) : (
        <aside className={classes['aside']}>
          <Sidebar iconOnly={mode === 'icons'} />
        </aside>
      )}
      <div className={classes['page']}>
        <Header mode={mode} expanded={expanded} onToggle={toggle} />
        <NoticePlace kind="page" />
        <main id={contentId} tabIndex={-1} className={classes['main']}>
          <PinBanner />
          {mode === 'drawer' && page ? (
            <div className={classes['trail']}>
              <Breadcrumb />
            </div>
          ) : null}
          {/* Pages depend on who is signed in: their calendar days, their sections, what they may do. */}
          {failure ? (
            <LoadFailed
              title={texts.accountFailed}
              error={failure}
              retrying={user.isFetching || permissions.isFetching}
              onRetry={retry}
            />
          ) : (
            <DisplayZoneProvider clientZone={user.data?.Client.timeZone}>
              <Outlet />
            </DisplayZoneProvider>
          )}
        </main>
      </div>
      <HelpButton />
    </div>
  );
}
