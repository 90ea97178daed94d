import { Amount } from '@shared/format/amount';
import { type Day, formatLongDay } from '@shared/format/calendar-day';
import { firstDay, formatMonth, shortWeekday } from '@shared/format/calendar-month';
import { useZones } from '@shared/format/display-zone';
import { formatDateClock, formatLongDateTime, emptyMark } from '@shared/format/local-time';
import { longMonth } from '@shared/format/month-names';
import { groupThousands } from '@shared/format/rupiah';
import { walletTypeName } from '@shared/format/wallet-type';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { PaperFact, PaperFacts, PaperPart, PaperTable, PrintSheet } from '@shared/print/print-sheet';
import { useCurrentUser } from '@/session/current-user';

import type { DepositEvent } from '../deposit-queries';
import { depositTexts } from '../deposit-texts';
import type { Statement } from './statement-queries';
import { endOf, operationsOf, totalOf } from './statement-rules';
import { statementTexts } from './statement-texts';
import classes from './statement.module.css';
import { TaxPart } from './tax-part';

interface StatementSheetProps {
  statement: Statement;
  /** Every row of the month, if they are listed. */
  rows: readonly DepositEvent[] | undefined;
  today: Day;
}

/** The statement of a month on paper. */
export function StatementSheet({ statement, rows, today }: StatementSheetProps) {
  const texts = useTexts(statementTexts);
  const language = useLanguage();
  const zones = useZones();
  const end = endOf(statement.month, today);
  const taxed = statement.depositType === 'level_2';
  return (
    <PrintSheet
      title={texts.title}
      about={texts.about(formatMonth(statement.month, language), walletTypeName(statement.depositType))}
      foot={texts.foot(statement.number, formatLongDateTime(statement.madeAt, zones.client, language))}
    >
      <PaperFacts>
        <PaperFact name={texts.client} note={texts.clientId(useCurrentUser()?.Client.id ?? 0)}>
          {statement.legalName}
        </PaperFact>
        <PaperFact name={texts.taxNumber}>{statement.taxNumber || texts.noTaxNumber}</PaperFact>
        <PaperFact name={texts.period} note={texts.zone(zones.clientLabel)}>
          {`1 – ${formatLongDay(end, language)}`}
        </PaperFact>
      </PaperFacts>
      <div className={classes['columns']} data-single={!taxed || undefined}>
        <Summary statement={statement} end={end} />
        {taxed && <TaxPart statement={statement} />}
      </div>
      <DaysPart statement={statement} />
      {rows && <RowsPart rows={rows} />}
    </PrintSheet>
  );
}

/** The opening balance, the operations, and the closing balance. */
function Summary({ statement, end }: { statement: Statement; end: Day }) {
  const texts = useTexts(statementTexts);
  const names = useTexts(depositTexts).operations;
  const language = useLanguage();
  const day = (date: Day) => `${Number(date.slice(-2))} ${longMonth(Number(date.slice(5, 7)), language)}`;
  return (
    <PaperPart title={texts.summary}>
      <dl className={classes['summary']}>
        <div className={classes['line']}>
          <dt>{texts.balanceAt(day(firstDay(statement.month)))}</dt>
          <dd>
            <Amount value={statement.opening} prefix="Rp" />
          </dd>
        </div>
        {operationsOf(statement).map(({ action, rows, amount }) => (
          <div className={classes['line']} key={action}>
            <dt>{action === 'payment' ? texts.orders(names[action], groupThousands(rows)) : names[action]}</dt>
            <dd className={classes[amount < 0 ? 'out' : 'in']}>
              <Amount value={amount} prefix="Rp" sign="always" />
            </dd>
          </div>
        ))}
        <div className={classes['closing']}>
          <dt>{texts.balanceAt(day(end))}</dt>
          <dd>
            <Amount value={statement.closing} prefix="Rp" />
          </dd>
        </div>
      </dl>
    </PaperPart>
  );
}

/** A figure, or a dash where there is none. */
function count(figure: number | undefined): string {
  return figure === undefined ? emptyMark : groupThousands(figure);
}

/** Each operation of each day. */
function DaysPart({ statement }: { statement: Statement }) {
  const texts = useTexts(statementTexts);
  const names = useTexts(depositTexts).operations;
  const language = useLanguage();
  const shown = operationsOf(statement);
  return (
    <PaperPart title={texts.byDay} note={texts.inRupiah}>
      <PaperTable
        label={texts.byDay}
        heads={[texts.day, texts.ordersHead, ...shown.map(({ action }) => names[action]), texts.balanceAfter]}
        figures={1}
        rows={statement.days.map(({ day, totals, balance }) => ({
          key: day,
          cells: [
            <span key="day">
              <span className={classes['day']}>{Number(day.slice(-2))}</span>
              <span className={classes['weekday']}>{shortWeekday(day, language)}</span>
            </span>,
            count(totalOf(totals, 'payment')?.rows),
            ...shown.map(({ action }) => count(totalOf(totals, action)?.amount)),
            <span key="balance" className={classes['strong']}>
              {groupThousands(balance)}
            </span>,
          ],
        }))}
        total={[
          texts.total,
          count(totalOf(shown, 'payment')?.rows),
          ...shown.map(({ amount }) => groupThousands(amount)),
          groupThousands(statement.closing),
        ]}
      />
    </PaperPart>
  );
}

function RowsPart({ rows }: { rows: readonly DepositEvent[] }) {
  const texts = useTexts(statementTexts);
  const names = useTexts(depositTexts).operations;
  const language = useLanguage();
  const { client } = useZones();
  return (
    <PaperPart title={texts.rows} note={texts.inRupiah}>
      <PaperTable
        label={texts.rows}
        heads={[texts.time, texts.operation, texts.reference, texts.amount, texts.balanceAfter]}
        figures={3}
        rows={rows.map((row) => ({
          key: row.id,
          cells: [
            formatDateClock(row.createdAt, client, language),
            names[row.action],
            <span key="reference" className={classes['number']}>
              {row.orderId === '' ? row.reference : row.orderId}
            </span>,
            groupThousands(row.amount),
            row.balanceAfter === null ? emptyMark : groupThousands(row.balanceAfter),
          ],
        }))}
      />
    </PaperPart>
  );
}
