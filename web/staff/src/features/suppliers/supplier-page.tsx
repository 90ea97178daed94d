import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';

import { permission } from '@/session/permissions';
import { stateTones } from '@/suppliers/supplier-state';
import { supplierStateTexts } from '@/suppliers/supplier-state-texts';
import { Page } from '@shared/app/page';
import { useZones } from '@shared/format/display-zone';
import { formatDateTime } from '@shared/format/local-time';
import { formatRupiah } from '@shared/format/rupiah';
import { useLanguage } from '@shared/i18n/language';
import { useTexts } from '@shared/i18n/texts';
import { lazyDialog } from '@shared/overlay/lazy-windows';
import { LoadFailed } from '@shared/state/load-failed';
import { useFailure } from '@shared/state/use-failure';
import { Card } from '@shared/ui/card';
import { Fact, Facts } from '@shared/ui/facts';
import { StatusPill } from '@shared/ui/status-pill';

import { BalanceChart } from './balance-chart';
import { balanceTexts } from './balance-texts';
import { PriceListCard } from './price-list-card';
import { priceChangesOptions } from './price-queries';
import { SkuCard } from './sku-card';
import { type SupplierDetail, supplierOptions } from './supplier-queries';
import { supplierTexts } from './supplier-texts';
import classes from './suppliers.module.css';

const LimitsDialog = lazyDialog(async () => (await import('./balance-dialogs')).LimitsDialog);
const RefillDialog = lazyDialog(async () => (await import('./balance-dialogs')).RefillDialog);
const SwitchDialog = lazyDialog(async () => (await import('./switch-dialog')).SwitchDialog);

const route = getRouteApi('/_app/suppliers_/$code');

/** One supplier: its switches, and what is left of the deposit there. */
export function SupplierPage() {
  const { code } = route.useParams();
  const texts = useTexts(supplierTexts);
  const states = useTexts(supplierStateTexts);
  const load = useQuery(supplierOptions(code));
  const failure = useFailure(load);
  const { data: detail, isFetching, refetch } = load;
  return (
    <Page
      title={code}
      named
      note={texts.timesIn(useZones().label)}
      needs={{ permission: permission.suppliers }}
      tag={detail && <StatusPill tone={stateTones[detail.supplier.state]}>{states[detail.supplier.state]}</StatusPill>}
    >
      {failure ? (
        <LoadFailed title={texts.failed} error={failure} retrying={isFetching} onRetry={() => void refetch()} />
      ) : detail ? (
        <div className={classes['page']}>
          <div className={classes['cards']}>
            <BalanceCard detail={detail} />
            <div className={classes['page']}>
              <Switches detail={detail} />
              <Refills detail={detail} />
            </div>
          </div>
          <PriceListCard code={code} />
          <Skus code={code} />
        </div>
      ) : (
        <Skeleton height="24rem" />
      )}
    </Page>
  );
}

function Skus({ code }: { code: string }) {
  // The list above it grows when it is loaded, and would push it down.
  return useQuery(priceChangesOptions(code)).isPending ? null : <SkuCard code={code} />;
}

function Switches({ detail: { supplier } }: { detail: SupplierDetail }) {
  const texts = useTexts(supplierTexts);
  const [open, setOpen] = useState(false);
  const { purchases, inquiries, inFlight, reason, changedBy } = supplier;
  return (
    <Card
      title={texts.switches}
      action={
        <Button variant="default" size="sm" onClick={() => setOpen(true)}>
          {texts.switch}
        </Button>
      }
    >
      <Facts>
        <Fact name={texts.purchases}>{purchases ? texts.on : texts.off}</Fact>
        <Fact name={texts.inquiries}>{inquiries ? texts.on : texts.off}</Fact>
        {changedBy === '' ? null : <Fact name={texts.columns.change}>{`${reason} (${changedBy})`}</Fact>}
        <Fact name={texts.columns.inFlight}>{inFlight}</Fact>
      </Facts>
      <SwitchDialog supplier={open ? supplier : undefined} onClose={() => setOpen(false)} />
    </Card>
  );
}

function BalanceCard({ detail: { supplier, points, refills } }: { detail: SupplierDetail }) {
  const texts = useTexts(balanceTexts);
  const { lasts } = useTexts(supplierStateTexts);
  const language = useLanguage();
  const { shown } = useZones();
  const [open, setOpen] = useState<'limits' | 'refill'>();
  const close = () => setOpen(undefined);
  const { amount, at, perHour, hours, alarm, stop, alarmedAt, stoppedAt } = supplier.balance;
  return (
    <Card
      title={texts.balance}
      hint={at === null ? texts.none : texts.readAt(formatDateTime(at, shown, language))}
      state={
        stoppedAt === null ? (
          alarmedAt !== null && <StatusPill tone="waiting">{texts.low}</StatusPill>
        ) : (
          <StatusPill tone="failed">{texts.stopped}</StatusPill>
        )
      }
      action={
        <span className={classes['buttons']}>
          <Button variant="default" size="sm" onClick={() => setOpen('limits')}>
            {texts.limits}
          </Button>
          <Button variant="default" size="sm" onClick={() => setOpen('refill')}>
            {texts.refill}
          </Button>
        </span>
      }
    >
      {amount === null ? null : (
        <p className={classes['figure']}>
          {formatRupiah(amount, 'Rp')} <span className={classes['hint']}>{hours === null ? '' : lasts(hours)}</span>
        </p>
      )}
      {points.length > 1 ? <BalanceChart points={points} refills={refills} alarm={alarm} /> : null}
      <Facts>
        <Fact name={texts.perHour}>{formatRupiah(perHour, 'Rp')}</Fact>
        <Fact name={texts.alarm}>{alarm === 0 ? texts.never : formatRupiah(alarm, 'Rp')}</Fact>
        <Fact name={texts.stop}>{stop === 0 ? texts.never : formatRupiah(stop, 'Rp')}</Fact>
      </Facts>
      <LimitsDialog supplier={open === 'limits' ? supplier : undefined} onClose={close} />
      <RefillDialog supplier={open === 'refill' ? supplier : undefined} onClose={close} />
    </Card>
  );
}

function Refills({ detail: { refills } }: { detail: SupplierDetail }) {
  const texts = useTexts(balanceTexts);
  const language = useLanguage();
  const { shown } = useZones();
  return (
    <Card title={texts.refills} hint={texts.refillsHint}>
      {refills.length === 0 ? (
        <p className={classes['hint']}>{texts.noRefills}</p>
      ) : (
        <Facts>
          {refills.map(({ amount, reference, notedBy, notedAt }) => (
            <Fact key={reference} name={`${formatDateTime(notedAt, shown, language)} · ${notedBy} · ${reference}`}>
              {formatRupiah(amount, 'Rp')}
            </Fact>
          ))}
        </Facts>
      )}
    </Card>
  );
}
