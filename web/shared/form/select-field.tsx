import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';

/** A choice of a `SelectField`. */
interface SelectOption<Value extends string> {
  value: Value;
  label: string;
  /** It is listed and cannot be chosen. */
  disabled?: boolean;
}

export interface SelectFieldProps<Value extends string> extends Omit<
  NativeSelectProps,
  'value' | 'onChange' | 'data' | 'children' | 'defaultValue' | 'rightSection' | 'rightSectionPointerEvents'
> {
  options: readonly SelectOption<Value>[];
  /** The chosen value; '' while nothing is chosen and the field has a placeholder. */
  value: Value | '';
  /** Shown while nothing is chosen; it cannot be chosen itself. */
  placeholder?: string;
  onChange: (value: Value) => void;
}

/** A list of the browser to choose from. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { options, placeholder, onChange, ...rest } = props;
  return (
    <NativeSelect
      {...rest}
      rightSection={<IconChevronDown aria-hidden />}
      rightSectionPointerEvents="none"
      onChange={(event) => {
        const selectedOption = options.find(({ value }) => value === event.currentTarget.value);
        if (selectedOption) onChange(selectedOption.value);
      }}
    >
      {placeholder !== undefined && (
        <option value="" disabled>
          {placeholder}
        </option>
      )}
      {options.map(({ value, label, disabled }) => (
        <option key={value} value={value} disabled={disabled}>
          {label}
        </option>
      ))}
    </NativeSelect>
  );
}
