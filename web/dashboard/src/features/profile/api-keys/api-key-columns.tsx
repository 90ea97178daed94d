import { IconAlertTriangle } from '@tabler/icons-react';

import { useZones } from '@shared/format/display-zone';
import { formatDateTime } from '@shared/format/local-time';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { EmptyValue, Shortened, TwoLines } from '@shared/table/cells';
import { columnHead } from '@shared/table/column-head';
import type { ListColumns } from '@shared/table/columns';
import { Tag } from '@shared/ui/tag';

import { apiKeyTexts } from './api-key-texts';
import classes from './api-keys.module.css';
import { KeyActions } from './key-actions';
import type { EditedKey } from './key-dialog';
import { presetOf } from './key-scopes';

/** When a key was made or last used; a dash where it was not used yet. */
function KeyMoment({ at }: { at: string | null | undefined }) {
  const language = useLanguage();
  const { shown } = useZones();
  if (!at) return <EmptyValue />;
  return <time dateTime={at}>{formatDateTime(at, shown, language)}</time>;
}

/** The key's last characters, its name, and whether it serves no more. */
function KeyName({ apiKey }: { apiKey: EditedKey }) {
  const texts = useTexts(apiKeyTexts);
  return (
    <TwoLines caption={apiKey.name && <Shortened>{apiKey.name}</Shortened>}>
      <span className={classes['key']}>{apiKey.apiKey}</span>{' '}
      {apiKey.state !== 'active' && <Tag>{texts[apiKey.state]}</Tag>}
    </TwoLines>
  );
}

/** A key that serves from anywhere is worth a look. */
function FromAnywhere() {
  return (
    <span className={classes['anywhere']}>
      <IconAlertTriangle aria-hidden />
      {useTexts(apiKeyTexts).anywhere}
    </span>
  );
}

/** What a key may do, and from where. */
function KeyRights({ apiKey }: { apiKey: EditedKey }) {
  const texts = useTexts(apiKeyTexts);
  const preset = presetOf(apiKey.scopes);
  const [first, ...others] = apiKey.addresses;
  const more = others.length > 0 ? texts.andMore(others.length) : '';
  return (
    <TwoLines caption={first === undefined ? <FromAnywhere /> : texts.from(first + more)}>
      {preset === 'some' ? texts.some(apiKey.scopes.length) : texts[preset]}
    </TwoLines>
  );
}

function KeyMade({ apiKey }: { apiKey: EditedKey }) {
  const texts = useTexts(apiKeyTexts);
  const language = useLanguage();
  const { shown } = useZones();
  const ends = apiKey.endsAt === null ? undefined : texts.endsAt(formatDateTime(apiKey.endsAt, shown, language));
  return (
    <TwoLines caption={ends}>
      <KeyMoment at={apiKey.createdAt} />
    </TwoLines>
  );
}

function KeyUsed({ apiKey }: { apiKey: EditedKey }) {
  return (
    <TwoLines caption={apiKey.lastUsedFrom}>
      <KeyMoment at={apiKey.lastUsedAt} />
    </TwoLines>
  );
}

const head = columnHead(apiKeyTexts);

/** The columns of the client's API keys. */
export const apiKeyColumns: ListColumns<EditedKey> = [
  {
    id: 'apiKey',
    header: head('apiKey'),
    cell: (row) => <KeyName apiKey={row} />,
    look: { width: 10.5, skeleton: 'two-lines' },
  },
  {
    id: 'rights',
    header: head('rights'),
    cell: (row) => <KeyRights apiKey={row} />,
    look: { skeleton: 'two-lines' },
  },
  {
    id: 'createdAt',
    header: head('createdAt'),
    cell: (row) => <KeyMade apiKey={row} />,
    look: { width: 8.75, skeleton: 'two-lines' },
  },
  {
    id: 'lastUsedAt',
    header: head('lastUsedAt'),
    cell: (row) => <KeyUsed apiKey={row} />,
    look: { width: 8.75, skeleton: 'two-lines' },
  },
  {
    id: 'action',
    header: head('action'),
    cell: (row) => <KeyActions apiKey={row} />,
    look: { width: 18, align: 'end', skeleton: 'icon', phone: 'end' },
  },
];
