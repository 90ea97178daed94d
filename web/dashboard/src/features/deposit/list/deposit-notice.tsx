import { IconWallet } from '@tabler/icons-react';

import type { Day } from '@shared/format/calendar-day';
import { useTexts } from '@shared/i18n/texts';
import type { ListAddress } from '@shared/list/list-address';
import { EmptyNotice, NoMatchNotice } from '@shared/state/empty-notice';
import { emptyTexts } from '@shared/state/empty-texts';
import { firstKeysetPage } from '@shared/url/keyset-page';

import { isNarrowed, withFilter, withoutFilters } from '../deposit-rules';
import { allWallets, type DepositSearch, type WalletType } from '../deposit-search';
import { depositTexts } from '../deposit-texts';

interface DepositNoticeProps {
  address: ListAddress<DepositSearch>;
  wallet: WalletType | undefined;
  today: Day;
}

/** Shown when no row matches: says why, and offers the change that most likely helps. */
export function DepositNotice({ address, wallet, today }: DepositNoticeProps) {
  const { none, noMatch, notFound } = useTexts(depositTexts);
  const { clearSearch } = useTexts(emptyTexts);
  const { search, filter, turn } = address;
  const { page = 1, query } = search;
  if (query !== undefined && page === 1) {
    const widest = wallet === undefined && !isNarrowed(search, today);
    const remedy = widest
      ? { text: clearSearch, onPress: () => filter(withFilter(search, { query: undefined })) }
      : { text: notFound.everywhere, onPress: () => filter(withFilter({ depositType: allWallets }, { query })) };
    return (
      <NoMatchNotice title={notFound.title} remedy={remedy}>
        {notFound.text(query)}
      </NoMatchNotice>
    );
  }
  return (
    <EmptyNotice
      icon={IconWallet}
      title={none.title}
      page={page}
      onBack={() => turn({ ...search, ...firstKeysetPage })}
      noMatch={
        isNarrowed(search, today)
          ? { by: 'filters', ...noMatch, onClear: () => filter(withoutFilters(search)) }
          : undefined
      }
    >
      {none.text}
    </EmptyNotice>
  );
}
