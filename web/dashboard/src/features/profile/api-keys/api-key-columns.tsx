import { useZones } from '@shared/format/display-zone';
import { formatDateTime } from '@shared/format/local-time';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { EmptyValue } from '@shared/table/cells';
import { columnHead } from '@shared/table/column-head';
import type { ListColumns } from '@shared/table/columns';

import { RemoveButton } from '@shared/overlay/removal';
import type { ListedKey } from './api-key-queries';
import { apiKeyTexts } from './api-key-texts';
import classes from './api-keys.module.css';

/** When a key was made or last used; a dash where it was not used yet. */
function KeyMoment({ at }: { at: string | null | undefined }) {
  const language = useLanguage();
  const { shown } = useZones();
  if (!at) return <EmptyValue />;
  return <time dateTime={at}>{formatDateTime(at, shown, language)}</time>;
}

function DeleteKey({ apiKey }: { apiKey: ListedKey }) {
  const texts = useTexts(apiKeyTexts);
  return <RemoveButton id={apiKey.id} text={texts.remove} label={texts.removeNamed(apiKey.apiKey)} />;
}

const head = columnHead(apiKeyTexts);

/** The columns of the client's API keys. */
export const apiKeyColumns: ListColumns<ListedKey> = [
  {
    id: 'apiKey',
    header: head('apiKey'),
    cell: (row) => <span className={classes['key']}>{row.apiKey}</span>,
    look: { width: 13.75, skeleton: 'line' },
  },
  {
    id: 'createdAt',
    header: head('createdAt'),
    cell: (row) => <KeyMoment at={row.createdAt} />,
    look: { width: 14.375, skeleton: 'line' },
  },
  {
    id: 'lastUsedAt',
    header: head('lastUsedAt'),
    cell: (row) => <KeyMoment at={row.lastUsedAt} />,
    look: { skeleton: 'line' },
  },
  {
    id: 'action',
    header: head('action'),
    cell: (row) => <DeleteKey apiKey={row} />,
    look: { width: 8, align: 'end', skeleton: 'icon', phone: 'end' },
  },
];
