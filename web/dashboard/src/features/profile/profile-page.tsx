import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ComponentType } from 'react';

import { useTexts } from '@shared/i18n/texts';
import { areaTexts } from '@/navigation/area-texts';
import { Page } from '@shared/app/page';
import { currentUserOptions } from '@/session/current-user';

import { ApiKeySection } from './api-keys/api-key-section';
import { PasswordSection } from './password/password-section';
import { PersonalSection } from './personal/personal-section';
import { PinSection } from './pin/pin-section';
import { ProfileMenu } from './profile-menu';
import { isProfileSection, type ProfileSection } from './profile-sections';
import classes from './profile.module.css';
import { UserSection } from './users/user-section';

const route = getRouteApi('/_app/profile/{-$type}');

const sections: Record<ProfileSection, ComponentType> = {
  profile: PersonalSection,
  password: PasswordSection,
  pin: PinSection,
  'user-management': UserSection,
  'api-key': ApiKeySection,
};

/** Loads the user again when a section opens: an e-mail address or a PIN may have been confirmed in another tab. */
function UserRefresh() {
  useQuery({ ...currentUserOptions(), staleTime: 0 });
  return null;
}

/** The profile: the menu of its sections and the section that the URL names. */
export function ProfilePage() {
  const { type } = route.useParams();
  const open = isProfileSection(type) ? type : 'profile';
  const Section = sections[open];
  return (
    <Page title={useTexts(areaTexts).profile}>
      <UserRefresh key={open} />
      <div className={classes['page']}>
        <ProfileMenu open={open} />
        <div className={classes['section']}>
          <Section />
        </div>
      </div>
    </Page>
  );
}
