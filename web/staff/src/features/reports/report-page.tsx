import { Skeleton } from '@mantine/core';
import { IconChartBar, IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';

import { permission } from '@/session/permissions';
import type { FileFormat } from '@shared/api/file-answer';
import { Page } from '@shared/app/page';
import { useZones } from '@shared/format/display-zone';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { ListNotice } from '@shared/state/list-notice';
import { LoadFailed } from '@shared/state/load-failed';
import { useFailure } from '@shared/state/use-failure';
import { ProgressButton } from '@shared/ui/progress-button';

import { ReportCharts } from './report-charts';
import { ReportFilters } from './report-filters';
import { exportReportOptions, reportOptions } from './report-queries';
import { groupings } from './report-search';
import { ReportTable } from './report-table';
import { reportTexts } from './report-texts';
import classes from './reports.module.css';

const route = getRouteApi('/_app/reports');

/** What was sold, with its cost and margin. */
export function ReportPage() {
  const texts = useTexts(reportTexts);
  const { client: zone } = useZones();
  return (
    <Page
      title={texts.title}
      needs={{ permission: permission.reports }}
      note={texts.note(zone === 'Asia/Jakarta' ? 'WIB' : zone)}
      actions={
        <>
          <Export format="csv" />
          <Export format="xlsx" />
        </>
      }
    >
      <Groupings />
      <SalesReport />
    </Page>
  );
}

function Export({ format }: { format: FileFormat }) {
  const texts = useTexts(reportTexts);
  const { mutate, isPending } = useMutation(exportReportOptions(route.useSearch()));
  return (
    <ProgressButton
      variant="default"
      leftSection={<IconDownload aria-hidden />}
      sending={isPending}
      sendingLabel={texts.exporting}
      onPress={() => mutate(format, { onSuccess: () => notifySuccess(texts.exported) })}
    >
      {texts[format]}
    </ProgressButton>
  );
}

/** Chooses what the rows are about. */
function Groupings() {
  const texts = useTexts(reportTexts);
  const search = route.useSearch();
  const selection = search.groupBy ?? 'day';
  return (
    <nav className={classes['groupings']} aria-label={texts.groupBy}>
      {groupings.map((groupBy) => (
        <Link
          key={groupBy}
          to="/reports"
          search={{ ...search, groupBy }}
          resetScroll={false}
          aria-current={groupBy === selection ? 'true' : undefined}
        >
          {texts.by[groupBy]}
        </Link>
      ))}
    </nav>
  );
}

function SalesReport() {
  const texts = useTexts(reportTexts);
  const search = route.useSearch();
  const load = useQuery(reportOptions(search));
  const failure = useFailure(load);
  const { data, isFetching, isPlaceholderData, refetch } = load;
  return (
    <>
      <ReportFilters key={JSON.stringify(search)} search={search} />
      {failure ? (
        <LoadFailed title={texts.failed} error={failure} retrying={isFetching} onRetry={() => void refetch()} />
      ) : null}
      {!failure && !data ? <Skeleton height="24rem" /> : null}
      {data && !failure ? (
        <div className={classes['report']} aria-busy={isFetching} data-waiting={isPlaceholderData || undefined}>
          {data.total.orders + data.total.failed + data.total.refunds === 0 ? (
            <ListNotice icon={IconChartBar} title={texts.none}>
              {texts.noneText}
            </ListNotice>
          ) : (
            <>
              <ReportCharts report={data} />
              <ReportTable report={data} />
            </>
          )}
        </div>
      ) : null}
    </>
  );
}
