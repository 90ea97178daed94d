import { Button } from '@mantine/core';
import { IconCheck, IconExternalLink, IconReportMoney } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { runtimeConfig } from '@shared/config/runtime-config';
import { Amount } from '@shared/format/amount';
import { useTexts } from '@shared/i18n/texts';
import { permission } from '@/session/permissions';
import { useCurrentUser, useHasPermission } from '@/session/current-user';
import { inSandbox } from '@/session/sandbox';
import { type Settlement, settlementOptions } from '@/settlement/own-settlement-query';

import { invoiceTexts } from '../invoice-texts';
import classes from './promo.module.css';

/**
 * What the client can do about paying later: a banner with the way to its active settlement, or a card that leads to
 * the application form. Nothing if the deployment has no form.
 */
export function SettlementPromo() {
  const permitted = useHasPermission(permission.invoiceList);
  const { data: settlement, isPending } = useQuery(settlementOptions());
  const mayCome = useMayCome();
  if (settlement === undefined) return isPending && mayCome ? <PromoPlaceholder /> : null;
  const active = settlement?.is_active ? settlement : null;
  if (active === null && inSandbox()) return null;
  if (active !== null && permitted) return <ActiveBanner settlement={active} />;
  if (active === null && runtimeConfig.settlementForm === '') return null;
  return <PromoCard active={active !== null} />;
}

/** Whether there may be a banner: the deployment has a form, or the client an active settlement. */
function useMayCome(): boolean {
  const user = useCurrentUser();
  if (runtimeConfig.settlementForm !== '') return true;
  return runtimeConfig.flags.settlement && user?.Client.settlementActive !== false;
}

/** Keeps the room of the banner. */
function PromoPlaceholder() {
  return <div className={`${classes['card']} ${classes['place']}`} aria-hidden />;
}

function ActiveBanner({ settlement }: { settlement: Settlement }) {
  const texts = useTexts(invoiceTexts).promo;
  return (
    <section className={classes['card']} aria-label={texts.active}>
      <span className={classes['tile']} data-tone="done">
        <IconCheck aria-hidden />
      </span>
      <p className={classes['title']}>{texts.active}</p>
      <p className={classes['limit']}>
        {texts.totalLimit} <Amount value={settlement.balance} prefix="Rp" />
      </p>
      <Button
        variant="default"
        leftSection={<IconReportMoney aria-hidden />}
        renderRoot={(props) => <Link {...props} to="/settlement" />}
      >
        {texts.settlement}
      </Button>
    </section>
  );
}

/** Leads to the application form. A user who may not see the invoices of an active settlement is told whom to ask. */
function PromoCard({ active }: { active: boolean }) {
  const texts = useTexts(invoiceTexts).promo;
  const form = { href: runtimeConfig.settlementForm, target: '_blank', rel: 'noreferrer' };
  return (
    <section className={classes['card']} aria-label={active ? texts.active : texts.title}>
      <span className={classes['tile']}>
        <IconReportMoney aria-hidden />
      </span>
      <div className={classes['title']}>
        <p>{active ? texts.active : texts.title}</p>
        <p className={classes['body']}>{active ? texts.noInvoices : texts.body}</p>
      </div>
      {!active && (
        <Button component="a" {...form} rightSection={<IconExternalLink aria-hidden />}>
          {texts.action}
        </Button>
      )}
    </section>
  );
}
