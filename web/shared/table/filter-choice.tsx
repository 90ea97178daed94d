import { NativeSelect } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';

import classes from './filter-row.module.css';
import { useFieldLayout } from './filter-row';

interface FilterChoiceProps<Value extends string> {
  label: string;
  /** The text for no choice. */
  all: string;
  options: readonly { value: Value; label: string }[];
  value: Value | null;
  onChange: (value: Value | null) => void;
}

/** A filter with a few choices and one for all. */
export function FilterChoice<Value extends string>({ label, all, options, value, onChange }: FilterChoiceProps<Value>) {
  const inRow = useFieldLayout() === 'row';
  return (
    <NativeSelect
      className={inRow ? classes['select'] : undefined}
      size={inRow ? 'md' : 'lg'}
      label={inRow ? undefined : label}
      aria-label={inRow ? label : undefined}
      rightSection={<IconChevronDown aria-hidden />}
      rightSectionPointerEvents="none"
      value={value ?? ''}
      onChange={(event) => {
        const chosen = options.find((option) => option.value === event.currentTarget.value);
        onChange(chosen?.value ?? null);
      }}
    >
      <option value="">{all}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </NativeSelect>
  );
}
