import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import { useHasPermission } from '@/session/current-user';
import { permission } from '@/session/permissions';
import { useZones } from '@shared/format/display-zone';
import { useTexts } from '@shared/i18n/texts';
import { ListNotice } from '@shared/state/list-notice';
import { Card } from '@shared/ui/card';

import { ProfileFrame } from '../profile-frame';
import { profileTexts } from '../profile-texts';
import { developerTexts } from './developer-texts';

/** What clients' programs use, for users with the permission. */
export function DevelopersFrame({ children }: { children: ReactNode }) {
  const texts = useTexts(developerTexts);
  const profile = useTexts(profileTexts);
  const zones = useZones();
  const allowed = useHasPermission(permission.webhookManage);
  return (
    <ProfileFrame open="developers" note={texts.timesIn(zones.label)}>
      {allowed ? (
        children
      ) : (
        <Card title={profile.sections.developers}>
          <ListNotice icon={IconLock} title={profile.unauthorized}>
            {profile.unauthorizedText}
          </ListNotice>
        </Card>
      )}
    </ProfileFrame>
  );
}
