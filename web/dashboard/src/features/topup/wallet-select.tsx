import { SelectField, type SelectFieldProps } from '@shared/form/select-field';
import { walletTypeName } from '@shared/format/wallet-type';
import { useTexts } from '@shared/i18n/texts';
import type { Wallet } from '@/wallet/wallet-queries';

import { topupTexts } from './topup-texts';

interface WalletSelectProps extends Omit<SelectFieldProps<string>, 'placeholder' | 'options' | 'label'> {
  /** The wallets of the client; undefined while they load. */
  wallets: readonly Wallet[] | undefined;
}

/** Reports whether a wallet can be shown: those without a type are hidden. */
function hasType(wallet: Wallet): boolean {
  return walletTypeName(wallet.type) !== '';
}

/** A list of wallets. Only active ones can be chosen. */
export function WalletSelect({ wallets, ...rest }: WalletSelectProps) {
  const texts = useTexts(topupTexts);
  return (
    <SelectField
      {...rest}
      label={texts.wallet}
      placeholder={texts.selectWallet}
      options={(wallets ?? []).filter(hasType).map(({ id, type, active }) => ({
        value: id,
        label: active ? walletTypeName(type) : texts.inactiveWallet(walletTypeName(type)),
        disabled: !active,
      }))}
    />
  );
}
