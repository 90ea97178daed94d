import { IconFileExport } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';

import { formatDayRange } from '@shared/format/calendar-day';
import { useZones } from '@shared/format/display-zone';
import { formatDateTime } from '@shared/format/local-time';
import { groupThousands } from '@shared/format/rupiah';
import { walletTypeName } from '@shared/format/wallet-type';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { EmptyValue, Shortened, TextCell, TwoLines } from '@shared/table/cells';
import { columnHead } from '@shared/table/column-head';
import type { ListColumns } from '@shared/table/columns';
import { DataTable } from '@shared/table/data-table';
import { ListNotice } from '@shared/state/list-notice';
import { StatusPill } from '@shared/ui/status-pill';
import { useList } from '@shared/table/use-list';
import { ProgressBar } from '@shared/ui/progress-bar';

import type { OrderExport } from './export-queries';
import { exportFilterTexts, exportTone } from './export-rules';
import { exportTexts } from './export-texts';
import { FileButton } from '../files/file-button';
import { hourTitle } from '../hours/order-hours';
import { ordersTexts } from '../orders-texts';
import { fileSize } from '@shared/format/file-size';
import classes from '../files/files.module.css';

const skeletonRows = 3;
const tableWidth = 53;
const idOf = (one: OrderExport) => one.id;

/** The exports, newest first, with their progress and files. */
export function ExportList({ load }: { load: UseQueryResult<OrderExport[]> }) {
  const texts = useTexts(exportTexts);
  const { view } = useList(load, load.data, {
    failed: texts.failed,
    empty: (
      <ListNotice icon={IconFileExport} title={texts.empty}>
        {texts.emptyHint}
      </ListNotice>
    ),
  });
  return (
    <DataTable
      label={texts.list}
      columns={exportColumns}
      view={view}
      rowId={idOf}
      lines={3}
      skeletonRows={skeletonRows}
      minWidth={tableWidth}
      renderPhoneRow={(one) => <PhoneExport one={one} />}
    />
  );
}

function Created({ one }: { one: OrderExport }) {
  const language = useLanguage();
  const { shown } = useZones();
  return <time dateTime={one.createdAt}>{formatDateTime(one.createdAt, shown, language)}</time>;
}

function useDates(one: OrderExport): string {
  const language = useLanguage();
  const texts = useTexts(exportTexts);
  return one.dateStart === '' ? texts.allDates : formatDayRange(one.dateStart, one.dateEnd, language);
}

/** The filter of an export without dates and wallet; empty if there was none. */
function useFilterText(one: OrderExport): string {
  const texts = useTexts(ordersTexts);
  const language = useLanguage();
  const { shown } = useZones();
  return exportFilterTexts(one, texts, (hour) => hourTitle(hour, shown, language)).join(' · ');
}

function Dates({ one }: { one: OrderExport }) {
  const filterText = useFilterText(one);
  const dates = useDates(one);
  return <TwoLines caption={filterText === '' ? undefined : <Shortened>{filterText}</Shortened>}>{dates}</TwoLines>;
}

function useWalletName(one: OrderExport): string {
  const texts = useTexts(exportTexts);
  return one.depositType === '' ? texts.allWalletType : walletTypeName(one.depositType);
}

function WalletCell({ one }: { one: OrderExport }) {
  return <TextCell>{useWalletName(one)}</TextCell>;
}

/** The status of an export: its progress while it runs, later its number of orders and when its files expire. */
function State({ one }: { one: OrderExport }) {
  const texts = useTexts(exportTexts);
  const language = useLanguage();
  const { shown } = useZones();
  if (one.status === 'running') {
    const progressText =
      one.rowsTotal === 0
        ? texts.counting
        : texts.progress(groupThousands(one.rowsDone), groupThousands(one.rowsTotal));
    return (
      <div className={classes['progress']}>
        <span>{progressText}</span>
        <ProgressBar label={texts.status.running} value={one.rowsDone} max={one.rowsTotal} />
      </div>
    );
  }
  const captions = {
    done: one.expiresAt
      ? `${texts.rows(groupThousands(one.rowsTotal))}, ${texts.until(formatDateTime(one.expiresAt, shown, language))}`
      : texts.rows(groupThousands(one.rowsTotal)),
    failed: texts.failedHint,
    expired: texts.expiredHint,
  };
  return (
    <TwoLines caption={captions[one.status]}>
      <StatusPill tone={exportTone(one.status)}>{texts.status[one.status]}</StatusPill>
    </TwoLines>
  );
}

function Files({ one }: { one: OrderExport }) {
  const texts = useTexts(exportTexts);
  const dates = useDates(one);
  if (!one.xlsx && !one.csv) return <EmptyValue />;
  return (
    <div className={classes['files']}>
      {[
        { form: 'XLSX', file: one.xlsx },
        { form: 'CSV', file: one.csv },
      ].map(
        ({ form, file }) =>
          file && (
            <span key={form} className={classes['file']}>
              <FileButton url={file.url} label={texts.downloadFile(form, dates)}>
                {`${texts.download} ${form}`}
              </FileButton>
              <span className={classes['size']}>{fileSize(file.size)}</span>
            </span>
          ),
      )}
    </div>
  );
}

function PhoneExport({ one }: { one: OrderExport }) {
  return (
    <div className={classes['phoneRow']}>
      <span className={classes['phoneTitle']}>{useDates(one)}</span>
      <span className={classes['phoneNote']}>
        {[useWalletName(one), useFilterText(one)].filter(Boolean).join(' · ')}
      </span>
      <State one={one} />
      {one.status === 'done' && <Files one={one} />}
      <span className={classes['phoneNote']}>
        <Created one={one} />
      </span>
    </div>
  );
}

const head = columnHead(exportTexts, 'columns');

const exportColumns: ListColumns<OrderExport> = [
  {
    id: 'created',
    header: head('created'),
    cell: (row) => <Created one={row} />,
    look: { width: 13, minWidth: 10.25, skeleton: 'line' },
  },
  {
    id: 'range',
    header: head('range'),
    cell: (row) => <Dates one={row} />,
    look: { width: 12, minWidth: 9.5, skeleton: 'two-lines' },
  },
  {
    id: 'walletType',
    header: head('walletType'),
    cell: (row) => <WalletCell one={row} />,
    look: { width: 9, minWidth: 7.25, skeleton: 'line' },
  },
  {
    id: 'status',
    header: head('status'),
    cell: (row) => <State one={row} />,
    look: { skeleton: 'two-lines' },
  },
  {
    id: 'files',
    header: head('files'),
    cell: (row) => <Files one={row} />,
    look: { width: 20.5, minWidth: 20.25, align: 'end', skeleton: 'pill' },
  },
];
