import { Button, Skeleton } from '@mantine/core';
import { IconDownload, IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';

import { permission } from '@/session/permissions';
import { Page } from '@shared/app/page';
import { useZones } from '@shared/format/display-zone';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { ListNotice } from '@shared/state/list-notice';
import { LoadFailed } from '@shared/state/load-failed';
import { useFailure } from '@shared/state/use-failure';
import { ProgressButton } from '@shared/ui/progress-button';

import { AuditFilters } from './audit-filters';
import { auditOptions, exportAuditOptions } from './audit-queries';
import { AuditTable } from './audit-table';
import { auditTexts } from './audit-texts';
import classes from './audit.module.css';

const route = getRouteApi('/_app/audit');

/** Who did what, to whom, when and why. */
export function AuditPage() {
  const texts = useTexts(auditTexts);
  const { label } = useZones();
  return (
    <Page title={texts.title} needs={{ permission: permission.auditRead }} note={label} actions={<Export />}>
      <Entries />
    </Page>
  );
}

function Export() {
  const texts = useTexts(auditTexts);
  const { mutate, isPending } = useMutation(exportAuditOptions(route.useSearch()));
  return (
    <ProgressButton
      variant="default"
      leftSection={<IconDownload aria-hidden />}
      sending={isPending}
      sendingLabel={texts.exporting}
      onPress={() => mutate(undefined, { onSuccess: () => notifySuccess(texts.exported) })}
    >
      {texts.export}
    </ProgressButton>
  );
}

function Entries() {
  const texts = useTexts(auditTexts);
  const search = route.useSearch();
  const load = useInfiniteQuery(auditOptions(search));
  const failure = useFailure(load);
  const { data, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = load;
  const entries = data?.pages.flatMap((page) => page.data);
  return (
    <>
      <AuditFilters key={JSON.stringify(search)} search={search} />
      <div className={classes['card']} aria-busy={isFetching}>
        {failure ? (
          <LoadFailed title={texts.failed} error={failure} retrying={isFetching} onRetry={() => void refetch()} />
        ) : null}
        {!failure && !entries ? <Skeleton height="24rem" /> : null}
        {entries?.length === 0 ? (
          <ListNotice icon={IconHistory} title={texts.none}>
            {texts.noneText}
          </ListNotice>
        ) : null}
        {entries && entries.length > 0 ? <AuditTable entries={entries} /> : null}
      </div>
      {hasNextPage ? (
        <Button variant="default" mt="sm" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {texts.more}
        </Button>
      ) : null}
    </>
  );
}
