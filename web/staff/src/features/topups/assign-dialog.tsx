import { Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { SelectField } from '@shared/form/select-field';
import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { Amount } from '@shared/format/amount';
import { formatRupiah } from '@shared/format/rupiah';
import { walletTypeName } from '@shared/format/wallet-type';
import { useTexts } from '@shared/i18n/texts';
import { Dialog } from '@shared/overlay/dialog';
import { DialogBody, DialogCancel, DialogFoot, DialogForm } from '@shared/overlay/dialog-parts';
import { Fact, Facts, TotalFact } from '@shared/ui/facts';
import { Note } from '@shared/ui/note';
import { useLast } from '@shared/ui/use-last';

import { useMatchText } from './suspense-columns';
import { assignOptions, type Match, type Payee, payeeOptions, type Transfer, type Wallet } from './topup-queries';
import { topupTexts } from './topup-texts';
import classes from './topups.module.css';
import { type TransferDialogProps, TransferHead, useOutcome, useSecondPerson } from './transfer-parts';

/** Credits a transfer in suspense to a wallet, or asks another member of staff for it. */
export function AssignDialog({ transfer, limit, onClose }: TransferDialogProps) {
  const { assign } = useTexts(topupTexts);
  const shown = useLast(transfer);
  return (
    <Dialog opened={transfer !== undefined} onClose={onClose} title={assign.title} size="form">
      {shown && <AssignForm transfer={shown} limit={limit} onClose={onClose} />}
    </Dialog>
  );
}

/** The choice of a client that is no match. */
const otherChoice = '';

const isId = (text: string) => /^[1-9]\d{0,8}$/u.test(text);

/** Returns the matches that may be chosen, each with its name: top-ups that were not paid yet, and clients. */
function useChoices(transfer: Transfer): { value: string; label: string }[] {
  const { assign } = useTexts(topupTexts);
  return [
    ...transfer.matches.map((match, index) => ({
      value: String(index),
      label:
        match.topupAmount === null
          ? match.clientName
          : assign.topup(formatRupiah(match.topupAmount, 'Rp'), match.clientName),
    })),
    { value: otherChoice, label: assign.other },
  ];
}

/** Returns who gets a transfer: the top-up that was chosen, or a wallet of the client. */
function payeeOf(match: Match | undefined, clientId: string, wallet: Wallet | undefined): Payee {
  if (match && match.topupId !== '') return { topupId: match.topupId };
  return { clientId: Number(clientId), ...(wallet && { walletType: wallet.type }) };
}

function AssignForm({ transfer, limit, onClose }: { transfer: Transfer; limit: number; onClose: () => void }) {
  const texts = useTexts(topupTexts);
  const { assign } = texts;
  const form = useCheckedForm({
    initialValues: { match: transfer.matches.length > 0 ? '0' : otherChoice, clientId: '', walletType: '', reason: '' },
    validate: {
      clientId: (value, { match }) => (match !== otherChoice || isId(value) ? null : texts.required),
      reason: (value) => (value.trim() === '' ? texts.required : null),
    },
  });
  const { match: choice, clientId: typedId, walletType } = form.values;
  const match = choice === otherChoice ? undefined : transfer.matches[Number(choice)];
  const clientId = match ? String(match.clientId) : typedId;
  const client = useQuery({ ...payeeOptions(Number(clientId)), enabled: isId(clientId) });
  const wallets = client.data?.wallets.filter(({ active }) => active) ?? [];
  const targetType = match && match.topupId !== '' ? match.walletType : walletType;
  const wallet = wallets.find(({ type }) => type === targetType) ?? (match?.topupId ? undefined : wallets[0]);
  const report = useOutcome(assign.done);
  const { onSubmit, sending } = useSubmit(form, {
    mutation: assignOptions(transfer.id, payeeOf(match, clientId, wallet)),
    fields: { client: 'clientId', clientId: 'clientId', walletType: 'walletType', reason: 'reason' },
    onSuccess: (answer) => {
      report(answer);
      onClose();
    },
  });
  return (
    <DialogForm label={assign.title} onSubmit={onSubmit}>
      <DialogBody>
        <TransferHead transfer={transfer} />
        {match && <Reasons match={match} transfer={transfer} />}
        <div className={classes['pair']}>
          <SelectField
            {...form.getInputProps('match')}
            label={assign.pays}
            options={useChoices(transfer)}
            value={choice}
            onChange={(value) => form.setFieldValue('match', value)}
            data-autofocus
          />
          <SelectField
            label={assign.wallet}
            value={wallet?.type ?? ''}
            error={form.errors['walletType']}
            disabled={match?.topupId !== undefined && match.topupId !== ''}
            placeholder=""
            options={wallets.map(({ type }) => ({ value: type, label: walletTypeName(type) }))}
            onChange={(type) => form.setFieldValue('walletType', type)}
          />
        </div>
        {!match && (
          <TextInput
            {...form.getInputProps('clientId')}
            label={assign.clientId}
            description={client.isError ? assign.noClient : client.data?.name}
            inputMode="numeric"
            autoComplete="off"
            maxLength={9}
          />
        )}
        <Textarea
          {...form.getInputProps('reason')}
          label={texts.reason}
          description={texts.reasonHelp}
          maxLength={500}
          autosize
          minRows={2}
        />
        {wallet && <Balances wallet={wallet} amount={transfer.amount} />}
      </DialogBody>
      <DialogFoot note={useSecondPerson(limit)}>
        <DialogCancel />
        <SubmitButton sending={sending} sendingLabel={assign.sending} disabled={!wallet}>
          {assign.submit}
        </SubmitButton>
      </DialogFoot>
    </DialogForm>
  );
}

function Reasons({ match, transfer }: { match: Match; transfer: Transfer }): ReactNode {
  const { match: texts } = useTexts(topupTexts);
  const { title, text } = useMatchText()(match, transfer);
  const reasons = match.reasons.map((reason) => texts.reasons[reason]);
  return (
    <Note>
      <strong>{title}.</strong> {[...reasons, text].join(', ')}.
    </Note>
  );
}

function Balances({ wallet, amount }: { wallet: Wallet; amount: number }) {
  const { assign } = useTexts(topupTexts);
  const name = walletTypeName(wallet.type);
  return (
    <>
      <Facts>
        <Fact name={assign.before(name)}>
          <Amount value={wallet.balance} prefix="Rp" />
        </Fact>
        <Fact name={assign.transfer}>
          <Amount value={amount} prefix="Rp" sign="always" />
        </Fact>
        <TotalFact name={assign.after(name)}>
          <Amount value={wallet.balance + amount} prefix="Rp" />
        </TotalFact>
      </Facts>
      {wallet.type === 'level_2' && <p className={classes['hint']}>{assign.tax}</p>}
    </>
  );
}
