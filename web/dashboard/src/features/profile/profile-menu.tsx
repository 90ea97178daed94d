import { IconDialpad, IconKey, IconLock, IconLogout, IconUser, IconUsers, type TablerIcon } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

import { useTexts } from '@shared/i18n/texts';
import { useCurrentUser, usePermissions } from '@/session/current-user';
import { useSignOut } from '@/session/use-sign-out';
import { NavButton, NavLink } from '@shared/ui/nav-item';

import { profileEntries, type ProfileSection } from './profile-sections';
import { profileTexts } from './profile-texts';
import classes from './profile.module.css';

const icons: Record<ProfileSection, TablerIcon> = {
  profile: IconUser,
  password: IconLock,
  pin: IconDialpad,
  'user-management': IconUsers,
  'api-key': IconKey,
};

function linkTo(section: ProfileSection) {
  const type = section === 'profile' ? undefined : section;
  return { to: '/profile/{-$type}' as const, params: { type } };
}

/** Where the menu is a row that scrolls, the open section stands in its middle, or as near to it as the row goes. */
function bringIn(list: Element, open: ProfileSection): void {
  const row = list.parentElement;
  const entry = list.querySelector(`[data-section='${open}']`);
  if (row && entry) row.scrollLeft += middleOf(entry) - middleOf(row);
}

function middleOf(element: Element): number {
  const { left, width } = element.getBoundingClientRect();
  return left + width / 2;
}

/** The sections that the user may open, and the way out. */
export function ProfileMenu({ open }: { open: ProfileSection }) {
  const texts = useTexts(profileTexts);
  const features = useCurrentUser()?.Client.features ?? [];
  const { signOut, pending } = useSignOut();
  const entries = profileEntries({ features, permissions: usePermissions() });
  const list = useRef<HTMLUListElement>(null);
  // Until a page has settled the router puts back how far each of its parts was scrolled.
  const settled = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname.endsWith(open) });
  useEffect(() => {
    if (!list.current || !settled) return undefined;
    // It widens as the permissions add entries and the font comes.
    const observer = new ResizeObserver(([entry]) => entry && bringIn(entry.target, open));
    observer.observe(list.current);
    return () => observer.disconnect();
  }, [open, settled]);
  return (
    <nav className={classes['menu']} aria-label={texts.menu}>
      <ul ref={list} className={classes['list']}>
        {entries.map((section) => (
          <li key={section} className={classes['place']}>
            <NavLink
              {...linkTo(section)}
              icon={icons[section]}
              label={texts.sections[section]}
              data-section={section}
              activeOptions={{ exact: true }}
              aria-current={section === open ? 'page' : undefined}
            />
          </li>
        ))}
        <li className={classes['place']}>
          <NavButton icon={IconLogout} label={texts.logout} onClick={signOut} disabled={pending} />
        </li>
      </ul>
    </nav>
  );
}
