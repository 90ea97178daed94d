import { SelectField } from '@shared/form/select-field';
import { RupiahField } from '@shared/form/rupiah-field';
import { SubmitButton } from '@shared/form/submit-button';
import { useCheckedForm } from '@shared/form/use-checked-form';
import { useSubmit } from '@shared/form/use-submit';
import { Amount } from '@shared/format/amount';
import { walletTypeName } from '@shared/format/wallet-type';
import { useTexts } from '@shared/i18n/texts';
import { notifySuccess } from '@shared/notify/notify';
import { Card } from '@shared/ui/card';

import { type AddedMoney, addMoneyOptions, type Sandbox } from './sandbox-queries';
import { sandboxTexts } from './sandbox-texts';
import classes from './sandbox.module.css';

const firstAmount = 5_000_000;

/** The wallets of the sandbox, and more test money for one. */
export function TestMoney({ wallets }: Pick<Sandbox, 'wallets'>) {
  const texts = useTexts(sandboxTexts).money;
  const form = useCheckedForm<AddedMoney>({
    initialValues: { walletType: wallets[0]?.type ?? 'level_1', amount: firstAmount },
    validate: { amount: (amount) => (amount ? null : texts.missing) },
  });
  const { onSubmit, sending } = useSubmit(form, {
    mutation: addMoneyOptions(),
    fields: { amount: 'amount' },
    onSuccess: () => {
      form.resetDirty();
      notifySuccess(texts.added);
    },
  });
  return (
    <Card title={texts.title}>
      <dl className={classes['wallets']}>
        {wallets.map(({ type, balance }) => (
          <div key={type}>
            <dt>{walletTypeName(type)}</dt>
            <dd>
              <Amount value={balance} prefix="Rp" />
            </dd>
          </div>
        ))}
      </dl>
      <form className={classes['form']} onSubmit={onSubmit} noValidate aria-label={texts.title}>
        <SelectField
          label={texts.wallet}
          options={wallets.map(({ type }) => ({ value: type, label: walletTypeName(type) }))}
          value={form.values.walletType}
          onChange={(walletType) => form.setFieldValue('walletType', walletType)}
        />
        <RupiahField
          label={texts.amount}
          prefix="Rp"
          value={form.values.amount}
          error={form.errors['amount']}
          onChange={(amount) => form.setFieldValue('amount', amount)}
        />
        <SubmitButton variant="default" sending={sending} sendingLabel={texts.adding}>
          {texts.add}
        </SubmitButton>
      </form>
    </Card>
  );
}
