import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, linkOptions } from '@tanstack/react-router';

import { useHasPermission } from '@/session/current-staff';
import { permission } from '@/session/permissions';
import { Page } from '@shared/app/page';
import { useTexts } from '@shared/i18n/texts';
import { LoadFailed } from '@shared/state/load-failed';
import { useFailure } from '@shared/state/use-failure';
import { EmptyValue, TwoLines } from '@shared/table/cells';
import { columnHead } from '@shared/table/column-head';
import type { ListColumns } from '@shared/table/columns';
import { DataTable } from '@shared/table/data-table';
import { Card, CardHead } from '@shared/ui/card';

import { type Setting, settingsOptions } from './setting-queries';
import { settingTexts } from './setting-texts';
import classes from './settings.module.css';

const tableWidth = 48;

/** The settings with which the program was started, and where people change the rest. */
export function SettingsPage() {
  const texts = useTexts(settingTexts);
  return (
    <Page title={texts.title} note={texts.note} needs={{ permission: permission.jobs }}>
      <Settings />
    </Page>
  );
}

function Settings() {
  const texts = useTexts(settingTexts);
  const load = useQuery(settingsOptions());
  const failure = useFailure(load);
  const { data: answer, isFetching, refetch } = load;
  if (failure) {
    return <LoadFailed title={texts.failed} error={failure} retrying={isFetching} onRetry={() => void refetch()} />;
  }
  if (!answer) return <Skeleton height="24rem" />;
  const groups = [...new Set(answer.data.map(({ group }) => group))];
  return (
    <div className={classes['groups']}>
      <ChangePages />
      {groups.map((group) => (
        <Group key={group} group={group} settings={answer.data.filter((one) => one.group === group)} />
      ))}
    </div>
  );
}

function Source({ source }: Setting) {
  return useTexts(settingTexts).sources[source];
}

const head = columnHead(settingTexts, 'columns');

const columns: ListColumns<Setting> = [
  {
    id: 'variable',
    header: head('variable'),
    cell: ({ variable, help }) => <TwoLines caption={<span lang="en">{help}</span>}>{variable}</TwoLines>,
    look: { skeleton: 'two-lines' },
  },
  {
    id: 'value',
    header: head('value'),
    cell: ({ value }) => (value === '' ? <EmptyValue /> : <span className={classes['value']}>{value}</span>),
    look: { width: 14, skeleton: 'line' },
  },
  { id: 'source', header: head('source'), cell: (one) => <Source {...one} />, look: { width: 8, skeleton: 'line' } },
];

function Group({ group, settings }: { group: string; settings: Setting[] }) {
  const texts = useTexts(settingTexts);
  const names: Record<string, string> = texts.groups;
  const title = names[group] ?? group;
  return (
    <DataTable
      label={title}
      columns={columns}
      view={{ kind: 'rows', rows: settings, waiting: false }}
      rowId={({ variable }) => variable}
      lines={2}
      skeletonRows={settings.length}
      minWidth={tableWidth}
      head={<CardHead title={title} />}
    />
  );
}

/** The pages that change what needs no restart, as far as one may open them. */
function ChangePages() {
  const texts = useTexts(settingTexts);
  const pages = [
    {
      name: texts.pages.suppliers,
      link: linkOptions({ to: '/suppliers' }),
      sees: useHasPermission(permission.suppliers),
    },
    { name: texts.pages.routing, link: linkOptions({ to: '/routing' }), sees: useHasPermission(permission.routing) },
    { name: texts.pages.prices, link: linkOptions({ to: '/prices' }), sees: useHasPermission(permission.products) },
    {
      name: texts.pages.announcements,
      link: linkOptions({ to: '/announcements' }),
      sees: useHasPermission(permission.announcements),
    },
  ];
  return (
    <Card title={texts.changes} hint={texts.changesText}>
      <ul className={classes['pages']}>
        {pages
          .filter(({ sees }) => sees)
          .map(({ name, link }) => (
            <li key={name}>
              <Link {...link}>{name}</Link>
            </li>
          ))}
      </ul>
    </Card>
  );
}
