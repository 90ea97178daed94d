import {
  IconCode,
  IconDialpad,
  IconKey,
  IconLock,
  IconLogout,
  IconShieldLock,
  IconUser,
  IconUserCheck,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react';

import { useTexts } from '@shared/i18n/texts';
import { useMenuAccess } from '@/session/current-user';
import { inSandbox } from '@/session/sandbox';
import { useSignOut } from '@shared/app/session/use-sign-out';
import { NavButton, NavLink, NavPending } from '@shared/ui/nav-item';

import { profileEntries, type ProfileSection, profileSections } from './profile-sections';
import { profileTexts } from './profile-texts';
import classes from './profile.module.css';

const icons: Record<ProfileSection, TablerIcon> = {
  profile: IconUser,
  password: IconLock,
  pin: IconDialpad,
  security: IconShieldLock,
  'user-management': IconUsers,
  roles: IconUserCheck,
  'api-key': IconKey,
  developers: IconCode,
};

function linkTo(section: ProfileSection) {
  if (section === 'developers') return { to: '/profile/developers' as const };
  const type = section === 'profile' ? undefined : section;
  return { to: '/profile/{-$type}' as const, params: { type } };
}

/** Links to the sections that the user may open, and Logout. Until user and permissions are known, placeholders. */
export function ProfileMenu({ open }: { open: ProfileSection }) {
  const texts = useTexts(profileTexts);
  const access = useMenuAccess();
  const { signOut, pending } = useSignOut();
  return (
    <nav className={classes['menu']} aria-label={texts.menu}>
      <ul className={classes['list']}>
        {access
          ? profileEntries(access, inSandbox()).map((section) => (
              <li key={section} className={classes['place']}>
                <NavLink
                  {...linkTo(section)}
                  icon={icons[section]}
                  label={texts.sections[section]}
                  activeOptions={{ exact: true }}
                  aria-current={section === open ? 'page' : undefined}
                />
              </li>
            ))
          : profileSections.map((section) => (
              <li key={section} className={classes['place']} aria-hidden>
                <NavPending />
              </li>
            ))}
        <li className={classes['place']}>
          <NavButton icon={IconLogout} label={texts.logout} onClick={signOut} disabled={pending} />
        </li>
      </ul>
    </nav>
  );
}
