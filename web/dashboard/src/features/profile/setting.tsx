import { useId } from 'react';

import { SelectField } from '@shared/form/select-field';

import { FieldSkeleton } from './form-skeleton';
import classes from './setting.module.css';

/** Returns the choices with the present one, which a program may have set. */
export function among(list: readonly number[], present: number): number[] {
  return [...new Set([...list, present])].toSorted((a, b) => a - b);
}

interface SettingProps {
  label: string;
  hint: string;
  value: string;
  options: { value: string; label: string }[];
  onChange: (value: string) => void;
}

/** A choice of a form, with what it means beside it. */
export function Setting({ label, hint, value, options, onChange }: SettingProps) {
  const field = useId();
  return (
    <div className={classes['setting']}>
      <div>
        <label htmlFor={field}>{label}</label>
        <p className={classes['hint']}>{hint}</p>
      </div>
      <SelectField id={field} value={value} options={options} onChange={onChange} />
    </div>
  );
}

/** Placeholder of a choice. */
export function SettingSkeleton() {
  return (
    <div className={classes['setting']}>
      <FieldSkeleton />
      <FieldSkeleton label={false} />
    </div>
  );
}
