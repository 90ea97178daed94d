import { Button } from '@mantine/core';
import { IconCalendarOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

import { useTexts } from '@shared/i18n/texts';
import { EmptyNotice } from '@shared/state/empty-notice';

import { isNarrowed } from './scheduled-rules';
import type { ScheduledSearch } from './scheduled-search';
import { scheduledTexts } from './scheduled-texts';

interface ScheduledNoticeProps {
  search: ScheduledSearch;
  onSearch: (next: ScheduledSearch) => void;
}

/** Says why no scheduled order is shown, and offers what helps. */
export function ScheduledNotice({ search, onSearch }: ScheduledNoticeProps) {
  const { empty } = useTexts(scheduledTexts);
  const { title } = empty;
  const target = { to: '/bill-payment', search: { operatorType: 'mobile' } } as const;
  return (
    <EmptyNotice
      icon={IconCalendarOff}
      title={title}
      action={
        <Button variant="default" renderRoot={(props) => <Link {...props} {...target} />}>
          {empty.billPayment}
        </Button>
      }
      page={search.page}
      onBack={() => onSearch({ ...search, page: undefined })}
      chosen={
        isNarrowed(search) ? { by: 'filters', title, text: empty.narrowed, onClear: () => onSearch({}) } : undefined
      }
    >
      {empty.none}
    </EmptyNotice>
  );
}
