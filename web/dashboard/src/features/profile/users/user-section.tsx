import { Button } from '@mantine/core';
import { IconPlus, IconSearchOff, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';

import { useTexts } from '@shared/i18n/texts';
import { permission } from '@/session/permissions';
import { useHolds } from '@/session/current-user';
import { ListNotice } from '@shared/state/list-notice';
import { Pager } from '@shared/table/pager';
import { SearchField } from '@shared/table/search-field';

import { RemovableList } from '../removable-list';
import { AddUserDialog } from './add-user-dialog';
import { userColumns } from './user-columns';
import { removeUserOptions, userListKey, userListOptions } from './user-queries';
import { pageSize, type UserSearch, userSearchSchema } from './user-search';
import { userTexts } from './user-texts';

const expectedRows = 4;
const tableWidth = 53;

/** The users of the client: lists, adds and deletes them. The URL has the search and the page. */
export function UserSection() {
  const texts = useTexts(userTexts);
  const mayChange = useHolds(permission.profileCreateUser);
  const [adding, setAdding] = useState(false);
  const search = userSearchSchema.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  const go = (next: UserSearch) => void navigate({ to: '.', search: next });
  return (
    <>
      <RemovableList
        texts={{
          ...texts,
          questionText: ({ username }) => texts.questionText(username),
          removed: ({ username }) => texts.removed(username),
        }}
        rows={useQuery(userListOptions(search))}
        queryKey={userListKey}
        removal={removeUserOptions()}
        hint={texts.hint}
        action={
          mayChange ? (
            <Button leftSection={<IconPlus aria-hidden />} onClick={() => setAdding(true)}>
              {texts.add}
            </Button>
          ) : null
        }
        search={
          <SearchField
            value={search.query ?? ''}
            {...texts.search}
            onSearch={(query) => go({ query: query || undefined })}
          />
        }
        renderPager={(rowCount) => <UserPager search={search} rowCount={rowCount} onSearch={go} />}
        empty={<NoUsers search={search} onSearch={go} />}
        columns={userColumns}
        minWidth={tableWidth}
        expectedRows={expectedRows}
        icon={IconUsers}
      />
      <AddUserDialog opened={adding} onClose={() => setAdding(false)} />
    </>
  );
}

interface PartProps {
  search: UserSearch;
  onSearch: (next: UserSearch) => void;
}

function UserPager({ search, rowCount, onSearch }: PartProps & { rowCount: number | undefined }) {
  const { query, page = 1 } = search;
  const goTo = (next: number) => () => onSearch({ query, page: next === 1 ? undefined : next });
  return (
    <Pager
      page={page}
      pageSize={pageSize}
      rowCount={rowCount}
      onPrevious={rowCount !== undefined && page > 1 ? goTo(page - 1) : null}
      onNext={rowCount === pageSize ? goTo(page + 1) : null}
    />
  );
}

/** Notice for an empty page: after the last page, no match, or no user. */
function NoUsers({ search: { query, page = 1 }, onSearch }: PartProps) {
  const texts = useTexts(userTexts);
  if (page > 1) {
    const before = page === 2 ? undefined : page - 1;
    return (
      <ListNotice
        icon={IconSearchOff}
        title={texts.noMore}
        action={
          <Button variant="default" onClick={() => onSearch({ query, page: before })}>
            {texts.backToPage(page - 1)}
          </Button>
        }
      >
        {texts.noMoreText(page)}
      </ListNotice>
    );
  }
  if (query !== undefined) {
    return (
      <ListNotice
        icon={IconSearchOff}
        title={texts.notFound}
        action={
          <Button variant="default" onClick={() => onSearch({})}>
            {texts.clearSearch}
          </Button>
        }
      >
        {texts.notFoundText(query)}
      </ListNotice>
    );
  }
  return (
    <ListNotice icon={IconUsers} title={texts.none}>
      {texts.noneText}
    </ListNotice>
  );
}
