import { IconMessageReport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import type { AnswerOf } from '@/api-types';
import { formatAge } from '@/age/age';
import { ageTexts } from '@/age/age-texts';
import { complaintFiguresOptions } from '@/orders/complaint-queries';
import { useTexts } from '@shared/i18n/texts';
import { ListNotice } from '@shared/state/list-notice';
import { EmptyValue } from '@shared/table/cells';
import { columnHead } from '@shared/table/column-head';
import type { ListColumns } from '@shared/table/columns';
import { DataTable } from '@shared/table/data-table';
import { useList } from '@shared/table/use-list';

import { complaintsTexts } from './complaints-texts';

type Figures = AnswerOf<'/staff/v1/complaints/figures', 'get'>['data'][number];

const head = columnHead(complaintsTexts, 'figureColumns');
const second = 1000;

const columns: ListColumns<Figures> = [
  { id: 'supplier', header: head('supplier'), cell: ({ supplier }) => <Supplier code={supplier} /> },
  { id: 'opened', header: head('opened'), cell: ({ opened }) => opened, look: { width: 9, align: 'end' } },
  { id: 'open', header: head('open'), cell: ({ open }) => open, look: { width: 9, align: 'end' } },
  { id: 'refunded', header: head('refunded'), cell: ({ refunded }) => refunded, look: { width: 9, align: 'end' } },
  {
    id: 'median',
    header: head('median'),
    cell: (figures) => <Median figures={figures} />,
    look: { width: 12, align: 'end' },
  },
];

function Supplier({ code }: { code: string }) {
  const texts = useTexts(complaintsTexts);
  return code === '' ? texts.noSupplier : code;
}

function Median({ figures: { median, opened, open } }: { figures: Figures }) {
  const ages = useTexts(ageTexts);
  return opened === open ? <EmptyValue /> : formatAge(new Date(0).toISOString(), median * second, ages);
}

/** The complaints of the last 30 days about the orders of each supplier. */
export function SupplierFigures() {
  const texts = useTexts(complaintsTexts);
  const load = useQuery(complaintFiguresOptions());
  const { view } = useList(load, load.data, {
    failed: texts.failed,
    empty: <ListNotice icon={IconMessageReport} title={texts.noFigures} />,
  });
  return (
    <DataTable
      label={texts.figures}
      columns={columns}
      view={view}
      rowId={({ supplier }) => supplier}
      lines={1}
      skeletonRows={3}
      minWidth={48}
    />
  );
}
