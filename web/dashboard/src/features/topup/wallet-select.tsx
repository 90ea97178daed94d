import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import { walletTypeName } from '@shared/format/wallet-type';
import { useTexts } from '@shared/i18n/texts';
import type { Wallet } from '@/wallet/wallet-queries';

import { topupTexts } from './topup-texts';

interface ChoiceFieldProps extends Omit<NativeSelectProps, 'value' | 'onChange' | 'data'> {
  value: string;
  onChange: (value: string) => void;
  /** Shown while nothing is chosen. */
  placeholder: string;
  /** The `option` elements. */
  children: ReactNode;
}

/** A list to choose from that starts without a choice. */
export function ChoiceField({ value, onChange, placeholder, children, ...rest }: ChoiceFieldProps) {
  return (
    <NativeSelect
      {...rest}
      rightSection={<IconChevronDown aria-hidden />}
      rightSectionPointerEvents="none"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      <option value="" disabled>
        {placeholder}
      </option>
      {children}
    </NativeSelect>
  );
}

interface WalletSelectProps extends Omit<ChoiceFieldProps, 'placeholder' | 'children'> {
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
    <ChoiceField {...rest} label={texts.wallet} placeholder={texts.selectWallet}>
      {wallets?.filter(hasType).map(({ id, type, active }) => (
        <option key={id} value={id} disabled={!active}>
          {active ? walletTypeName(type) : texts.inactiveWallet(walletTypeName(type))}
        </option>
      ))}
    </ChoiceField>
  );
}
