import { IconDialpad, IconKey, IconLock, IconLogout, IconUser, IconUsers, type TablerIcon } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';

import { useTexts } from '@/shared/i18n/texts';
import { useSession } from '@/shared/session/use-session';
import { useSignOut } from '@/shared/session/use-sign-out';
import { NavButton, NavLink } from '@/shared/ui/nav-item';

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
  return section === 'profile'
    ? { to: '/profile' as const }
    : { to: '/profile/$type' as const, params: { type: section } };
}

/** The sections that the user may open, and the way out. */
export function ProfileMenu({ open }: { open: ProfileSection }) {
  const texts = useTexts(profileTexts);
  const { clientDetail, permissions } = useSession();
  const { signOut, pending } = useSignOut();
  const entries = profileEntries({ features: clientDetail?.value.features ?? [], permissions });
  const menu = useRef<HTMLElement>(null);
  useEffect(() => {
    // Where the menu is a row that scrolls, the open section must not hide at its end.
    const row = menu.current;
    const entry = row?.querySelector<HTMLElement>(`[data-section='${open}']`);
    if (row && entry && row.scrollWidth > row.clientWidth) row.scrollLeft = entry.offsetLeft - row.clientWidth / 2;
  }, [open]);
  return (
    <nav ref={menu} className={classes['menu']} aria-label={texts.menu}>
      <ul className={classes['list']}>
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
