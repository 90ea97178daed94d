import '@shared/theme/overlay-styles';

import { useMutation } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';

import { lazyOverlay } from '@shared/state/lazy-part';
import { DisplayZoneProvider } from '@shared/format/display-zone';
import { NoticePlace } from '@shared/notify/notice-place';
import { useTexts } from '@shared/i18n/texts';
import { LoadFailed } from '@shared/state/load-failed';
import { useApp } from '@shared/app/app';
import { SessionEnd } from '@shared/app/session/session-end';
import { useAccountLoads } from '@shared/app/session/use-account';
import { UnsavedChanges } from '@shared/overlay/unsaved-changes';

import { Breadcrumb } from './breadcrumb';
import { Header } from './header';
import { HelpButton } from './help-button';
import { type ShellParts, ShellPartsContext } from './shell-parts';
import { shellTexts } from './shell-texts';
import classes from './shell.module.css';
import { Sidebar } from './sidebar';
import { useArea } from './use-area';
import { useSidebarMode } from './use-sidebar-mode';

// Phones load it after the page; others never do.
const SidebarDrawer = lazyOverlay(async () => (await import('./sidebar-drawer')).SidebarDrawer, 'rendered');

const contentId = 'content';

/**
 * The frame of all pages after sign-in: sidebar, header and notices. It keeps the user fresh, shows it if that fails, and
 * asks before unsaved input is lost.
 */
export function Shell(parts: ShellParts) {
  const { session } = useApp();
  const canSave = () => {
    const { token, passwordExpired } = session.read();
    return token !== undefined && !passwordExpired;
  };
  return (
    <ShellPartsContext value={parts}>
      <UnsavedChanges canSave={canSave}>
        <Frame Banner={parts.Banner} Foot={parts.Foot} timeZone={parts.timeZone} />
      </UnsavedChanges>
    </ShellPartsContext>
  );
}

function Frame({ Banner, Foot, timeZone }: Pick<ShellParts, 'Banner' | 'Foot' | 'timeZone'>) {
  const texts = useTexts(shellTexts);
  const { page } = useArea();
  const { mode, expanded, toggle, drawerOpen, closeDrawer } = useSidebarMode();
  const { account, calls } = useApp();
  const { mutate: stay } = useMutation({
    mutationKey: ['session', 'stay'],
    mutationFn: () => calls.testSession(new AbortController().signal),
  });
  const { user, failure, loading, retry } = useAccountLoads(account);
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
          {Banner ? <Banner /> : null}
          {mode === 'drawer' && page ? (
            <div className={classes['trail']}>
              <Breadcrumb />
            </div>
          ) : null}
          {/* Pages depend on who is signed in: their calendar days, their sections, what they may do. */}
          {failure ? (
            <LoadFailed title={texts.accountFailed} error={failure} retrying={loading} onRetry={retry} />
          ) : (
            <DisplayZoneProvider clientZone={timeZone ?? user?.timeZone} fixed={timeZone}>
              <Outlet />
            </DisplayZoneProvider>
          )}
        </main>
        {Foot ? <Foot /> : null}
      </div>
      <HelpButton />
      <SessionEnd idleMinutes={user?.idleMinutes} stay={stay} />
    </div>
  );
}
