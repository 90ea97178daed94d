import { Link } from '@tanstack/react-router';

import { useTexts } from '@shared/i18n/texts';
import { TwoLines } from '@shared/table/cells';
import { columnHead } from '@shared/table/column-head';
import type { ListColumns } from '@shared/table/columns';
import { DateCell } from '@shared/table/date-cell';
import { StatusPill } from '@shared/ui/status-pill';
import { Tag } from '@shared/ui/tag';

import type { ListedClient } from './client-queries';
import { clientTexts } from './client-texts';
import classes from './clients.module.css';

/** Whether a client is active. */
export function ClientState({ active }: { active: boolean }) {
  const texts = useTexts(clientTexts);
  return <StatusPill tone={active ? 'done' : 'cancelled'}>{active ? texts.active : texts.closed}</StatusPill>;
}

/** The features of a client. */
export function FeatureTags({ features }: { features: readonly string[] }) {
  return (
    <span className={classes['tags']}>
      {features.map((feature) => (
        <Tag key={feature}>{feature}</Tag>
      ))}
    </span>
  );
}

const head = columnHead(clientTexts, 'columns');

/** The columns of the list of clients. */
export const clientColumns: ListColumns<ListedClient> = [
  {
    id: 'name',
    header: head('name'),
    cell: ({ id, name, code }) => (
      <TwoLines caption={code}>
        <Link to="/clients/$id" params={{ id: String(id) }}>
          {name}
        </Link>
      </TwoLines>
    ),
    look: { skeleton: 'two-lines' },
  },
  { id: 'id', header: head('id'), cell: ({ id }) => id, look: { width: 8, skeleton: 'line' } },
  {
    id: 'features',
    header: head('features'),
    cell: ({ features }) => <FeatureTags features={features} />,
    look: { width: 16, skeleton: 'line' },
  },
  {
    id: 'state',
    header: head('state'),
    cell: ({ active }) => <ClientState active={active} />,
    look: { width: 8, skeleton: 'pill' },
  },
  {
    id: 'createdAt',
    header: head('createdAt'),
    cell: ({ createdAt }) => <DateCell at={createdAt} />,
    look: { width: 10, skeleton: 'two-lines' },
  },
];
