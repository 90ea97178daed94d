import { Link } from '@tanstack/react-router';

import { AmountCell } from '@shared/table/cells';
import { columnHead } from '@shared/table/column-head';
import { columnsFor } from '@shared/table/columns';
import type { Client } from '@/sketch/clients-api';

import { clientTexts } from './client-texts';

const head = columnHead(clientTexts, 'columns');
const column = columnsFor<Client>();

/** The columns of the list of clients. */
export const clientColumns = column.columns([
  column.accessor('name', {
    header: head('name'),
    cell: ({ row: { original } }) => (
      <Link to="/clients/$id" params={{ id: String(original.id) }}>
        {original.name}
      </Link>
    ),
  }),
  column.accessor('city', { header: head('city'), meta: { width: 12 } }),
  column.accessor('balance', {
    header: head('balance'),
    cell: ({ row }) => <AmountCell value={row.original.balance} />,
    meta: { width: 12, align: 'end' },
  }),
]);
