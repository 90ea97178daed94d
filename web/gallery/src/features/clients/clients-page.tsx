import { Button } from '@mantine/core';
import { IconPlus, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createLink, getRouteApi } from '@tanstack/react-router';

import { useApp } from '@shared/app/app';
import { Page } from '@shared/app/page';
import { useHasPermission } from '@shared/app/session/use-account';
import { useTexts } from '@shared/i18n/texts';
import { useListAddress } from '@shared/list/list-address';
import { type ListDeclaration, ListPage } from '@shared/list/list-page';
import { SearchField } from '@shared/table/search-field';
import { permission } from '@/sketch/account';
import { type Client, clientsPerPage } from '@/sketch/clients-api';

import { clientColumns } from './client-columns';
import { clientListOptions } from './client-queries';
import type { ClientSearch } from './client-search';
import { clientTexts } from './client-texts';

const route = getRouteApi('/_app/clients');
const ButtonLink = createLink(Button<'a'>);

const clientList: ListDeclaration<Client, ClientSearch> = {
  texts: clientTexts,
  icon: IconUsers,
  columns: clientColumns,
  rowId: ({ id }) => String(id),
  lines: 1,
  minWidth: 36,
  pageSize: clientsPerPage,
  narrowedBy: ['search'],
};

/** A list: the clients, with a search and pages. */
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
  const { search } = address;
  const list = useQuery(clientListOptions(search));
  return (
    <ListPage
      list={clientList}
      address={address}
      query={list}
      rows={list.data?.data}
      total={list.data?.total}
      filters={
        <SearchField
          value={search.search ?? ''}
          {...texts.search}
          onSearch={(text) => address.filter({ search: text || undefined })}
        />
      }
    />
  );
}

function CreateButton() {
  const texts = useTexts(clientTexts);
  const allowed = useHasPermission(useApp().account, permission.clientCreate);
  return (
    <ButtonLink
      component="a"
      to="/clients/new"
      leftSection={<IconPlus aria-hidden />}
      disabled={!allowed}
      title={allowed ? undefined : texts.noPermission}
    >
      {texts.create}
    </ButtonLink>
  );
}
