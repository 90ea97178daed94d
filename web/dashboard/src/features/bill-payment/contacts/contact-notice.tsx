import { IconAddressBook } from '@tabler/icons-react';

import { useTexts } from '@shared/i18n/texts';
import { EmptyNotice } from '@shared/state/empty-notice';

import type { ContactSearch } from './contact-search';
import { contactTexts } from './contact-texts';

interface ContactNoticeProps {
  search: ContactSearch;
  onSearch: (next: ContactSearch) => void;
}

/** Says why no contact is shown, and offers what helps. */
export function ContactNotice({ search: { search, page }, onSearch }: ContactNoticeProps) {
  const texts = useTexts(contactTexts);
  return (
    <EmptyNotice
      icon={IconAddressBook}
      title={texts.none}
      page={page}
      onBack={() => onSearch({ search })}
      chosen={
        search === undefined
          ? undefined
          : { by: 'search', title: texts.notFound, text: texts.notFoundText(search), onClear: () => onSearch({}) }
      }
    >
      {texts.noneText}
    </EmptyNotice>
  );
}
