import { TextInput, type TextInputProps } from '@mantine/core';

import { useTexts } from '@shared/i18n/texts';

import { productPageTexts } from './product-page-texts';

/** The reason of a change, which the audit log keeps. */
export function ReasonField(props: TextInputProps) {
  const texts = useTexts(productPageTexts);
  return (
    <TextInput
      {...props}
      label={texts.reason}
      description={texts.reasonHelp}
      name="reason"
      autoComplete="off"
      maxLength={500}
    />
  );
}
