import { IconFileExport } from '@tabler/icons-react';

import { formatDayRange } from '@shared/format/calendar-day';
import { useZones } from '@shared/format/display-zone';
import { formatDateTime } from '@shared/format/local-time';
import { groupThousands } from '@shared/format/rupiah';
import { walletTypeName } from '@shared/format/wallet-type';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { Nothing, TextCell, TwoLines } from '@shared/table/cells';
import { columnsFor } from '@shared/table/columns';
import { DataTable, type ListView } from '@shared/table/data-table';
import { ListNotice } from '@shared/table/list-notice';
import { LoadFailed } from '@shared/table/load-failed';
import { StatusPill } from '@shared/table/status-pill';
import { ProgressBar } from '@shared/ui/progress-bar';

import type { OrderExport } from './export-queries';
import { exportTone } from './export-rules';
import { exportTexts } from './export-texts';
import { FileButton } from '../files/file-button';
import { fileSize } from '../files/file-size';
import classes from '../files/files.module.css';

interface ExportListProps {
  /** Undefined while they are not known. */
  exports: readonly OrderExport[] | undefined;
  /** What their load failed with, or null. */
  failure: Error | null;
  retrying: boolean;
  onRetry: () => void;
}

const skeletonRows = 3;
const tableWidth = 53;
const idOf = (one: OrderExport) => one.id;

/** Exports that run and that were made, newest first, with their progress and their files. */
export function ExportList({ exports, failure, retrying, onRetry }: ExportListProps) {
  const texts = useTexts(exportTexts);
  return (
    <DataTable
      label={texts.list}
      columns={exportColumns}
      view={view()}
      rowId={idOf}
      skeletonRows={skeletonRows}
      minWidth={tableWidth}
      renderPhoneRow={(one) => <PhoneExport one={one} />}
    />
  );

  function view(): ListView<OrderExport> {
    if (exports && exports.length > 0) return { kind: 'rows', rows: exports, waiting: false };
    if (exports) {
      return {
        kind: 'notice',
        notice: (
          <ListNotice icon={IconFileExport} title={texts.empty}>
            {texts.emptyHint}
          </ListNotice>
        ),
      };
    }
    if (failure === null) return { kind: 'loading' };
    const notice = <LoadFailed title={texts.failed} error={failure} retrying={retrying} onRetry={onRetry} />;
    return { kind: 'notice', notice };
  }
}

type HeadName = keyof (typeof exportTexts)['en']['columns'];

function Head({ name }: { name: HeadName }) {
  return useTexts(exportTexts).columns[name];
}

function Created({ one }: { one: OrderExport }) {
  const language = useLanguage();
  const { shown } = useZones();
  return <time dateTime={one.createdAt}>{formatDateTime(one.createdAt, shown, language)}</time>;
}

function Dates({ one }: { one: OrderExport }) {
  return formatDayRange(one.dateStart, one.dateEnd, useLanguage());
}

function useWalletName(one: OrderExport): string {
  const texts = useTexts(exportTexts);
  return one.depositType === '' ? texts.allWalletType : walletTypeName(one.depositType);
}

function WalletCell({ one }: { one: OrderExport }) {
  return <TextCell>{useWalletName(one)}</TextCell>;
}

/** The state in a word; while it runs, its true counts, then how much there is and until when. */
function State({ one }: { one: OrderExport }) {
  const texts = useTexts(exportTexts);
  const language = useLanguage();
  const { shown } = useZones();
  if (one.status === 'running') {
    const words =
      one.rowsTotal === 0
        ? texts.counting
        : texts.progress(groupThousands(one.rowsDone), groupThousands(one.rowsTotal));
    return (
      <div className={classes['progress']}>
        <span>{words}</span>
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
  const language = useLanguage();
  const dates = formatDayRange(one.dateStart, one.dateEnd, language);
  if (!one.xlsx && !one.csv) return <Nothing />;
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
      <span className={classes['phoneTitle']}>
        <Dates one={one} />
      </span>
      <span className={classes['phoneNote']}>{useWalletName(one)}</span>
      <State one={one} />
      {one.status === 'done' && <Files one={one} />}
      <span className={classes['phoneNote']}>
        <Created one={one} />
      </span>
    </div>
  );
}

const column = columnsFor<OrderExport>();

const exportColumns = column.columns([
  column.display({
    id: 'created',
    header: () => <Head name="created" />,
    cell: ({ row }) => <Created one={row.original} />,
    meta: { width: 13, skeleton: 'line' },
  }),
  column.display({
    id: 'range',
    header: () => <Head name="range" />,
    cell: ({ row }) => <Dates one={row.original} />,
    meta: { width: 12, skeleton: 'line' },
  }),
  column.display({
    id: 'walletType',
    header: () => <Head name="walletType" />,
    cell: ({ row }) => <WalletCell one={row.original} />,
    meta: { width: 8.5, skeleton: 'line' },
  }),
  column.display({
    id: 'status',
    header: () => <Head name="status" />,
    cell: ({ row }) => <State one={row.original} />,
    meta: { skeleton: 'two-lines' },
  }),
  column.display({
    id: 'files',
    header: () => <Head name="files" />,
    cell: ({ row }) => <Files one={row.original} />,
    meta: { width: 20.5, align: 'end', skeleton: 'pill' },
  }),
]);
