import { todayIn } from '@shared/format/calendar-day';
import { formatDayOfMonth } from '@shared/format/calendar-month';
import { useZones } from '@shared/format/display-zone';
import { GroupedNumber } from '@shared/format/grouped-number';
import { emptyMark } from '@shared/format/local-time';
import { groupThousands } from '@shared/format/rupiah';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { PaperPart, PaperTable } from '@shared/print/print-sheet';

import type { Statement } from './statement-queries';
import { commonRate, formatRate } from './statement-rules';
import { statementTexts } from './statement-texts';
import classes from './statement.module.css';

type Taxed = Statement['taxed'][number];

/** The most deposits that the server lists. */
const mostTaxed = 500;

/** The deposits of a month with the tax that was withheld from each. */
export function TaxPart({ statement }: { statement: Statement }) {
  const texts = useTexts(statementTexts);
  const language = useLanguage();
  const { client } = useZones();
  const rate = commonRate(statement);
  return (
    <PaperPart title={texts.recap} note={rate === undefined ? undefined : texts.rate(formatRate(rate))}>
      {statement.taxed.length === 0 ? (
        <p className={classes['remark']}>{texts.noTax}</p>
      ) : (
        <>
          <PaperTable
            label={texts.recap}
            heads={[texts.date, texts.receivedBy, texts.topUp, texts.rateHead, texts.tax]}
            figures={2}
            rows={statement.taxed.map((one, index) => ({
              key: `${index}`,
              cells: [
                formatDayOfMonth(todayIn(client, new Date(one.receivedAt)), language),
                <ReceivedBy key="by" one={one} />,
                groupThousands(one.base),
                one.points > 0 ? formatRate(one.points) : emptyMark,
                groupThousands(one.tax),
              ],
            }))}
            total={[
              texts.total,
              '',
              groupThousands(statement.tax.base),
              '',
              <span key="tax">{groupThousands(statement.tax.tax)}</span>,
            ]}
            final
          />
          {statement.taxed.length === mostTaxed && (
            <p className={classes['remark']}>{texts.firstTaxed(groupThousands(mostTaxed))}</p>
          )}
          <p className={classes['remark']}>{texts.notFinal}</p>
        </>
      )}
    </PaperPart>
  );
}

/** The bank and the number that received a deposit, or its reference. */
function ReceivedBy({ one }: { one: Taxed }) {
  if (one.accountNo === '') return <span className={classes['number']}>{one.reference}</span>;
  return (
    <>
      {one.bank} {one.action === 'topup_va' && 'VA'} <GroupedNumber value={one.accountNo} />
    </>
  );
}
