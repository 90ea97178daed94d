import { SelectField } from '@shared/form/select-field';

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
    <SelectField<Value | ''>
      className={inRow ? classes['select'] : undefined}
      size={inRow ? 'md' : 'lg'}
      label={inRow ? undefined : label}
      aria-label={inRow ? label : undefined}
      options={[{ value: '', label: all }, ...options]}
      value={value ?? ''}
      onChange={(next) => onChange(next === '' ? null : next)}
    />
  );
}
