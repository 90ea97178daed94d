import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { useZones } from '@shared/format/display-zone';
import { formatDateTime } from '@shared/format/local-time';
import { formatRupiah } from '@shared/format/rupiah';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogCancel, DialogFoot, DialogForm } from '@shared/overlay/dialog-parts';
import { LoadFailed } from '@shared/state/load-failed';
import { useFailure } from '@shared/state/use-failure';
import { Card } from '@shared/ui/card';
import { Note } from '@shared/ui/note';
import { StatusPill } from '@shared/ui/status-pill';
import { useLast } from '@shared/ui/use-last';

import { decidePriceOptions, type PriceListChange, type PriceListChanges, priceChangesOptions } from './price-queries';
import { priceTexts } from './price-texts';
import classes from './suppliers.module.css';

/** What changed in a supplier's price list, first what waits for a person. */
export function PriceListCard({ code }: { code: string }) {
  const texts = useTexts(priceTexts);
  const load = useQuery(priceChangesOptions(code));
  const failure = useFailure(load);
  const { data, isFetching, refetch } = load;
  if (failure) {
    return <LoadFailed title={texts.failed} error={failure} retrying={isFetching} onRetry={() => void refetch()} />;
  }
  return data ? <Changes code={code} list={data} /> : null;
}

interface Decision {
  change: PriceListChange;
  apply: boolean;
}

function Changes({ code, list }: { code: string; list: PriceListChanges }) {
  const texts = useTexts(priceTexts);
  const language = useLanguage();
  const { shown } = useZones();
  const [decision, setDecision] = useState<Decision>();
  const { takenAt, listed, failure, waiting, others } = list;
  return (
    <Card
      title={texts.changes}
      hint={takenAt === null ? texts.notTaken : texts.takenAt(formatDateTime(takenAt, shown, language), listed)}
      state={waiting.length > 0 && <StatusPill tone="waiting">{texts.waiting}</StatusPill>}
    >
      {failure === '' ? null : <Note>{texts.failures[failure]}</Note>}
      {waiting.length > 0 && (
        <ul className={classes['changes']} aria-label={texts.waiting}>
          {waiting.map((change) => (
            <WaitingChange key={change.id} change={change} onDecide={setDecision} />
          ))}
        </ul>
      )}
      {others.length === 0 && waiting.length === 0 ? (
        <p className={classes['hint']}>{texts.noChanges}</p>
      ) : (
        <ul className={classes['changes']} aria-label={texts.others}>
          {others.map((change) => (
            <PastChange key={change.id} change={change} />
          ))}
        </ul>
      )}
      <DecisionDialog code={code} decision={decision} onClose={() => setDecision(undefined)} />
    </Card>
  );
}

function Prices({ change: { kind, before, after } }: { change: PriceListChange }) {
  if (kind !== 'price') return formatRupiah(kind === 'new' ? after : before, 'Rp');
  return `${formatRupiah(before, 'Rp')} → ${formatRupiah(after, 'Rp')}`;
}

function WaitingChange({ change, onDecide }: { change: PriceListChange; onDecide: (decision: Decision) => void }) {
  const texts = useTexts(priceTexts);
  const { name, sku, productCode, cause, concerns, clients } = change;
  const named = concerns.filter(({ clientId }) => clientId !== 0).length;
  const words = concerns.map(({ clientId, price }) => {
    const amount = formatRupiah(price, 'Rp');
    return clientId === 0 ? texts.concernsList(amount) : texts.concernsClient(clientId, amount);
  });
  return (
    <li>
      <div>
        <strong>{name}</strong> <span className={classes['hint']}>{`${productCode} · ${sku}`}</span>
        <p className={classes['hint']}>
          {[
            cause === '' ? '' : texts.causes[cause],
            ...words,
            clients > named ? texts.moreClients(clients - named) : '',
          ]
            .filter((one) => one !== '')
            .join(' · ')}
        </p>
      </div>
      <span className={classes['prices']}>
        <Prices change={change} />
      </span>
      <span className={classes['buttons']}>
        <Button variant="default" size="sm" onClick={() => onDecide({ change, apply: false })}>
          {texts.leave}
        </Button>
        <Button size="sm" onClick={() => onDecide({ change, apply: true })}>
          {texts.apply}
        </Button>
      </span>
    </li>
  );
}

function PastChange({ change }: { change: PriceListChange }) {
  const texts = useTexts(priceTexts);
  const language = useLanguage();
  const { shown } = useZones();
  const { name, sku, productCode, kind, state, seenAt, decidedBy, reason } = change;
  const facts = [
    formatDateTime(seenAt, shown, language),
    kind === 'price' ? texts.changeStates[state] : texts.kinds[kind],
    decidedBy === '' ? '' : `${decidedBy}: ${reason}`,
  ];
  return (
    <li>
      <div>
        {name} <span className={classes['hint']}>{[productCode, sku].filter((one) => one !== '').join(' · ')}</span>
        <p className={classes['hint']}>{facts.filter((one) => one !== '').join(' · ')}</p>
      </div>
      <span className={classes['prices']}>
        <Prices change={change} />
      </span>
    </li>
  );
}

interface DecisionDialogProps {
  code: string;
  /** Undefined while it is closed. */
  decision: Decision | undefined;
  onClose: () => void;
}

function DecisionDialog({ code, decision, onClose }: DecisionDialogProps) {
  const texts = useTexts(priceTexts);
  const shown = useLast(decision);
  const title = shown?.apply ? texts.applyTitle(shown.change.name) : texts.leaveTitle(shown?.change.name ?? '');
  return (
    <Dialog opened={decision !== undefined} onClose={onClose} title={title} size="form">
      {shown && <DecisionForm code={code} decision={shown} title={title} onClose={onClose} />}
    </Dialog>
  );
}

function DecisionForm({
  code,
  decision: { change, apply },
  title,
  onClose,
}: {
  code: string;
  decision: Decision;
  title: string;
  onClose: () => void;
}) {
  const texts = useTexts(priceTexts);
  const form = useCheckedForm({
    initialValues: { reason: '' },
    validate: { reason: (value) => (value.trim() === '' ? texts.required : null) },
  });
  const { onSubmit, sending } = useSubmit(form, {
    mutation: decidePriceOptions(code, change.id, apply),
    fields: { reason: 'reason' },
    onSuccess: () => {
      notifySuccess(texts.decided);
      onClose();
    },
  });
  return (
    <DialogForm label={title} onSubmit={onSubmit}>
      <DialogBody>
        <p className={classes['prices']}>
          <Prices change={change} />
        </p>
        <p>{apply ? texts.applyText : texts.leaveText}</p>
        <TextInput
          {...form.getInputProps('reason')}
          label={texts.reason}
          description={texts.reasonHelp}
          name="reason"
          autoComplete="off"
          maxLength={500}
          data-autofocus
        />
      </DialogBody>
      <DialogFoot>
        <DialogCancel />
        <SubmitButton sending={sending} sendingLabel={texts.saving}>
          {apply ? texts.applyAction : texts.leaveAction}
        </SubmitButton>
      </DialogFoot>
    </DialogForm>
  );
}
