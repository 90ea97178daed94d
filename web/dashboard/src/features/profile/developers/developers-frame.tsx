import { IconLock } from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { useHasPermission } from '@/session/current-user';
import { permission } from '@/session/permissions';
import { useZones } from '@shared/format/display-zone';
import { useTexts } from '@shared/i18n/texts';
import { PageTab, PageTabs } from '@shared/page/page-header';
import { ListNotice } from '@shared/state/list-notice';
import { Card } from '@shared/ui/card';

import { ProfileFrame } from '../profile-frame';
import { profileTexts } from '../profile-texts';
import { developerTexts } from './developer-texts';

/** The pages for developers, in the order of their tabs. */
const tabs = {
  webhooks: linkOptions({ to: '/profile/developers' }),
  requests: linkOptions({ to: '/profile/developers/requests' }),
  sandbox: linkOptions({ to: '/profile/developers/sandbox' }),
} as const;

const tabNames = ['webhooks', 'requests', 'sandbox'] as const satisfies (keyof typeof tabs)[];

const exactPath = { exact: true, includeSearch: false };

/** What clients' programs use, on a page for each, for users with the permission. */
export function DevelopersFrame({ children }: { children: ReactNode }) {
  const texts = useTexts(developerTexts);
  const profile = useTexts(profileTexts);
  const zones = useZones();
  const allowed = useHasPermission(permission.webhookManage);
  return (
    <ProfileFrame open="developers" note={texts.timesIn(zones.label)}>
      {allowed ? (
        <>
          <PageTabs label={texts.tabs.label}>
            {tabNames.map((name) => (
              <PageTab key={name} {...tabs[name]} activeOptions={exactPath}>
                {texts.tabs[name]}
              </PageTab>
            ))}
          </PageTabs>
          {children}
        </>
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
