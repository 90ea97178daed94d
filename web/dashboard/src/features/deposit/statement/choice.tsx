import { NativeSelect } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';

import { useTexts } from '@shared/i18n/texts';

import type { StatementSearch } from './statement-search';
import { statementTexts } from './statement-texts';

interface ChoiceProps {
  label: string;
  value: string;
  options: { value: string; label: string }[];
  onChange: (value: string) => void;
}

/** A choice that always has a value. */
export function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <NativeSelect
      label={label}
      value={value}
      data={options}
      rightSection={<IconChevronDown aria-hidden />}
      rightSectionPointerEvents="none"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

interface ViewChoiceProps {
  view: StatementSearch['view'];
  onSearch: (change: StatementSearch) => void;
}

/** Chooses between the statement of a month and the withheld tax of a year. */
export function ViewChoice({ view, onSearch }: ViewChoiceProps) {
  const texts = useTexts(statementTexts);
  return (
    <Choice
      label={texts.views}
      value={view ?? ''}
      options={[
        { value: '', label: texts.monthly },
        { value: 'tax', label: texts.taxByMonth },
      ]}
      onChange={(chosen) => onSearch({ view: chosen === 'tax' ? 'tax' : undefined })}
    />
  );
}
