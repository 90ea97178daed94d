import { Button } from '@mantine/core';

import { formatRupiah } from '@shared/format/rupiah';
import { useTexts } from '@shared/i18n/texts';

import { quickAmounts } from '../topup-rules';
import { transferTexts } from './transfer-texts';
import classes from './transfer.module.css';

interface QuickAmountsProps {
  value: number | undefined;
  /** Larger amounts can't be chosen. */
  max: number | undefined;
  disabled: boolean;
  onChoose: (amount: number) => void;
}

/** Buttons that fill in usual nominals. */
export function QuickAmounts({ value, max, disabled, onChoose }: QuickAmountsProps) {
  const texts = useTexts(transferTexts);
  return (
    <div className={classes['quick']} role="group" aria-label={texts.quick}>
      {quickAmounts.map((amount) => (
        <Button
          key={amount}
          variant="default"
          size="sm"
          className={classes['amount']}
          aria-pressed={value === amount}
          disabled={disabled || (max !== undefined && amount > max)}
          onClick={() => onChoose(amount)}
        >
          {formatRupiah(amount, 'Rp')}
        </Button>
      ))}
    </div>
  );
}
