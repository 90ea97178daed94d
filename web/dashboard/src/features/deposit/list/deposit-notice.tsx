import { Button } from '@mantine/core';
import { IconSearchOff, IconWallet } from '@tabler/icons-react';

import type { Day } from '@shared/format/calendar-day';
import { useTexts } from '@shared/i18n/texts';
import { ListNotice } from '@shared/state/list-notice';
import { firstPlace } from '@shared/url/keyset-place';

import { isNarrowed, withFilter, withoutFilters } from '../deposit-rules';
import { allWallets, type DepositSearch, type WalletType } from '../deposit-search';
import { depositTexts } from '../deposit-texts';

interface DepositNoticeProps {
  search: DepositSearch;
  wallet: WalletType | undefined;
  today: Day;
  onSearch: (next: DepositSearch) => void;
}

/** Shown when no row matches: says why, and offers the change that most likely helps. */
export function DepositNotice({ search, wallet, today, onSearch }: DepositNoticeProps) {
  const { empty } = useTexts(depositTexts);
  const to = (next: DepositSearch) => () => onSearch(next);
  if ((search.page ?? 1) > 1) {
    return (
      <ListNotice
        icon={IconSearchOff}
        title={empty.noMoreTitle}
        action={<Remedy text={empty.firstPage} onPress={to({ ...search, ...firstPlace })} />}
      >
        {empty.noMore(search.page ?? 1)}
      </ListNotice>
    );
  }
  if (search.query !== undefined) {
    const everywhere = { ...withFilter({ depositType: allWallets }, { query: search.query }) };
    const wide = wallet === undefined && !isNarrowed(search, today);
    const remedy = wide
      ? { text: empty.clearSearch, next: withFilter(search, { query: undefined }) }
      : { text: empty.searchAll, next: everywhere };
    return (
      <ListNotice
        icon={IconSearchOff}
        title={empty.titleSearch}
        action={<Remedy text={remedy.text} onPress={to(remedy.next)} />}
      >
        {empty.searched(search.query)}
      </ListNotice>
    );
  }
  if (isNarrowed(search, today)) {
    return (
      <ListNotice
        icon={IconSearchOff}
        title={empty.title}
        action={<Remedy text={empty.clear} onPress={to(withoutFilters(search))} />}
      >
        {empty.narrowed}
      </ListNotice>
    );
  }
  return (
    <ListNotice icon={IconWallet} title={empty.titleNone}>
      {empty.none}
    </ListNotice>
  );
}

function Remedy({ text, onPress }: { text: string; onPress: () => void }) {
  return (
    <Button variant="default" onClick={onPress}>
      {text}
    </Button>
  );
}
