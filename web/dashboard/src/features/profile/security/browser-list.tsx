import { useQuery } from '@tanstack/react-query';
import { IconDevices } from '@tabler/icons-react';

import { useZones } from '@shared/format/display-zone';
import { formatDateOf } from '@shared/format/local-time';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { RemoveButton } from '@shared/overlay/removal';
import { TwoLines } from '@shared/table/cells';
import { columnHead } from '@shared/table/column-head';
import type { ListColumns } from '@shared/table/columns';

import { RemovableList } from '../removable-list';
import { factorsOptions, forgetBrowserOptions, type RememberedBrowser } from './factor-queries';
import { factorTexts } from './factor-texts';
import { useDeviceName } from './session-columns';
import classes from './security.module.css';

function BrowserName({ browser }: { browser: RememberedBrowser }) {
  const texts = useTexts(factorTexts).browsers;
  const language = useLanguage();
  const { shown } = useZones();
  const nameOf = useDeviceName();
  return (
    <TwoLines caption={texts.until(formatDateOf(browser.expiresAt, shown, language))}>
      {nameOf(browser.device)}
    </TwoLines>
  );
}

function ForgetButton({ browser }: { browser: RememberedBrowser }) {
  const texts = useTexts(factorTexts).browsers;
  const nameOf = useDeviceName();
  return <RemoveButton id={browser.id} text={texts.remove} label={texts.removeNamed(nameOf(browser.device))} />;
}

const head = columnHead(factorTexts, 'browsers');

const columns: ListColumns<RememberedBrowser> = [
  {
    id: 'device',
    header: head('device'),
    cell: (row) => <BrowserName browser={row} />,
    look: { skeleton: 'two-lines' },
  },
  {
    id: 'address',
    header: head('address'),
    cell: (row) => <span className={classes['address']}>{row.address}</span>,
    look: { width: 10, skeleton: 'line', phone: 'plain' },
  },
  {
    id: 'action',
    header: head('action'),
    cell: (row) => <ForgetButton browser={row} />,
    look: { width: 8, align: 'end', skeleton: 'icon', phone: 'end' },
  },
];

const tableWidth = 34;

/** The browsers that skip the second step; nothing while there are none. */
export function BrowserList() {
  const texts = useTexts(factorTexts).browsers;
  const nameOf = useDeviceName();
  const rows = useQuery({ ...factorsOptions(), select: ({ browsers }) => browsers });
  if (!rows.data?.length) return null;
  return (
    <RemovableList
      texts={{
        ...texts,
        questionText: ({ device }) => texts.questionText(nameOf(device)),
        removed: () => texts.removed,
      }}
      rows={rows}
      removal={forgetBrowserOptions()}
      hint={texts.hint}
      columns={columns}
      minWidth={tableWidth}
      expectedRows={1}
      icon={IconDevices}
    />
  );
}
