import { IconBuildingBank, IconChevronRight, IconCreditCard, type TablerIcon } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { useTexts } from '@shared/i18n/texts';
import { Tag } from '@shared/ui/tag';

import { methodTexts } from './method-texts';
import classes from './method.module.css';

/** The way to the virtual accounts. */
export function VirtualAccountCard() {
  const texts = useTexts(methodTexts).virtualAccount;
  return (
    <Link to="/deposit/top-up/virtual-account" className={classes['card']}>
      <CardContent icon={IconCreditCard} title={texts.title} subtitle={texts.subtitle}>
        {texts.banks}
      </CardContent>
    </Link>
  );
}

interface TransferCardProps {
  disabled: boolean;
  /** The client can't top up by transfer. The card says so. */
  unavailable: boolean;
  /** Banks to name, whose transfers are recognised day and night. */
  banks: readonly ('mandiri' | 'bca')[];
  onPress: () => void;
}

/** The way to a bank transfer with a unique amount. */
export function TransferCard({ disabled, unavailable, banks, onPress }: TransferCardProps) {
  const texts = useTexts(methodTexts);
  return (
    <button type="button" className={classes['card']} disabled={disabled} onClick={onPress}>
      <CardContent icon={IconBuildingBank} title={texts.transfer.title} subtitle={texts.transfer.subtitle}>
        {unavailable && texts.transfer.unavailable}
        {!unavailable && banks.length > 0 && (
          <span className={classes['banks']}>
            {texts.transfer.allDay}
            {banks.map((bank) => (
              <Tag key={bank}>{texts.names[bank]}</Tag>
            ))}
          </span>
        )}
      </CardContent>
    </button>
  );
}

interface CardContentProps {
  icon: TablerIcon;
  title: string;
  subtitle: string;
  children: ReactNode;
}

function CardContent({ icon: Icon, title, subtitle, children }: CardContentProps) {
  return (
    <>
      <span className={classes['tile']}>
        <Icon aria-hidden />
      </span>
      <span className={classes['words']}>
        <span className={classes['title']}>{title}</span>
        <span className={classes['subtitle']}>{subtitle}</span>
        <span className={classes['more']}>{children}</span>
      </span>
      <IconChevronRight className={classes['chevron']} aria-hidden />
    </>
  );
}
