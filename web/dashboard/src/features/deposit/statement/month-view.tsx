import { IconWallet } from '@tabler/icons-react';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';

import type { Day } from '@shared/format/calendar-day';
import type { Month } from '@shared/format/calendar-month';
import { useTexts } from '@shared/i18n/texts';
import { ScreenOnly } from '@shared/print/print-sheet';
import { ListNotice } from '@shared/state/list-notice';
import { LoadFailed } from '@shared/state/load-failed';
import { useFailure } from '@shared/state/use-failure';
import type { Wallet } from '@/wallet/wallet-queries';

import { type WalletType, walletTypes } from '../deposit-search';
import { MonthFilters } from './month-filters';
import { mostRows, statementOptions, statementRowsOptions } from './statement-queries';
import type { StatementSearch } from './statement-search';
import { StatementSheet } from './statement-sheet';
import { statementTexts } from './statement-texts';
import classes from './statement.module.css';

interface MonthViewProps {
  wallets: UseQueryResult<Wallet[]>;
  /** Undefined without any wallet, and until the wallets are loaded. */
  wallet: WalletType | undefined;
  month: Month;
  today: Day;
  search: StatementSearch;
  onSearch: (change: StatementSearch) => void;
}

/** The statement of one wallet for one month, as a sheet. */
export function MonthView({ wallets, wallet, month, today, search, onSearch }: MonthViewProps) {
  const texts = useTexts(statementTexts);
  const query = wallet && { depositType: wallet, month };
  const load = useQuery(statementOptions(query));
  const listed = search.detail === 'rows' && load.data !== undefined && load.data.rows <= mostRows;
  const rows = useQuery(statementRowsOptions(query ?? { depositType: 'level_1', month }, listed));
  const noWallets = useFailure(wallets);
  const noStatement = useFailure(load);
  const noRows = useFailure(rows);
  const failure = noWallets ?? noStatement ?? (listed ? noRows : null);
  const broken = noWallets !== null ? wallets : noStatement !== null ? load : rows;
  if (failure !== null) {
    return (
      <LoadFailed
        title={texts.failed}
        error={failure}
        retrying={broken.isFetching}
        onRetry={() => void broken.refetch()}
      />
    );
  }
  if (wallets.data && wallet === undefined) {
    return (
      <ListNotice icon={IconWallet} title={texts.noWallet}>
        {texts.noWalletText}
      </ListNotice>
    );
  }
  return (
    <>
      <ScreenOnly>
        <MonthFilters
          types={walletTypes.filter((type) => wallets.data?.some((one) => one.type === type))}
          filters={{ depositType: wallet, month, detail: search.detail }}
          rows={load.data?.rows}
          today={today}
          onSearch={onSearch}
        />
      </ScreenOnly>
      {load.data && (!listed || rows.data) ? (
        <StatementSheet statement={load.data} rows={listed ? rows.data : undefined} today={today} />
      ) : (
        <div className={classes['loading']} aria-busy />
      )}
    </>
  );
}
