import { ActionIcon, TextInput } from '@mantine/core';
import { IconArrowUp, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import { SelectField } from '@shared/form/select-field';
import { type operatorTypeTexts, operatorTypeName } from '@shared/format/operator-types';
import { useTexts } from '@shared/i18n/texts';

import type { Rule } from './routing-queries';
import { routingTexts } from './routing-texts';
import classes from './routing.module.css';
import { moved } from './rule-words';

interface GroupSelectionProps {
  groups: readonly string[];
  names: (typeof operatorTypeTexts)['en'];
  onChange: (groups: string[]) => void;
}

/** The product groups of a rule; without any it is for all. */
export function GroupSelection({ groups, names, onChange }: GroupSelectionProps) {
  const texts = useTexts(routingTexts);
  const others = Object.entries(names).filter(([code]) => !groups.includes(code));
  return (
    <div className={classes['chosen']}>
      <SelectField
        label={texts.groups}
        placeholder={groups.length === 0 ? texts.allGroups : texts.addGroup}
        value=""
        options={others.map(([value, label]) => ({ value, label }))}
        onChange={(code) => onChange([...groups, code])}
      />
      {groups.length > 0 && (
        <ul className={classes['entries']}>
          {groups.map((code) => {
            const name = operatorTypeName(names, code);
            return (
              <li key={code} className={classes['entry']}>
                <span className={classes['words']}>{name}</span>
                <ActionIcon
                  aria-label={texts.remove(name)}
                  onClick={() => onChange(groups.filter((one) => one !== code))}
                >
                  <IconX aria-hidden />
                </ActionIcon>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}

type Share = Rule['suppliers'][number];

interface SupplierSelectionProps {
  selection: readonly Share[];
  available: readonly string[];
  /** Shows their shares. */
  weighted: boolean;
  error: ReactNode;
  onChange: (selection: Share[]) => void;
}

/** The suppliers of a rule in their order, with their shares. */
export function SupplierSelection({ selection, available, weighted, error, onChange }: SupplierSelectionProps) {
  const texts = useTexts(routingTexts);
  const others = available.filter((code) => selection.every(({ supplier }) => supplier !== code));
  const setWeight = (code: string, typed: string) =>
    onChange(selection.map((one) => (one.supplier === code ? { ...one, weight: Number(typed) } : one)));
  return (
    <div className={classes['chosen']}>
      <SelectField
        label={texts.suppliers}
        description={texts.suppliersHelp}
        placeholder={texts.addSupplier}
        value=""
        error={error}
        options={others.map((value) => ({ value, label: value }))}
        onChange={(supplier) => onChange([...selection, { supplier, weight: 1 }])}
      />
      {selection.length > 0 && (
        <ol className={classes['entries']}>
          {selection.map(({ supplier, weight }, at) => (
            <li key={supplier} className={classes['entry']}>
              <span className={classes['words']}>{supplier}</span>
              {weighted && (
                <TextInput
                  className={classes['weight']}
                  aria-label={texts.weight(supplier)}
                  inputMode="numeric"
                  value={String(weight)}
                  onChange={(event) => setWeight(supplier, event.currentTarget.value.replaceAll(/\D/gu, ''))}
                />
              )}
              <ActionIcon
                aria-label={texts.up(supplier)}
                disabled={at === 0}
                onClick={() => onChange(moved(selection, at, -1))}
              >
                <IconArrowUp aria-hidden />
              </ActionIcon>
              <ActionIcon
                aria-label={texts.remove(supplier)}
                onClick={() => onChange(selection.filter((one) => one.supplier !== supplier))}
              >
                <IconX aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
