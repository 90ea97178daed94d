import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { useTexts } from '@shared/i18n/texts';
import { areaTexts } from '@/navigation/area-texts';
import { Page } from '@shared/app/page';
import { currentUserOptions } from '@/session/current-user';

import { ProfileMenu } from './profile-menu';
import type { ProfileSection } from './profile-sections';
import classes from './profile.module.css';

/** Loads the user again when a section opens: an e-mail address or a PIN may have been confirmed in another tab. */
function UserRefresh() {
  useQuery({ ...currentUserOptions(), staleTime: 0 });
  return null;
}

interface ProfileFrameProps {
  open: ProfileSection;
  /** Secondary text beside the title. */
  note?: string;
  children: ReactNode;
}

/** A section of the profile beside the menu of all. */
export function ProfileFrame({ open, note, children }: ProfileFrameProps) {
  return (
    <Page title={useTexts(areaTexts).profile} note={note}>
      <UserRefresh key={open} />
      <div className={classes['page']}>
        <ProfileMenu open={open} />
        <div className={classes['section']}>{children}</div>
      </div>
    </Page>
  );
}
