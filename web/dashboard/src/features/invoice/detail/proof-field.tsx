import type { ReactNode } from 'react';

import { FileField } from '@shared/form/file-field';
import { useTexts } from '@shared/i18n/texts';

import { proofTypes } from '../invoice-rules';
import { invoiceDetailTexts } from './invoice-detail-texts';

interface ProofFieldProps {
  value: File | undefined;
  error?: ReactNode;
  disabled: boolean;
  /** Path in its form, by which the form focuses the field. */
  'data-path'?: string;
  onChange: (file: File | undefined) => void;
}

/** The file of a proof. */
export function ProofField(props: ProofFieldProps) {
  const { file: label, choose, hint, sentWith, remove } = useTexts(invoiceDetailTexts).form;
  return <FileField {...props} texts={{ label, choose, hint, sentWith, remove }} accept={proofTypes.join(',')} />;
}
