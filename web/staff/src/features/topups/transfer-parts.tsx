import { useZones } from '@shared/format/display-zone';
import { formatDateTime } from '@shared/format/local-time';
import { Amount } from '@shared/format/amount';
import { GroupedNumber } from '@shared/format/grouped-number';
import { formatRupiah } from '@shared/format/rupiah';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { StatusPill } from '@shared/ui/status-pill';

import type { Transfer } from './topup-queries';
import { topupTexts } from './topup-texts';
import classes from './topups.module.css';

export interface TransferDialogProps {
  /** Undefined while it is closed. */
  transfer: Transfer | undefined;
  /** Above it a second person decides; 0: there is none. */
  limit: number;
  onClose: () => void;
}

/** What the bank reported about a transfer. */
export function TransferHead({ transfer }: { transfer: Transfer }) {
  const { assign } = useTexts(topupTexts);
  const language = useLanguage();
  const { shown } = useZones();
  const { amount, bank, accountNo, receivedAt, description } = transfer;
  return (
    <div>
      <div className={classes['head']}>
        <p className={classes['figure']}>
          <Amount value={amount} prefix="Rp" />
        </p>
        <StatusPill tone="waiting">{assign.state}</StatusPill>
      </div>
      <p className={classes['lines']}>
        {bank} <GroupedNumber value={accountNo} /> · {formatDateTime(receivedAt, shown, language)}
      </p>
      <p className={classes['lines']}>{description}</p>
    </div>
  );
}

/** Returns what stands in the foot about the second person; nothing without a limit. */
export function useSecondPerson(limit: number): string | undefined {
  const texts = useTexts(topupTexts);
  return limit === 0 ? undefined : texts.second(formatRupiah(limit, 'Rp'));
}

/** Returns what says that an act is done, or that it waits for a second person. */
export function useOutcome(done: string): (answer: { approvalId?: string }) => void {
  const texts = useTexts(topupTexts);
  return ({ approvalId }) => {
    if (approvalId === undefined) notifySuccess(done);
    else notifySuccess(texts.waits, texts.waitsText(approvalId));
  };
}
