import { Button } from '@mantine/core';
import { IconCalendarOff, IconSearchOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

import { useTexts } from '@shared/i18n/texts';
import { ListNotice } from '@shared/state/list-notice';

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
  const page = search.page ?? 1;
  if (page === 1 && !isNarrowed(search)) {
    const target = { to: '/bill-payment', search: { operatorType: 'mobile' } } as const;
    return (
      <ListNotice
        icon={IconCalendarOff}
        title={empty.title}
        action={
          <Button variant="default" renderRoot={(props) => <Link {...props} {...target} />}>
            {empty.billPayment}
          </Button>
        }
      >
        {empty.none}
      </ListNotice>
    );
  }
  const past = page > 1;
  return (
    <ListNotice
      icon={IconSearchOff}
      title={empty.title}
      action={
        <Button variant="default" onClick={() => onSearch(past ? { ...search, page: undefined } : {})}>
          {past ? empty.firstPage : empty.clear}
        </Button>
      }
    >
      {past ? empty.noMore(page) : empty.narrowed}
    </ListNotice>
  );
}
