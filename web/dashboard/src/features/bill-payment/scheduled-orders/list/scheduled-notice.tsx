import { Button } from '@mantine/core';
import { IconCalendarOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

import { useTexts } from '@shared/i18n/texts';
import type { ListAddress } from '@shared/list/list-address';
import { EmptyNotice } from '@shared/state/empty-notice';

import { isNarrowed } from './scheduled-rules';
import type { ScheduledSearch } from './scheduled-search';
import { scheduledTexts } from './scheduled-texts';

/** Says why no scheduled order is shown, and offers what helps. */
export function ScheduledNotice({ address }: { address: ListAddress<ScheduledSearch> }) {
  const { none, noMatch, billPayment } = useTexts(scheduledTexts);
  const { search, filter, turn } = address;
  const target = { to: '/bill-payment', search: { operatorType: 'mobile' } } as const;
  return (
    <EmptyNotice
      icon={IconCalendarOff}
      title={none.title}
      action={
        <Button variant="default" renderRoot={(props) => <Link {...props} {...target} />}>
          {billPayment}
        </Button>
      }
      page={search.page}
      onBack={() => turn({ ...search, page: undefined })}
      noMatch={isNarrowed(search) ? { by: 'filters', ...noMatch, onClear: () => filter({}) } : undefined}
    >
      {none.text}
    </EmptyNotice>
  );
}
