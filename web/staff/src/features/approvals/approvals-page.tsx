import { Button, Skeleton } from '@mantine/core';
import { IconChecks } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';

import { useCurrentStaff } from '@/session/current-staff';
import { Page } from '@shared/app/page';
import { useZones } from '@shared/format/display-zone';
import { useTexts } from '@shared/i18n/texts';
import { useLiveQueries } from '@shared/live/use-live-queries';
import { PageTab, PageTabs } from '@shared/page/page-header';
import { ListNotice } from '@shared/state/list-notice';
import { LoadFailed } from '@shared/state/load-failed';
import { useFailure } from '@shared/state/use-failure';

import { isSelf } from './actor-name';
import { ApprovalCard } from './approval-card';
import { ApprovalList } from './approval-list';
import { approvalsKey, approvalsOptions, type Approval } from './approval-queries';
import { approvalTexts } from './approval-texts';
import classes from './approvals.module.css';

const route = getRouteApi('/_app/approvals');
const liveKeys = [approvalsKey];

/** What waits for a second person, and what was decided. */
export function ApprovalsPage() {
  const texts = useTexts(approvalTexts);
  return (
    <Page title={texts.title} note={useZones().label} tabs={<Tabs />}>
      <Requests />
    </Page>
  );
}

function Tabs() {
  const texts = useTexts(approvalTexts);
  return (
    <PageTabs label={texts.title}>
      {([undefined, 'mine', 'decided'] as const).map((tab) => (
        <PageTab
          key={tab ?? ''}
          to="/approvals"
          search={{ tab }}
          activeOptions={{ includeSearch: true, explicitUndefined: true }}
        >
          {texts.tabs[tab ?? 'waiting']}
        </PageTab>
      ))}
    </PageTabs>
  );
}

function Requests() {
  const texts = useTexts(approvalTexts);
  const { tab, id } = route.useSearch();
  const username = useCurrentStaff()?.username;
  const load = useInfiniteQuery(approvalsOptions(tab === 'decided' ? undefined : 'waiting'));
  useLiveQueries(['staff'], liveKeys);
  const failure = useFailure(load);
  const { data, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = load;
  if (failure) {
    return <LoadFailed title={texts.failed} error={failure} retrying={isFetching} onRetry={() => void refetch()} />;
  }
  if (!data) return <Skeleton height="20rem" />;
  const belongs: Record<typeof tab & string, (one: Approval) => boolean> = {
    mine: (one) => isSelf(one.requestedBy, username),
    decided: ({ status }) => status !== 'waiting',
  };
  const requests = data.pages.flatMap((page) => page.data).filter(tab ? belongs[tab] : () => true);
  const open = requests.find((one) => one.id === id);
  if (requests.length === 0 && !hasNextPage) {
    return (
      <div className={classes['empty']}>
        <ListNotice icon={IconChecks} title={emptyTitle(tab, texts)}>
          {tab === 'decided' ? '' : texts.noneText}
        </ListNotice>
      </div>
    );
  }
  return (
    <div className={classes['pair']}>
      <div>
        <ApprovalList requests={requests} openId={id} tab={tab} />
        {hasNextPage ? (
          <Button
            variant="default"
            fullWidth
            mt="xs"
            disabled={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            {texts.more}
          </Button>
        ) : null}
      </div>
      {open ? (
        <ApprovalCard key={open.id} request={open} />
      ) : (
        <p className={classes['choose']}>{id === undefined ? texts.choose : texts.gone}</p>
      )}
    </div>
  );
}

function emptyTitle(tab: 'mine' | 'decided' | undefined, texts: (typeof approvalTexts)['en']): string {
  if (tab === 'mine') return texts.noneMine;
  return tab === 'decided' ? texts.noneDecided : texts.none;
}
