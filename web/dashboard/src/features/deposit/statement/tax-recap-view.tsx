import { IconReceiptTax } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { SelectField } from '@shared/form/select-field';
import type { Day } from '@shared/format/calendar-day';
import { formatMonth } from '@shared/format/calendar-month';
import { groupThousands } from '@shared/format/rupiah';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { PaperFact, PaperFacts, PaperPart, PaperTable, PrintSheet, ScreenOnly } from '@shared/print/print-sheet';
import { ListNotice } from '@shared/state/list-notice';
import { LoadFailed } from '@shared/state/load-failed';
import { useFailure } from '@shared/state/use-failure';
import { useCurrentUser } from '@/session/current-user';

import { ViewChoice } from './choice';
import { RecapExport } from './recap-export';
import { yearChoices } from './statement-rules';
import { type TaxRecap, taxRecapOptions } from './statement-queries';
import type { StatementSearch } from './statement-search';
import { statementTexts } from './statement-texts';
import classes from './statement.module.css';

interface TaxRecapViewProps {
  search: StatementSearch;
  today: Day;
  onSearch: (change: StatementSearch) => void;
}

/** The withheld tax of a year by months, as a sheet. */
export function TaxRecapView({ search, today, onSearch }: TaxRecapViewProps) {
  const texts = useTexts(statementTexts);
  const years = yearChoices(today);
  const year = years.find((one) => String(one) === search.year) ?? years[0] ?? 0;
  const load = useQuery(taxRecapOptions(year));
  const failure = useFailure(load);
  return (
    <>
      <ScreenOnly>
        <div className={classes['filters']}>
          <ViewChoice view="tax" onSearch={onSearch} />
          <SelectField
            label={texts.year}
            value={String(year)}
            options={years.map((one) => ({ value: String(one), label: String(one) }))}
            onChange={(next) => onSearch({ year: next })}
          />
          <RecapExport year={year} />
        </div>
      </ScreenOnly>
      {failure === null ? (
        <Recap recap={load.data} />
      ) : (
        <LoadFailed
          title={texts.failed}
          error={failure}
          retrying={load.isFetching}
          onRetry={() => void load.refetch()}
        />
      )}
    </>
  );
}

function Recap({ recap }: { recap: TaxRecap | undefined }) {
  const texts = useTexts(statementTexts);
  if (recap === undefined) return <div className={classes['loading']} aria-busy />;
  if (recap.months.length > 0) return <RecapSheet recap={recap} />;
  return (
    <ListNotice icon={IconReceiptTax} title={texts.noLevel2}>
      {texts.noLevel2Text}
    </ListNotice>
  );
}

function RecapSheet({ recap }: { recap: TaxRecap }) {
  const texts = useTexts(statementTexts);
  const language = useLanguage();
  const client = useCurrentUser()?.Client;
  const sum = (of: 'base' | 'tax') => groupThousands(recap.months.reduce((total, month) => total + month[of], 0));
  return (
    <PrintSheet title={texts.recapTitle} about={texts.recapAbout(recap.year)} foot={texts.recapFoot(recap.year)}>
      <PaperFacts>
        <PaperFact name={texts.client} note={texts.clientId(client?.id ?? 0)}>
          {recap.legalName}
        </PaperFact>
        <PaperFact name={texts.taxNumber}>{recap.taxNumber || texts.noTaxNumber}</PaperFact>
        <PaperFact name={texts.period}>{String(recap.year)}</PaperFact>
      </PaperFacts>
      <PaperPart title={texts.taxByMonth} note={texts.inRupiah}>
        <PaperTable
          label={texts.taxByMonth}
          heads={[texts.month, texts.deposits, texts.tax]}
          figures={1}
          rows={recap.months.map(({ month, base, tax }) => ({
            key: month,
            cells: [formatMonth(month, language), groupThousands(base), groupThousands(tax)],
          }))}
          total={[texts.total, sum('base'), <span key="tax">{sum('tax')}</span>]}
          final
        />
        <p className={classes['remark']}>{texts.notFinal}</p>
      </PaperPart>
    </PrintSheet>
  );
}
