import { getRouteApi } from '@tanstack/react-router';

import lists from '@/lists/lists.module.css';
import { permission } from '@/session/permissions';
import { Page } from '@shared/app/page';
import { useZones } from '@shared/format/display-zone';
import { useTexts } from '@shared/i18n/texts';
import { PageTab, PageTabs } from '@shared/page/page-header';

import { NumbersTab } from './numbers-tab';
import { OpenTopupsTab } from './open-topups-tab';
import { RequestsTab } from './requests-tab';
import { StatementsTab } from './statements-tab';
import { SuspenseTab } from './suspense-tab';
import { topupTexts } from './topup-texts';

const route = getRouteApi('/_app/topups');

/** Money that comes in: what matches nothing, what is expected, what clients asked for, and virtual accounts. */
export function TopupsPage() {
  const texts = useTexts(topupTexts);
  return (
    <Page
      title={texts.title}
      note={texts.timesIn(useZones().label)}
      needs={{ permission: permission.suspense }}
      tabs={<Tabs />}
    >
      <div className={lists['compact']}>
        <Tab />
      </div>
    </Page>
  );
}

function Tabs() {
  const texts = useTexts(topupTexts);
  return (
    <PageTabs label={texts.title}>
      {([undefined, 'open', 'requests', 'numbers', 'statements'] as const).map((tab) => (
        <PageTab
          key={tab ?? ''}
          to="/topups"
          search={{ tab }}
          activeOptions={{ includeSearch: true, explicitUndefined: true }}
        >
          {texts.tabs[tab ?? 'suspense']}
        </PageTab>
      ))}
    </PageTabs>
  );
}

function Tab() {
  const { tab } = route.useSearch();
  if (tab === 'open') return <OpenTopupsTab />;
  if (tab === 'requests') return <RequestsTab />;
  if (tab === 'numbers') return <NumbersTab />;
  if (tab === 'statements') return <StatementsTab />;
  return <SuspenseTab />;
}
