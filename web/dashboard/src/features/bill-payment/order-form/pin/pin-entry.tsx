import '@mantine/core/styles/Text.layer.css';
import '@mantine/core/styles/Anchor.layer.css';

import { Anchor } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

import { ApiProblem } from '@shared/api/problem';
import { noticeFor } from '@shared/errors/catalogue';
import { retrySentence } from '@shared/errors/retry-time';
import { PinField, pinLength } from '@shared/form/pin-field';
import { useUnsavedChanges } from '@shared/form/unsaved';
import { Amount } from '@shared/format/amount';
import { emptyMark } from '@shared/format/local-time';
import { groupThousands } from '@shared/format/rupiah';
import { walletTypeName } from '@shared/format/wallet-type';
import { useTexts } from '@shared/i18n/texts';
import { DialogBody } from '@shared/overlay/dialog-parts';
import { Fact, Facts, TotalFact } from '@shared/ui/facts';
import { Note } from '@shared/ui/note';

import classes from './pin-entry.module.css';
import parts from '../form-parts.module.css';
import { createTexts } from '../create-texts';
import type { OrderCost } from '../form-rules';

/** What is about to be paid. */
interface PinSummary {
  name: string;
  product: string;
  quantity: number;
  walletType: string;
  /** When it runs and how often, in words. */
  schedule: string;
  /** Undefined for bills, whose amounts nobody knows yet. */
  cost: OrderCost | undefined;
  /** What is left in the wallet afterwards, with what is already scheduled; undefined if it isn't known. */
  left: number | undefined;
  /** Another user has to approve it. */
  needsApproval: boolean;
  /** Tries before the PIN is locked, where some were used; undefined otherwise. */
  triesLeft: number | undefined;
  /** What else the user should know before. */
  remarks: readonly string[];
}

/** Shows why a PIN or what it confirms was refused, in the words of the server unless others are given. */
export type OnRefused = (problem: Error, message?: string) => void;

interface PinEntryProps {
  summary: PinSummary;
  sending: boolean;
  /** Sends the PIN. Calls `onRefused` after a failure. */
  onSend: (pin: string, onRefused: OnRefused) => void;
}

/** The PIN with what is about to be paid. It is sent with the sixth digit; a refusal empties and focuses the field. */
export function PinEntry({ summary, sending, onSend }: PinEntryProps) {
  const texts = useTexts(createTexts);
  const field = useRef<HTMLDivElement>(null);
  const [pin, setPin] = useState('');
  const [error, setError] = useState<string>();
  useUnsavedChanges(false, sending);
  // The dialog may have been open for a while, with a skeleton in this place.
  useEffect(() => focusInput(field.current), []);
  function refuse(problem: Error, message = messageOf(problem)) {
    setPin('');
    setError(message);
    focusInput(field.current);
  }
  function enter(digits: string) {
    if (sending) return;
    setPin(digits);
    setError(undefined);
    if (digits.length === pinLength) onSend(digits, refuse);
  }
  return (
    <DialogBody>
      <div className={parts['box']}>
        <SummaryFacts summary={summary} />
      </div>
      {summary.remarks.map((remark) => (
        <Note key={remark} tone="warning">
          {remark}
        </Note>
      ))}
      {summary.needsApproval && <Note>{texts.needsApproval}</Note>}
      <div ref={field}>
        <PinField label={texts.pin.label} value={pin} onChange={enter} error={error} focused />
      </div>
      {summary.triesLeft !== undefined && error === undefined && (
        <p className={parts['doubtful']}>{texts.pin.triesLeft(summary.triesLeft)}</p>
      )}
      <div className={classes['pinFoot']}>
        <span className={parts['when']} role="status">
          <IconLock aria-hidden />
          {sending ? texts.pin.sending : texts.pin.hint}
        </span>
        {/* The draft stays, so nothing is asked. */}
        <Anchor
          renderRoot={(props) => <Link {...props} to="/profile/{-$type}" params={{ type: 'pin' }} ignoreBlocker />}
        >
          {texts.pin.forgot}
        </Anchor>
      </div>
    </DialogBody>
  );
}

function SummaryFacts({ summary }: { summary: PinSummary }) {
  const texts = useTexts(createTexts);
  const { name, product, quantity, walletType, schedule, cost, left } = summary;
  return (
    <Facts>
      <Fact name={texts.name}>{name}</Fact>
      <Fact name={texts.product}>{product}</Fact>
      <Fact name={texts.runsAt}>{schedule}</Fact>
      <Fact name={texts.quantity}>{groupThousands(quantity)}</Fact>
      <Fact name={texts.wallet}>{walletTypeName(walletType)}</Fact>
      {cost?.fee && (
        <>
          <Fact name={texts.total}>
            <Amount value={cost.estimated} />
          </Fact>
          <Fact name={texts.fee}>
            <Amount value={cost.fee.all} />
          </Fact>
        </>
      )}
      {left !== undefined && (
        <Fact name={texts.left}>
          <Amount value={left} />
        </Fact>
      )}
      <TotalFact name={cost?.fee ? texts.charged : texts.total}>
        {cost ? <Amount value={cost.charged} /> : emptyMark}
      </TotalFact>
    </Facts>
  );
}

function focusInput(field: HTMLElement | null): void {
  field?.querySelector('input')?.focus();
}

/** What the server says about a refused order: its fields' messages, or its own with the time of the next try. */
function messageOf(problem: Error): string {
  if (problem instanceof ApiProblem && problem.fields.length > 0) {
    return problem.fields.map(({ message }) => message).join(' ');
  }
  const reason = problem instanceof ApiProblem && problem.text !== '' ? problem.text : noticeFor(problem).title;
  return [reason, retrySentence(problem)].filter(Boolean).join('. ');
}
