import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode, useState } from 'react';

import { formatDay } from '@shared/format/calendar-day';
import { operatorTypeName, operatorTypeTexts } from '@shared/format/operator-types';
import { percent } from '@shared/format/percent';
import { groupThousands } from '@shared/format/rupiah';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';

import { groupRows } from './report-groups';
import type { Report, ReportRow, Sums } from './report-queries';
import { reportTexts } from './report-texts';
import classes from './reports.module.css';

const columns = ['orders', 'amount', 'cost', 'margin', 'ofSold', 'refunded', 'loss', 'success', 'share'] as const;

/** The rows of a report with their total. Products stand under their groups, which open. */
export function ReportTable({ report }: { report: Report }) {
  const texts = useTexts(reportTexts);
  const { groupBy, rows, total } = report;
  return (
    <section className={classes['card']} aria-label={texts.by[groupBy]}>
      <div className={classes['scroll']}>
        <table className={classes['table']}>
          <thead>
            <tr>
              <th scope="col">{texts.head[groupBy]}</th>
              {columns.map((column) => (
                <th key={column} scope="col" data-end>
                  {texts.columns[column]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {groupBy === 'product'
              ? groupRows(rows).map((group) => <Group key={group.group} {...group} whole={total} />)
              : rows.map((row) => (
                  <SumsRow key={row.key} sums={row} whole={total}>
                    <RowName row={row} groupBy={groupBy} />
                  </SumsRow>
                ))}
          </tbody>
          <tfoot>
            <SumsRow sums={total} whole={total}>
              {texts.total}
            </SumsRow>
          </tfoot>
        </table>
      </div>
      <Notes total={total} />
    </section>
  );
}

function Group({ group, sums, rows, whole }: { group: string; sums: Sums; rows: readonly ReportRow[]; whole: Sums }) {
  const texts = useTexts(reportTexts);
  const types = useTexts(operatorTypeTexts);
  const [open, setOpen] = useState(false);
  const Chevron = open ? IconChevronDown : IconChevronRight;
  return (
    <Fragment>
      <SumsRow sums={sums} whole={whole} level="group">
        <button type="button" className={classes['opener']} aria-expanded={open} onClick={() => setOpen(!open)}>
          <Chevron aria-hidden />
          {group === '' ? texts.noGroup : operatorTypeName(types, group)}
          <span className={classes['caption']}>{texts.products(groupThousands(rows.length))}</span>
        </button>
      </SumsRow>
      {open
        ? rows.map((row) => (
            <SumsRow key={row.key} sums={row} whole={whole} level="member">
              {row.name === '' ? row.key : row.name} <span className={classes['caption']}>{row.key}</span>
            </SumsRow>
          ))
        : null}
    </Fragment>
  );
}

function RowName({ row, groupBy }: { row: ReportRow; groupBy: Report['groupBy'] }) {
  const texts = useTexts(reportTexts);
  const language = useLanguage();
  if (groupBy === 'day') return formatDay(row.key, language);
  if (groupBy === 'supplier') return row.key === '' ? texts.noSupplier : row.key;
  return (
    <>
      <Link to="/clients/$id" params={{ id: row.key }}>
        {row.name === '' ? row.key : row.name}
      </Link>{' '}
      <span className={classes['caption']}>{row.key}</span>
    </>
  );
}

interface SumsRowProps {
  sums: Sums;
  /** The total, of which the row is a share. */
  whole: Sums;
  level?: 'group' | 'member';
  children: ReactNode;
}

function SumsRow({ sums, whole, level, children }: SumsRowProps) {
  const { orders, amount, cost, margin, refunded, loss, failed } = sums;
  return (
    <tr data-level={level}>
      <th scope="row">{children}</th>
      <td data-end>
        <span>{groupThousands(orders)}</span>
      </td>
      <td data-end>
        <span>{groupThousands(amount)}</span>
      </td>
      <td data-end>
        <span>{groupThousands(cost)}</span>
      </td>
      <td data-end data-negative={margin < 0 || undefined}>
        <span>{signed(margin)}</span>
      </td>
      <td data-end>{amount === 0 ? '—' : shareOf(margin, amount)}</td>
      <td data-end>{refunded === 0 ? '—' : groupThousands(refunded)}</td>
      <td data-end data-negative={loss > 0 || undefined}>
        {loss === 0 ? '—' : groupThousands(loss)}
      </td>
      <td data-end>{orders + failed === 0 ? '—' : percent(orders, orders + failed)}</td>
      <td data-end>{whole.amount === 0 ? '—' : percent(amount, whole.amount)}</td>
    </tr>
  );
}

/** What a margin can mislead about. */
function Notes({ total: { refunds, uncosted } }: { total: Sums }) {
  const texts = useTexts(reportTexts);
  return (
    <>
      {refunds > 0 ? <p className={classes['remark']}>{texts.refundNote(groupThousands(refunds))}</p> : null}
      {uncosted > 0 ? <p className={classes['remark']}>{texts.uncosted(groupThousands(uncosted))}</p> : null}
    </>
  );
}

function signed(value: number): string {
  return value < 0 ? `−${groupThousands(-value)}` : groupThousands(value);
}

const hundred = 100;
const perUnit = 10_000;

/** A small share with two decimals: '0,97%'. */
function shareOf(part: number, whole: number): string {
  const hundredths = Math.round((Math.abs(part) * perUnit) / whole);
  const text = `${groupThousands(Math.floor(hundredths / hundred))},${String(hundredths % hundred).padStart(2, '0')}%`;
  return part < 0 ? `−${text}` : text;
}
