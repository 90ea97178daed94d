import { Button } from '@mantine/core';
import { IconAddressBook, IconSearchOff } from '@tabler/icons-react';

import { useTexts } from '@shared/i18n/texts';
import { ListNotice } from '@shared/state/list-notice';

import type { ContactSearch } from './contact-search';
import { contactTexts } from './contact-texts';

interface ContactNoticeProps {
  search: ContactSearch;
  onSearch: (next: ContactSearch) => void;
}

/** Says why no contact is shown, and offers what helps. */
export function ContactNotice({ search: { search, page = 1 }, onSearch }: ContactNoticeProps) {
  const texts = useTexts(contactTexts);
  if (page === 1 && search === undefined) {
    return (
      <ListNotice icon={IconAddressBook} title={texts.none}>
        {texts.noneText}
      </ListNotice>
    );
  }
  const past = page > 1;
  return (
    <ListNotice
      icon={IconSearchOff}
      title={past ? texts.noMore : texts.notFound}
      action={
        <Button variant="default" onClick={() => onSearch(past ? { search } : {})}>
          {past ? texts.firstPage : texts.clearSearch}
        </Button>
      }
    >
      {past ? texts.noMoreText(page) : texts.notFoundText(search ?? '')}
    </ListNotice>
  );
}
