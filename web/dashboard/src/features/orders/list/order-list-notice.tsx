import { Button } from '@mantine/core';
import { IconCalendarSearch } from '@tabler/icons-react';

import { daysBetween } from '@shared/format/calendar-day';
import { type DateRangeRule, latestRange } from '@shared/form/date-range';
import { useZones } from '@shared/format/display-zone';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import type { ListAddress } from '@shared/list/list-address';
import { NoMatchNotice, PastEndNotice } from '@shared/state/empty-notice';
import { ListNotice } from '@shared/state/list-notice';
import { emptyTexts } from '@shared/state/empty-texts';

import { emptyRemedy, type EmptyRemedy, emptySentence } from './order-empty';
import {
  filtersOf,
  firstPage,
  maxSpanDays,
  overAllDates,
  previousPage,
  withFilters,
  withoutChoices,
  withoutScheduledOrder,
  withQuery,
} from '../order-rules';
import { withAllHours } from '../hours/order-hour-pick';
import type { OrderSearch } from '../order-search';
import { ordersTexts } from '../orders-texts';

interface NoticeProps {
  address: ListAddress<OrderSearch>;
  rule: DateRangeRule;
}

/** Shown while the URL has no range and no search: asks for one and offers today. */
export function PromptNotice({ address: { search, filter }, rule }: NoticeProps) {
  const { prompt } = useTexts(ordersTexts);
  const today = latestRange(1, rule);
  return (
    <ListNotice
      icon={IconCalendarSearch}
      title={prompt.title}
      action={
        <Button variant="default" onClick={() => filter(withFilters(search, { ...filtersOf(search), range: today }))}>
          {prompt.today}
        </Button>
      }
    >
      {prompt.body}
    </ListNotice>
  );
}

/** Shown when no order matches: names the filters and offers the change that most likely helps. */
export function NoOrdersNotice({ address, rule }: NoticeProps) {
  const { search, filter } = address;
  const texts = useTexts(ordersTexts);
  const language = useLanguage();
  const { empty, hours, scheduled } = texts;
  const { clearFilters, clearSearch } = useTexts(emptyTexts);
  const { shown } = useZones();
  const remedy = emptyRemedy(search);
  const longest = latestRange(maxSpanDays + 1, rule);

  if (remedy === 'first-page') return <NoMore address={address} />;
  const ways: Record<Exclude<EmptyRemedy, 'first-page'>, { hint: string; text: string; next: () => OrderSearch }> = {
    'all-hours': { hint: empty.hintHours, text: hours.all, next: () => withAllHours(search) },
    'all-dates': { hint: empty.hintDates, text: empty.searchAllDates, next: () => overAllDates(search) },
    'clear-filters': { hint: empty.hintFilters, text: clearFilters, next: () => withoutChoices(search) },
    'clear-search': { hint: empty.hintSearch, text: clearSearch, next: () => withQuery(search, '', rule) },
    'last-days': {
      hint: empty.hintRange,
      text: empty.lastDays,
      next: () => withFilters(search, { ...filtersOf(search), range: longest }),
    },
    'other-orders': {
      hint: empty.hintScheduled,
      text: scheduled.all,
      next: () => withoutScheduledOrder(search, rule),
    },
  };
  const way = ways[remedy];
  // The range is the longest already.
  const isLongest = search.dateStart !== undefined && daysBetween(search.dateStart, longest.start) === 0;
  const offered = remedy !== 'last-days' || !isLongest;
  return (
    <NoMatchNotice
      title={search.query === undefined ? empty.title : empty.titleSearch}
      remedy={offered ? { text: way.text, onPress: () => filter(way.next()) } : undefined}
    >
      {emptySentence(search, texts, language, shown)} {way.hint}
    </NoMatchNotice>
  );
}

/** Shown on a page past the end of the list. Leads back to the previous page, or to the first. */
function NoMore({ address: { search, turn } }: Omit<NoticeProps, 'rule'>) {
  const turned = search.before === undefined ? null : previousPage(search, []);
  const back = turned?.page === undefined ? undefined : { page: turned.page, next: turned };
  return (
    <PastEndNotice
      page={search.page ?? 1}
      back={back?.page ?? 1}
      onBack={() => turn(back?.next ?? firstPage(search))}
    />
  );
}
