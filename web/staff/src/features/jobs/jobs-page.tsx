import { getRouteApi } from '@tanstack/react-router';

import lists from '@/lists/lists.module.css';
import { permission } from '@/session/permissions';
import { Page } from '@shared/app/page';
import { useZones } from '@shared/format/display-zone';
import { useTexts } from '@shared/i18n/texts';
import { PageTab, PageTabs } from '@shared/page/page-header';

import { jobsPageTexts } from './job-texts';
import { JobsTab } from './jobs-tab';
import { NoticesTab } from './notices-tab';

const route = getRouteApi('/_app/jobs');

/** What the program could not finish by itself: jobs that were given up, and notices. */
export function JobsPage() {
  const texts = useTexts(jobsPageTexts);
  return (
    <Page
      title={texts.title}
      note={texts.timesIn(useZones().label)}
      needs={{ permission: permission.jobs }}
      tabs={<Tabs />}
    >
      <div className={lists['compact']}>
        <Tab />
      </div>
    </Page>
  );
}

function Tabs() {
  const texts = useTexts(jobsPageTexts);
  return (
    <PageTabs label={texts.title}>
      {([undefined, 'notices'] as const).map((tab) => (
        <PageTab
          key={tab ?? ''}
          to="/jobs"
          search={{ tab }}
          activeOptions={{ includeSearch: true, explicitUndefined: true }}
        >
          {texts.tabs[tab ?? 'jobs']}
        </PageTab>
      ))}
    </PageTabs>
  );
}

function Tab() {
  return route.useSearch().tab === 'notices' ? <NoticesTab /> : <JobsTab />;
}
