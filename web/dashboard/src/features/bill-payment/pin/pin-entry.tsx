import '@mantine/core/styles/Text.layer.css';
import '@mantine/core/styles/Anchor.layer.css';

import { Anchor } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';

import { ApiProblem } from '@shared/api/problem';
import { noticeFor } from '@shared/errors/catalogue';
import { retrySentence } from '@shared/errors/retry-time';
import { PinField, pinLength } from '@shared/form/pin-field';
import { useUnsavedChanges } from '@shared/form/unsaved';
import { Amount } from '@shared/format/amount';
import { groupThousands } from '@shared/format/rupiah';
import { walletTypeName } from '@shared/format/wallet-type';
import { useTexts } from '@shared/i18n/texts';
import { DialogBody } from '@shared/overlay/dialog-parts';
import { Fact, Facts, TotalFact } from '@shared/ui/facts';

import classes from '../create/create.module.css';
import { createTexts } from '../create/create-texts';

interface PinEntryProps {
  name: string;
  quantity: number;
  walletType: string;
  /** What is about to be paid; null for bills, whose amounts nobody knows yet. */
  total: number | null;
  sending: boolean;
  /** Sends the PIN. Calls `onRefused` after a failure. */
  onSend: (pin: string, onRefused: (problem: Error) => void) => void;
}

/** The PIN with what is about to be paid. It is sent with the sixth digit; a refusal empties and focuses the field. */
export function PinEntry({ name, quantity, walletType, total, sending, onSend }: PinEntryProps) {
  const texts = useTexts(createTexts);
  const field = useRef<HTMLDivElement>(null);
  const [pin, setPin] = useState('');
  const [error, setError] = useState<string>();
  useUnsavedChanges(false, sending);
  // The dialog may have been open for a while, with a skeleton in this place.
  useEffect(() => focusInput(field.current), []);
  function refuse(problem: Error) {
    setPin('');
    setError(wordsOf(problem));
    focusInput(field.current);
  }
  function take(digits: string) {
    if (sending) return;
    setPin(digits);
    setError(undefined);
    if (digits.length === pinLength) onSend(digits, refuse);
  }
  return (
    <DialogBody>
      <div className={classes['box']}>
        <Facts>
          <Fact name={texts.name}>{name}</Fact>
          <Fact name={texts.quantity}>{groupThousands(quantity)}</Fact>
          <Fact name={texts.wallet}>{walletTypeName(walletType)}</Fact>
          <TotalFact name={texts.total}>{total === null ? '-' : <Amount value={total} />}</TotalFact>
        </Facts>
      </div>
      <div ref={field}>
        <PinField label={texts.pin.label} value={pin} onChange={take} error={error} focused />
      </div>
      <div className={classes['pinFoot']}>
        <span className={classes['when']} role="status">
          <IconLock aria-hidden />
          {sending ? texts.pin.sending : texts.pin.hint}
        </span>
        <Anchor href={`${import.meta.env.BASE_URL}profile/pin`}>{texts.pin.forgot}</Anchor>
      </div>
    </DialogBody>
  );
}

function focusInput(field: HTMLElement | null): void {
  field?.querySelector('input')?.focus();
}

/** What the server says about a refused order: its fields' messages, or its own with the time of the next try. */
function wordsOf(problem: Error): string {
  if (problem instanceof ApiProblem && problem.fields.length > 0) {
    return problem.fields.map(({ message }) => message).join(' ');
  }
  const said = problem instanceof ApiProblem && problem.text !== '' ? problem.text : noticeFor(problem).title;
  return [said, retrySentence(problem)].filter(Boolean).join('. ');
}
