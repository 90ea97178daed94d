import { IconWallet } from '@tabler/icons-react';

import type { Day } from '@shared/format/calendar-day';
import { useTexts } from '@shared/i18n/texts';
import { NoMatchNotice, PastEndNotice } from '@shared/state/empty-notice';
import { ListNotice } from '@shared/state/list-notice';
import { emptyTexts } from '@shared/state/empty-texts';
import { firstKeysetPage } from '@shared/url/keyset-page';

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
  const { clearFilters, clearSearch } = useTexts(emptyTexts);
  const to = (next: DepositSearch) => () => onSearch(next);
  const { page = 1, query } = search;
  if (page > 1) return <PastEndNotice page={page} onBack={to({ ...search, ...firstKeysetPage })} />;
  if (query !== undefined) {
    const everywhere = { ...withFilter({ depositType: allWallets }, { query }) };
    const wide = wallet === undefined && !isNarrowed(search, today);
    const remedy = wide
      ? { text: clearSearch, onPress: to(withFilter(search, { query: undefined })) }
      : { text: empty.searchAll, onPress: to(everywhere) };
    return (
      <NoMatchNotice title={empty.titleSearch} remedy={remedy}>
        {empty.searched(query)}
      </NoMatchNotice>
    );
  }
  if (isNarrowed(search, today)) {
    return (
      <NoMatchNotice title={empty.title} remedy={{ text: clearFilters, onPress: to(withoutFilters(search)) }}>
        {empty.narrowed}
      </NoMatchNotice>
    );
  }
  return (
    <ListNotice icon={IconWallet} title={empty.titleNone}>
      {empty.none}
    </ListNotice>
  );
}
