import { Button } from '@mantine/core';
import { IconBuildingStore, IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';

import { ShowMore } from '@/lists/show-more';
import { useHasPermission } from '@/session/current-staff';
import { permission } from '@/session/permissions';
import { Page } from '@shared/app/page';
import { useTexts } from '@shared/i18n/texts';
import { useListAddress } from '@shared/list/list-address';
import { ListNotice } from '@shared/state/list-notice';
import { lazyDialog } from '@shared/overlay/lazy-windows';
import { DataTable } from '@shared/table/data-table';
import { SearchField } from '@shared/table/search-field';
import { useList } from '@shared/table/use-list';

import { clientColumns } from './client-columns';
import { clientListOptions } from './client-queries';
import { clientTexts } from './client-texts';
import classes from './clients.module.css';

const route = getRouteApi('/_app/clients');

const NewClientDialog = lazyDialog(async () => (await import('./client-dialogs')).NewClientDialog);

const tableWidth = 52;

/** All clients. */
export function ClientsPage() {
  const texts = useTexts(clientTexts);
  return (
    <Page title={texts.table} needs={{ permission: permission.clientList }} actions={<CreateButton />}>
      <Clients />
    </Page>
  );
}

function Clients() {
  const texts = useTexts(clientTexts);
  const address = useListAddress(route.useSearch());
  const list = useInfiniteQuery(clientListOptions(address.search.search));
  const rows = list.data?.pages.flatMap(({ data }) => data);
  const { view } = useList(list, rows, {
    failed: texts.failed,
    empty: (
      <ListNotice icon={IconBuildingStore} title={texts.none}>
        {texts.noneText}
      </ListNotice>
    ),
  });
  return (
    <div className={classes['page']}>
      <SearchField
        value={address.search.search ?? ''}
        {...texts.search}
        onSearch={(text) => address.filter({ search: text || undefined })}
      />
      <DataTable
        label={texts.table}
        columns={clientColumns}
        view={view}
        rowId={({ id }) => String(id)}
        lines={2}
        minWidth={tableWidth}
        footer={<ShowMore list={list} />}
      />
    </div>
  );
}

function CreateButton() {
  const texts = useTexts(clientTexts);
  const allowed = useHasPermission(permission.clientChange);
  const [opened, setOpened] = useState(false);
  if (!allowed) return null;
  return (
    <>
      <Button leftSection={<IconPlus aria-hidden />} onClick={() => setOpened(true)}>
        {texts.create}
      </Button>
      <NewClientDialog opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}
