import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';

import { ApiProblem, isUnanswered } from '@shared/api/problem';
import { focusFirstError } from '@shared/form/focus-first-error';
import { RupiahField } from '@shared/form/rupiah-field';
import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useIdempotentRequest } from '@shared/form/use-idempotent-request';
import { useSubmit } from '@shared/form/use-submit';
import { SelectField } from '@shared/form/select-field';
import { useTexts } from '@shared/i18n/texts';
import { notifyError, notifySuccess } from '@shared/notify/notify';
import { useCurrentUser } from '@/session/current-user';
import { useOngoingTopups } from '@/wallet/ongoing-topups';
import type { TopupOrder } from '@/wallet/topup-order-queries';
import { walletsOptions } from '@/wallet/wallet-queries';

import { OngoingQuestion } from '../method/ongoing-question';
import { banksOptions, createTopupOptions, type NewTopup, type TopupSettings } from '../topup-queries';
import { codesOf, nominalProblem } from '../topup-rules';
import shared from '../topup.module.css';
import { WalletSelect } from '../wallet-select';
import { nominalMessage } from './nominal-message';
import { QuickAmounts } from './quick-amounts';
import { TransferQuestion } from './transfer-question';
import { transferTexts } from './transfer-texts';
import classes from './transfer.module.css';

const serverFields = { amount: 'nominal', bankShortCode: 'bank', depositId: 'wallet' };

/** Reports whether a creation was refused since another top-up is open. */
function isOngoing(error: Error): boolean {
  return error instanceof ApiProblem && error.code === 'TopupOngoingError';
}

/** Reports whether an open order is what the form asks for. */
function isSame(order: TopupOrder, { wallet, bank, nominal }: NewTopup): boolean {
  return order.deposit_id === wallet && order.bank.bankSecondCode === bank && order.base_amount === nominal;
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
  const user = useCurrentUser();
  const [clientId, userId] = [user?.Client.id, user?.id ?? ''];
  const navigate = useNavigate();
  const [questionOpened, setQuestionOpened] = useState(false);
  const wallets = useQuery({ ...walletsOptions(), staleTime: 0 });
  const request = useIdempotentRequest(`${userId}.top-up`);
  const ongoing = useOngoingTopups();
  const [blocked, setBlocked] = useState(false);
  const max = settings?.unique_amount_max_limit;
  const form = useTransferForm(max);
  const { wallet, bank, nominal } = form.values;
  const banks = useTransferBanks(settings);

  function show(order: TopupOrder) {
    const target = { to: '/deposit/top-up/bank-transfer/$trxId', params: { trxId: order.id } } as const;
    // The input is saved, so nothing has to be asked.
    return navigate({ ...target, replace: true, ignoreBlocker: true });
  }

  /** Looks for what may have been made although no answer came, and says what was found. */
  async function lookForIt(input: NewTopup) {
    const { data, isError } = await ongoing.refetch();
    const [open] = data ?? [];
    if (isError || data === undefined) {
      notifyError(texts.lost);
    } else if (open === undefined) {
      notifyError(texts.notMade);
    } else if (isSame(open, input)) {
      request.forget();
      notifySuccess(texts.found.title, texts.found.text);
      await show(open);
    } else {
      setBlocked(true);
    }
  }

  const { onSubmit: send, sending } = useSubmit(form, {
    mutation: {
      ...createTopupOptions(clientId, request),
      onError: (error, input) => {
        if (isOngoing(error)) {
          setBlocked(true);
          void ongoing.refetch();
        } else if (isUnanswered(error)) {
          void lookForIt(input);
        }
      },
    },
    fields: serverFields,
    silent: (error) => isOngoing(error) || isUnanswered(error),
    onSuccess: (order) => {
      if (order) return show(order);
      notifyError(texts.failed);
      return undefined;
    },
  });
  const check = form.onSubmit(
    (values) => {
      const [open] = ongoing.data ?? [];
      if (open && !isSame(open, values)) setBlocked(true);
      else setQuestionOpened(true);
    },
    (errors) => focusFirstError(form, errors),
  );
  const chosenWallet = wallets.data?.find(({ id }) => id === wallet);
  const isReady = settings !== undefined && clientId !== undefined;

  function confirm(event: FormEvent<HTMLFormElement>) {
    setQuestionOpened(false);
    send(event);
  }

  return (
    <>
      <form className={`${shared['card']} ${classes['form']}`} onSubmit={check} noValidate aria-label={texts.proceed}>
        <WalletSelect {...form.getInputProps('wallet')} value={wallet} wallets={wallets.data} disabled={sending} />
        <SelectField
          {...form.getInputProps('bank')}
          value={bank}
          label={texts.bank}
          placeholder={texts.selectBank}
          options={banks.map(({ code, name, problem }) => ({
            value: code,
            label: problem ? texts.bankProblem(name) : name,
            disabled: problem,
          }))}
          disabled={sending}
        />
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
            value={nominal}
            max={max}
            disabled={sending}
            onChoose={(amount) => form.setFieldValue('nominal', amount)}
          />
        </div>
        <div className={classes['foot']}>
          <SubmitButton unavailable={!isReady} sending={sending} sendingLabel={texts.sending}>
            {texts.proceed}
          </SubmitButton>
        </div>
      </form>
      <TransferQuestion
        opened={questionOpened}
        onClose={() => setQuestionOpened(false)}
        onConfirm={confirm}
        wallet={chosenWallet}
        bank={banks.find(({ code }) => code === bank)?.name ?? ''}
        nominal={nominal ?? 0}
      />
      <OngoingQuestion opened={blocked} orderId={ongoing.data?.[0]?.id} onClose={() => setBlocked(false)} />
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
  const { data: listedBanks } = useQuery(banksOptions());
  const inProblem = new Set(codesOf(settings?.unique_amount_bank_in_problem ?? ''));
  return codesOf(settings?.unique_amount_bank ?? '')
    .map((code) => ({
      code,
      name: listedBanks?.find((bank) => bank.bankSecondCode === code)?.name ?? code.toUpperCase(),
      problem: inProblem.has(code),
    }))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'id'));
}
