import { TextInput, type TextInputProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';

import classes from './segment-field.module.css';
import { segmentsOptions } from './segment-queries';

/** A field for the name of a segment, which proposes those that there are. */
export function SegmentField(props: TextInputProps) {
  const { data } = useQuery(segmentsOptions());
  const id = useId();
  return (
    <>
      <TextInput
        {...props}
        classNames={{ input: classes['input'] ?? '' }}
        maxLength={40}
        autoComplete="off"
        list={id}
      />
      <datalist id={id}>
        {data?.data.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
    </>
  );
}
