import { Button } from '@mantine/core';
import { createContext, use } from 'react';

import { useHasPermission } from '@/session/current-staff';
import { permission } from '@/session/permissions';
import { operatorTypeName, operatorTypeTexts } from '@shared/format/operator-types';
import { formatRupiah, groupThousands } from '@shared/format/rupiah';
import { useTexts } from '@shared/i18n/texts';
import { ActionCell, TwoLines } from '@shared/table/cells';
import { columnHead } from '@shared/table/column-head';
import type { ListColumns } from '@shared/table/columns';
import { DateCell } from '@shared/table/date-cell';

import classes from './prices.module.css';
import type { PriceRule } from './rule-queries';
import { ruleTexts } from './rule-texts';
import { percentText, reachOf } from './rule-words';

/** Opens the dialogs of a rule. */
export const RuleContext = createContext<(act: 'edit' | 'remove', rule: PriceRule) => void>(() => undefined);

/** Returns what names the products of a rule. */
export function useReachName(): (rule: PriceRule) => string {
  const texts = useTexts(ruleTexts);
  const types = useTexts(operatorTypeTexts);
  return ({ operatorType, operatorName, operatorCode, productName, productCode }) => {
    if (productCode) return productName || productCode;
    if (operatorCode) return operatorName || operatorCode;
    return operatorType ? operatorTypeName(types, operatorType) : texts.reaches.all;
  };
}

function ReachCell({ rule }: { rule: PriceRule }) {
  const texts = useTexts(ruleTexts);
  const nameOf = useReachName();
  const reach = reachOf(rule);
  return <TwoLines caption={reach === 'all' ? undefined : texts.reaches[reach]}>{nameOf(rule)}</TwoLines>;
}

function ClientCell({ rule: { clientId, clientName, segment } }: { rule: PriceRule }) {
  const texts = useTexts(ruleTexts);
  if (segment) return <TwoLines caption={texts.segment}>{segment}</TwoLines>;
  if (!clientId) return <TwoLines caption={texts.listPrice}>{texts.everybody}</TwoLines>;
  return <TwoLines caption={clientId}>{clientName}</TwoLines>;
}

function FormulaCell({ rule: { fixed, basisPoints, step, minMargin } }: { rule: PriceRule }) {
  const texts = useTexts(ruleTexts);
  const fixedText = fixed === 0 ? '' : ` ${fixed < 0 ? '−' : '+'} ${formatRupiah(Math.abs(fixed), 'Rp')}`;
  const percent = basisPoints === 0 ? '' : ` + ${percentText(basisPoints)} %`;
  return (
    <TwoLines caption={texts.rounding(groupThousands(step), formatRupiah(minMargin, 'Rp'))}>
      {texts.formula(fixedText, percent)}
    </TwoLines>
  );
}

function RuleButtons({ rule }: { rule: PriceRule }) {
  const texts = useTexts(ruleTexts);
  const open = use(RuleContext);
  const name = useReachName()(rule);
  if (!useHasPermission(permission.productPrice)) return null;
  return (
    <ActionCell>
      <span className={classes['buttons']}>
        <Button variant="default" size="sm" aria-label={texts.editNamed(name)} onClick={() => open('edit', rule)}>
          {texts.edit}
        </Button>
        <Button variant="default" size="sm" aria-label={texts.removeNamed(name)} onClick={() => open('remove', rule)}>
          {texts.remove}
        </Button>
      </span>
    </ActionCell>
  );
}

const head = columnHead(ruleTexts, 'columns');

/** The columns of the price rules. */
export const ruleColumns: ListColumns<PriceRule> = [
  { id: 'reach', header: head('reach'), cell: (rule) => <ReachCell rule={rule} />, look: { skeleton: 'two-lines' } },
  {
    id: 'client',
    header: head('client'),
    cell: (rule) => <ClientCell rule={rule} />,
    look: { width: 11, skeleton: 'two-lines' },
  },
  {
    id: 'formula',
    header: head('formula'),
    cell: (rule) => <FormulaCell rule={rule} />,
    look: { width: 18, skeleton: 'two-lines' },
  },
  {
    id: 'changed',
    header: head('changed'),
    cell: ({ changedAt }) => <DateCell at={changedAt} />,
    look: { width: 9, skeleton: 'two-lines', phone: 'hidden' },
  },
  {
    id: 'action',
    header: head('action'),
    cell: (rule) => <RuleButtons rule={rule} />,
    look: { width: 14, align: 'end', skeleton: 'line', phone: 'end' },
  },
];
