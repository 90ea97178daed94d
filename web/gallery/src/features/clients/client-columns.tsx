import { Link } from '@tanstack/react-router';

import { AmountCell } from '@shared/table/cells';
import { columnHead } from '@shared/table/column-head';
import type { ListColumns } from '@shared/table/columns';
import type { Client } from '@/sketch/clients-api';

import { clientTexts } from './client-texts';

const head = columnHead(clientTexts, 'columns');

/** The columns of the list of clients. */
export const clientColumns: ListColumns<Client> = [
  {
    id: 'name',
    header: head('name'),
    cell: (client) => (
      <Link to="/clients/$id" params={{ id: String(client.id) }}>
        {client.name}
      </Link>
    ),
  },
  { id: 'city', header: head('city'), cell: (client) => client.city, look: { width: 12 } },
  {
    id: 'balance',
    header: head('balance'),
    cell: (client) => <AmountCell value={client.balance} />,
    look: { width: 12, align: 'end' },
  },
];
