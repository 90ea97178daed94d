import { useState } from 'react';

import { Amount } from '@shared/format/amount';
import { RupiahField } from '@shared/form/rupiah-field';
import { SelectField } from '@shared/form/select-field';
import { Accordion, AccordionItem, AccordionStaticRow } from '@shared/ui/accordion';
import { CopyButton } from '@shared/ui/copy-button';
import { CopyIcon } from '@shared/ui/copy-icon';
import { DownloadButtons } from '@shared/ui/download-buttons';
import { Fact, Facts, TotalFact } from '@shared/ui/facts';
import { Note } from '@shared/ui/note';
import { ProgressBar } from '@shared/ui/progress-bar';
import { ProgressButton } from '@shared/ui/progress-button';
import { FollowedBadge, StatusPill } from '@shared/ui/status-pill';
import { Tag } from '@shared/ui/tag';

import classes from './gallery.module.css';

export function ButtonParts() {
  const [sending, setSending] = useState(false);
  return (
    <div className={classes['row']}>
      <ProgressButton sending={sending} sendingLabel="Saving…" onPress={() => setSending(true)}>
        Save
      </ProgressButton>
      <ProgressButton sending={false} sendingLabel="Saving…" unavailable>
        Inert
      </ProgressButton>
      <CopyButton value="0812" label="number" done="Copied the number" />
      <CopyIcon value="0812" label="Copy number" />
      <DownloadButtons
        labels={{ csv: 'Export CSV', xlsx: 'Export XLSX' }}
        download={{ mutationFn: () => Promise.resolve() }}
      />
    </div>
  );
}

const banks = [
  { value: 'bca', label: 'BCA' },
  { value: 'bni', label: 'BNI', disabled: true },
] as const;

export function FieldParts() {
  const [bank, setBank] = useState<'bca' | 'bni' | ''>('');
  const [amount, setAmount] = useState<number | undefined>(1_500_000);
  return (
    <div className={classes['row']}>
      <SelectField label="Bank" placeholder="Choose a bank" options={banks} value={bank} onChange={setBank} />
      <SelectField label="Bank with an error" error="Choose one" options={banks} value="bca" onChange={setBank} />
      <RupiahField label="Amount" value={amount} onChange={setAmount} />
    </div>
  );
}

const tones = ['done', 'fine', 'waiting', 'failed', 'running', 'cancelled', 'draft', 'queued'] as const;

export function StatusParts() {
  return (
    <>
      <div className={classes['row']}>
        {tones.map((tone) => (
          <StatusPill key={tone} tone={tone}>
            {tone}
          </StatusPill>
        ))}
        <FollowedBadge>Refunded</FollowedBadge>
        <Tag>New</Tag>
      </div>
      <ProgressBar label="Sent" value={3} max={10} />
      <Note>A note.</Note>
      <Note tone="warning">A warning.</Note>
      <Facts>
        <Fact name="Price">
          <Amount value={25_000} />
        </Fact>
        <TotalFact name="Total">
          <Amount value={26_500} />
        </TotalFact>
      </Facts>
    </>
  );
}

export function AccordionParts() {
  const [opened, setOpened] = useState(true);
  return (
    <Accordion>
      <AccordionItem head="BCA" opened={opened} onToggle={() => setOpened(!opened)}>
        <p>How to pay at BCA.</p>
      </AccordionItem>
      <AccordionStaticRow head="BNI">Paused</AccordionStaticRow>
    </Accordion>
  );
}
