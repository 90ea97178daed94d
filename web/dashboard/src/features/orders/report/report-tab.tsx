import { IconCalendarSearch, IconFileOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { addDays, formatDay } from '@shared/format/calendar-day';
import { type DateRange, dateRangeProblem } from '@shared/form/date-range';
import { useZones } from '@shared/format/display-zone';
import { groupThousands } from '@shared/format/rupiah';
import { useToday } from '@shared/format/use-today';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { TextCell } from '@shared/table/cells';
import { columnHead } from '@shared/table/column-head';
import type { ListColumns } from '@shared/table/columns';
import { DataTable } from '@shared/table/data-table';
import { ListNotice } from '@shared/state/list-notice';
import { useList } from '@shared/table/use-list';

import { type OrderReport, reportsOptions } from '../export/export-queries';
import { FileButton } from '../files/file-button';
import { FileForm } from '../files/file-form';
import { fileSize } from '@shared/format/file-size';
import classes from '../files/files.module.css';
import { maxReportDays, newestReport } from '../order-rules';
import { reportTexts } from './report-texts';

interface ReportTabProps {
  /** The range in the URL. */
  range: DateRange | null;
  onRange: (range: DateRange) => void;
}

const skeletonRows = 3;
const tableWidth = 40;
const idOf = (report: OrderReport) => report.date;

/** The report tab: a range of days and a file for each day. */
export function ReportTab({ range, onRange }: ReportTabProps) {
  const texts = useTexts(reportTexts);
  const rule = { maxSpan: maxReportDays, lastDay: addDays(useToday(useZones().client), -newestReport) };
  const loads = range !== null && dateRangeProblem(range, rule) === null;
  const reports = useQuery(reportsOptions(loads ? range : null));
  const { view, reload } = useList(reports, reports.data, {
    failed: texts.failed,
    instead: loads ? undefined : notice(IconCalendarSearch, texts.prompt, texts.promptHint),
    empty: notice(IconFileOff, texts.empty, texts.emptyHint),
  });
  return (
    <div className={classes['tab']}>
      <FileForm
        texts={texts}
        rule={rule}
        initial={range}
        sending={loads && reports.isFetching}
        onSubmit={(next) => {
          if (next.start === range?.start && next.end === range.end) reload();
          else onRange(next);
        }}
      />
      <DataTable
        label={texts.list}
        columns={reportColumns}
        view={view}
        rowId={idOf}
        skeletonRows={skeletonRows}
        minWidth={tableWidth}
        renderPhoneRow={(report) => <PhoneReport report={report} />}
      />
    </div>
  );
}

function notice(icon: typeof IconFileOff, title: string, hint: string) {
  return (
    <ListNotice icon={icon} title={title}>
      {hint}
    </ListNotice>
  );
}

/** The CSV file, and beside it the workbook, in which long numbers stay whole. */
function Download({ report }: { report: OrderReport }) {
  const texts = useTexts(reportTexts);
  const day = formatDay(report.date, useLanguage());
  const onPress = () => notifySuccess(texts.downloading);
  return (
    <div className={classes['files']}>
      <FileButton url={report.xlsx.url} label={texts.workbookOf(day)} onPress={onPress}>
        XLSX
      </FileButton>
      <FileButton url={report.urlReport} label={texts.downloadOf(day)} onPress={onPress}>
        {texts.download}
      </FileButton>
    </div>
  );
}

function ReportDate({ report }: { report: OrderReport }) {
  return <time dateTime={report.date}>{formatDay(report.date, useLanguage())}</time>;
}

function PhoneReport({ report }: { report: OrderReport }) {
  const texts = useTexts(reportTexts);
  return (
    <div className={classes['phoneReport']}>
      <span className={classes['phoneTitle']}>
        <ReportDate report={report} />
      </span>
      <span className={classes['phoneNote']}>
        {texts.rows(groupThousands(report.rows))} · {fileSize(report.size)}
      </span>
      <Download report={report} />
    </div>
  );
}

const head = columnHead(reportTexts, 'columns');

const reportColumns: ListColumns<OrderReport> = [
  {
    id: 'date',
    header: head('date'),
    cell: (row) => <ReportDate report={row} />,
    look: { skeleton: 'line' },
  },
  {
    id: 'rows',
    header: head('rows'),
    cell: (row) => groupThousands(row.rows),
    look: { width: 9, align: 'end', skeleton: 'line' },
  },
  {
    id: 'size',
    header: head('size'),
    cell: (row) => <TextCell>{fileSize(row.size)}</TextCell>,
    look: { width: 9, align: 'end', skeleton: 'line' },
  },
  {
    id: 'action',
    header: head('action'),
    cell: (row) => <Download report={row} />,
    look: { width: 16, align: 'end', skeleton: 'pill' },
  },
];
