import { Button } from '@mantine/core';
import { IconPlus, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';

import { useTexts } from '@shared/i18n/texts';
import { type ListAddress, useListAddress } from '@shared/list/list-address';
import { permission } from '@/session/permissions';
import { useAccess, useHasPermission } from '@/session/current-user';
import { EmptyNotice } from '@shared/state/empty-notice';
import { PagePager } from '@shared/table/page-pager';
import { SearchField } from '@shared/table/search-field';

import { RemovableList } from '../removable-list';
import { AddUserDialog } from './add-user-dialog';
import { userColumns } from './user-columns';
import { removeUserOptions, userListOptions } from './user-queries';
import { pageSize, type UserSearch } from './user-search';
import { userTexts } from './user-texts';

const route = getRouteApi('/_app/profile/{-$type}');

const expectedRows = 4;
const tableWidth = 53;

/** The users of the client: lists, adds and deletes them. The URL has the search and the page. */
export function UserSection() {
  const texts = useTexts(userTexts);
  const mayChange = useHasPermission(permission.profileCreateUser);
  // Keeps the room of the button.
  const unknown = useAccess() === undefined;
  const [adding, setAdding] = useState(false);
  const address = useListAddress<UserSearch>(route.useSearch());
  const { search } = address;
  return (
    <>
      <RemovableList
        texts={{
          ...texts,
          questionText: ({ username }) => texts.questionText(username),
          removed: ({ username }) => texts.removed(username),
        }}
        rows={useQuery(userListOptions(search))}
        removal={removeUserOptions()}
        hint={texts.hint}
        action={
          mayChange || unknown ? (
            <Button disabled={unknown} leftSection={<IconPlus aria-hidden />} onClick={() => setAdding(true)}>
              {texts.add}
            </Button>
          ) : null
        }
        search={
          <SearchField
            value={search.query ?? ''}
            {...texts.search}
            onSearch={(query) => address.filter({ query: query || undefined })}
          />
        }
        renderPager={(view) => (
          <PagePager
            page={search.page}
            pageSize={pageSize}
            view={view}
            onPage={(page) => address.turn({ ...search, page })}
          />
        )}
        empty={<NoUsers address={address} />}
        columns={userColumns}
        minWidth={tableWidth}
        expectedRows={expectedRows}
        icon={IconUsers}
      />
      <AddUserDialog opened={adding} onClose={() => setAdding(false)} />
    </>
  );
}

/** Notice for an empty page: after the last page, no match, or no user. */
function NoUsers({ address }: { address: ListAddress<UserSearch> }) {
  const { query, page = 1 } = address.search;
  const texts = useTexts(userTexts);
  return (
    <EmptyNotice
      icon={IconUsers}
      title={texts.none}
      page={page}
      back={page - 1}
      onBack={() => address.turn({ query, page: page <= 2 ? undefined : page - 1 })}
      noMatch={
        query === undefined
          ? undefined
          : { by: 'search', title: texts.notFound, text: texts.notFoundText(query), onClear: () => address.filter({}) }
      }
    >
      {texts.noneText}
    </EmptyNotice>
  );
}
