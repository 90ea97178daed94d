import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';

import { ApiProblem } from '@shared/api/problem';
import { focusFirstError } from '@shared/form/focus-first-error';
import { RupiahField } from '@shared/form/rupiah-field';
import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useRequestKey } from '@shared/form/use-request-key';
import { useSubmit } from '@shared/form/use-submit';
import { useTexts } from '@shared/i18n/texts';
import { notifyError } from '@shared/notify/notify';
import { useCurrentUser } from '@/session/current-user';
import { walletsOptions } from '@/wallet/wallet-queries';

import { banksOptions, createTopupOptions, type NewTopup, type TopupSettings } from '../topup-queries';
import { codesOf, nominalProblem } from '../topup-rules';
import shared from '../topup.module.css';
import { ChoiceField, WalletSelect } from '../wallet-select';
import { nominalMessage } from './nominal-message';
import { QuickAmounts } from './quick-amounts';
import { TransferQuestion } from './transfer-question';
import { transferTexts } from './transfer-texts';
import classes from './transfer.module.css';

const serverFields = { amount: 'nominal', bankShortCode: 'bank', depositId: 'wallet' };
const serverError = 500;

/** Reports whether a creation failed without a decision of the server. Such failures are only reported. */
function isFailure(error: Error): boolean {
  return !(error instanceof ApiProblem) || error.status === 0 || error.status >= serverError;
}

function useTransferForm(max: number | undefined) {
  const texts = useTexts(transferTexts);
  return useCheckedForm<NewTopup>({
    initialValues: { wallet: '', bank: '', nominal: undefined },
    validate: {
      wallet: (value) => (value === '' ? texts.walletRequired : null),
      bank: (value) => (value === '' ? texts.bankRequired : null),
      nominal: (value) => nominalMessage(nominalProblem(value, max), max, texts),
    },
  });
}

/** Wallet, bank and nominal of a new transfer. Asks before it is made, since the wallet can't be changed later. */
export function TransferForm({ settings }: { settings: TopupSettings | undefined }) {
  const texts = useTexts(transferTexts);
  const clientId = useCurrentUser()?.Client.id;
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const wallets = useQuery({ ...walletsOptions(), staleTime: 0 });
  const requestKey = useRequestKey();
  const max = settings?.unique_amount_max_limit;
  const form = useTransferForm(max);
  const { wallet, bank, nominal } = form.values;
  const banks = useTransferBanks(settings);
  const { onSubmit: send, sending } = useSubmit(form, {
    mutation: createTopupOptions(clientId, requestKey),
    fields: serverFields,
    silent: isFailure,
    onSuccess: (order) => {
      if (!order) {
        notifyError(texts.failed);
        return undefined;
      }
      const target = { to: '/deposit/top-up/bank-transfer/$trxId', params: { trxId: order.id } } as const;
      // The input is saved, so nothing has to be asked.
      return navigate({ ...target, replace: true, ignoreBlocker: true });
    },
  });
  const check = form.onSubmit(
    () => setAsking(true),
    (errors) => focusFirstError(form, errors),
  );
  const chosenWallet = wallets.data?.find(({ id }) => id === wallet);
  const known = settings !== undefined && clientId !== undefined;

  function confirm(event: FormEvent<HTMLFormElement>) {
    setAsking(false);
    send(event);
  }

  return (
    <>
      <form className={`${shared['card']} ${classes['form']}`} onSubmit={check} noValidate aria-label={texts.proceed}>
        <WalletSelect {...form.getInputProps('wallet')} value={wallet} wallets={wallets.data} disabled={sending} />
        <ChoiceField
          {...form.getInputProps('bank')}
          value={bank}
          label={texts.bank}
          placeholder={texts.selectBank}
          disabled={sending}
        >
          {banks.map(({ code, name, problem }) => (
            <option key={code} value={code} disabled={problem}>
              {problem ? texts.bankProblem(name) : name}
            </option>
          ))}
        </ChoiceField>
        <div className={classes['nominal']}>
          <RupiahField
            {...form.getInputProps('nominal')}
            value={nominal}
            label={texts.nominal}
            prefix="Rp"
            placeholder="0"
            description={texts.nominalHelp}
            readOnly={sending}
          />
          <QuickAmounts
            chosen={nominal}
            max={max}
            disabled={sending}
            onChoose={(amount) => form.setFieldValue('nominal', amount)}
          />
        </div>
        <div className={classes['foot']}>
          <SubmitButton closed={!known} sending={sending} sendingLabel={texts.sending}>
            {texts.proceed}
          </SubmitButton>
        </div>
      </form>
      <TransferQuestion
        opened={asking}
        onClose={() => setAsking(false)}
        onConfirm={confirm}
        wallet={chosenWallet}
        bank={banks.find(({ code }) => code === bank)?.name ?? ''}
        nominal={nominal ?? 0}
      />
    </>
  );
}

interface TransferBank {
  code: string;
  name: string;
  problem: boolean;
}

/** The banks that the settings name, sorted by name. A bank without a known name has its code. */
function useTransferBanks(settings: TopupSettings | undefined): TransferBank[] {
  const { data: known } = useQuery(banksOptions());
  const inProblem = new Set(codesOf(settings?.unique_amount_bank_in_problem ?? ''));
  return codesOf(settings?.unique_amount_bank ?? '')
    .map((code) => ({
      code,
      name: known?.find((bank) => bank.bankSecondCode === code)?.name ?? code.toUpperCase(),
      problem: inProblem.has(code),
    }))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'id'));
}
