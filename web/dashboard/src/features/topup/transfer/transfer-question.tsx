import type { FormEvent } from 'react';

import { Amount } from '@shared/format/amount';
import { walletTypeName } from '@shared/format/wallet-type';
import { useTexts } from '@shared/i18n/texts';
import { QuestionDialog } from '@shared/overlay/question-dialog';
import { Fact, Facts } from '@shared/ui/facts';
import { Note } from '@shared/ui/note';
import { walletNote, walletNoteTexts } from '@/wallet/wallet-notes';
import type { Wallet } from '@/wallet/wallet-queries';

import { Received } from '../received';
import { topupTexts } from '../topup-texts';
import { transferTexts } from './transfer-texts';
import classes from './transfer.module.css';

interface TransferQuestionProps {
  opened: boolean;
  onClose: () => void;
  onConfirm: (event: FormEvent<HTMLFormElement>) => void;
  wallet: Wallet | undefined;
  bank: string;
  nominal: number;
}

/** Asks before a transfer is made: the wallet can't be changed after it. */
export function TransferQuestion({ opened, onClose, onConfirm, wallet, bank, nominal }: TransferQuestionProps) {
  const texts = useTexts(transferTexts);
  const commonTexts = useTexts(topupTexts);
  const notes = useTexts(walletNoteTexts);
  const name = wallet ? walletTypeName(wallet.type) : '';
  const note = wallet && walletNote(wallet.type);
  return (
    <QuestionDialog
      opened={opened}
      onClose={onClose}
      title={texts.question.title}
      action={texts.question.action}
      back={commonTexts.back}
      sending={false}
      sendingLabel={texts.sending}
      onConfirm={onConfirm}
    >
      <div className={classes['question']}>
        <Note tone="warning">{texts.question.warning}</Note>
        <Facts>
          <Fact name={commonTexts.wallet}>{name}</Fact>
          <Fact name={texts.bank}>{bank}</Fact>
          <Fact name={texts.question.total}>
            <Amount value={nominal} prefix="Rp" />
          </Fact>
          <Received amount={nominal} points={wallet?.additionalInfo.withheldTaxPoints ?? 0} digits />
        </Facts>
        {note === 'deducted' ? <p className={classes['note']}>{notes.deducted(name)}</p> : null}
      </div>
    </QuestionDialog>
  );
}
