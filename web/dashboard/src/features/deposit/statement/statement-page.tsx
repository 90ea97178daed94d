import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';

import { Page } from '@shared/app/page';
import { useZones } from '@shared/format/display-zone';
import { useToday } from '@shared/format/use-today';
import { useTexts } from '@shared/i18n/texts';
import { subPageTexts } from '@/navigation/sub-pages';

import { balancesOptions } from '../deposit-queries';
import { ExportButton } from '../export/export-button';
import { exportOf, shownMonth, walletOf } from './statement-rules';
import type { StatementSearch } from './statement-search';
import { statementTexts } from './statement-texts';
import { TaxRecapView } from './tax-recap-view';
import { MonthView } from './month-view';
import classes from './statement.module.css';

const route = getRouteApi('/_app/deposit_/statement');

/** Statements of the wallets by month, and the withheld tax of a year. Both can be printed. */
export function StatementPage() {
  const texts = useTexts(statementTexts);
  const { title } = useTexts(subPageTexts).statement;
  const today = useToday(useZones().client);
  const navigate = useNavigate();
  const search = route.useSearch();
  const onSearch = (change: StatementSearch) => void navigate({ to: '.', search: { ...search, ...change } });
  const wallets = useQuery(balancesOptions());
  const wallet = walletOf(search, wallets.data ?? []);
  const month = shownMonth(search, today);
  return (
    <div className={classes['page']}>
      <Page
        title={title}
        screenOnly
        actions={
          <>
            {search.view === undefined && wallet !== undefined && (
              <ExportButton filter={exportOf(wallet, month, today)} enabled />
            )}
            <Button leftSection={<IconPrinter aria-hidden />} onClick={() => window.print()}>
              {texts.print}
            </Button>
          </>
        }
      >
        {search.view === 'tax' ? (
          <TaxRecapView search={search} today={today} onSearch={onSearch} />
        ) : (
          <MonthView
            wallets={wallets}
            wallet={wallet}
            month={month}
            today={today}
            search={search}
            onSearch={onSearch}
          />
        )}
      </Page>
    </div>
  );
}
