import { Button, Skeleton } from '@mantine/core';
import { IconPercentage, IconTag } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';

import { runtimeConfig } from '@shared/config/runtime-config';
import { lazyDialog } from '@shared/overlay/lazy-windows';
import { lazyPart } from '@shared/state/lazy-part';
import { useTexts } from '@shared/i18n/texts';
import { useListAddress } from '@shared/list/list-address';
import { type ListDeclaration, ListPage } from '@shared/list/list-page';
import { useHasPermission } from '@/session/current-user';
import { permission } from '@/session/permissions';

import { priceSummaryOptions, type ShopConfig } from '../connect-queries';
import { MainButton, useOpenNextStep, WizardFrame, WizardStep } from '../wizard/wizard-frame';
import type { FirstMarginsHandle } from './first-margins';
import { readOnlyColumns, SelectionContext, skuColumns } from './sku-columns';
import { SkuFilters } from './sku-filters';
import { type Sku, skuListOptions, skusPerPage } from './sku-queries';
import { isSelectable, withSelected } from './sku-rules';
import { filtered, type SkuSearch } from './sku-search';
import { skuTexts } from './sku-texts';
import classes from './sku.module.css';

const route = getRouteApi('/_app/connect_/settings/sku');

const EditSkuDialog = lazyDialog(async () => (await import('./edit-sku-dialog')).EditSkuDialog);
const MarginDialog = lazyDialog(async () => (await import('./margin-dialog')).MarginDialog);
const FirstMargins = lazyPart(async () => (await import('./first-margins')).FirstMargins, <Skeleton height="24rem" />);

/** The step with the prices of the SKUs. */
export function SkuPage() {
  return <WizardStep step="sku">{(config) => <SkuPrices config={config} />}</WizardStep>;
}

function SkuPrices({ config }: { config: ShopConfig | null }) {
  const openNextStep = useOpenNextStep('sku');
  const published = config?.isPublished === true;
  const hasPermission = useHasPermission(permission.productClientPriceEdit);
  // The server refuses new prices where the deployment has switched them off.
  const mayPrice = hasPermission && runtimeConfig.flags.pricing;
  const [listed, setListed] = useState(false);
  const { data: summary } = useQuery(priceSummaryOptions());
  const mayManage = useHasPermission(permission.shopManage);
  const first = useRef<FirstMarginsHandle>(null);
  const [saving, setSaving] = useState(false);

  /** Goes on, after what was chosen on the first screen is set. */
  async function next() {
    if (saving) return;
    setSaving(true);
    const saved = (await first.current?.save()) ?? true;
    setSaving(false);
    if (saved) await openNextStep(published);
  }

  const main = mayManage ? <MainButton published={published} saving={saving} onPress={() => void next()} /> : null;
  if (mayPrice && !published && !listed) {
    return (
      <WizardFrame step="sku" config={config} actions={main}>
        <FirstMargins ref={first} priced={summary?.priced === true} onList={() => setListed(true)} />
      </WizardFrame>
    );
  }
  return <SkuList config={config} mayPrice={mayPrice} main={main} />;
}

interface SkuListProps {
  config: ShopConfig | null;
  mayPrice: boolean;
  main: React.ReactNode;
}

const skuList: ListDeclaration<Sku, SkuSearch> = {
  texts: skuTexts,
  icon: IconTag,
  columns: skuColumns,
  rowId: ({ code }) => code,
  // 1300 pixels (docs/product/shop.md#prices)
  minWidth: 81.25,
  pageSize: skusPerPage,
  narrowedBy: ['searchQuery', 'operatorType', 'operatorCode', 'active'],
};

/** For users who may not change prices. */
const readOnlyList: typeof skuList = { ...skuList, columns: readOnlyColumns };

/** A page as the address has it: the first is not named. */
const pageOf = (page: number) => (page <= 1 ? undefined : page);

function SkuList({ config, mayPrice, main }: SkuListProps) {
  const texts = useTexts(skuTexts);
  const address = useListAddress(route.useSearch());
  const { search } = address;
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [pricing, setPricing] = useState<boolean>();
  const [editing, setEditing] = useState<{ sku: Sku; opened: boolean; turn: number }>();
  const list = useQuery(skuListOptions(search));
  const here = (list.data?.clientProducts ?? []).filter(isSelectable).map(({ code }) => code);
  // An address may name a page after the last one.
  const lastPage = list.data && Math.max(1, Math.ceil(list.data.total / skusPerPage));
  const beyond = lastPage !== undefined && !list.isPlaceholderData && (search.page ?? 1) > lastPage;
  if (beyond) return <Navigate to="." search={{ ...search, page: pageOf(lastPage) }} replace />;
  return (
    <SelectionContext
      value={{
        here,
        selected,
        select: (codes, on) => setSelected(withSelected(selected, codes, on)),
        // Each time a new form: prices may have changed since the last.
        edit: (sku) => setEditing((before) => ({ sku, opened: true, turn: (before?.turn ?? 0) + 1 })),
      }}
    >
      <WizardFrame
        step="sku"
        config={config}
        actions={
          <>
            {mayPrice ? (
              <>
                {selected.size > 0 && (
                  <span className={classes['selected']}>
                    {texts.selected(selected.size, here.filter((code) => selected.has(code)).length)}
                    <button type="button" className={classes['clear']} onClick={() => setSelected(new Set())}>
                      {texts.clear}
                    </button>
                  </span>
                )}
                <Button variant="default" leftSection={<IconPercentage aria-hidden />} onClick={() => setPricing(true)}>
                  {selected.size === 0 ? texts.setAll : texts.setSome(selected.size)}
                </Button>
              </>
            ) : null}
            {main}
          </>
        }
      >
        <ListPage
          list={mayPrice ? skuList : readOnlyList}
          address={address}
          query={list}
          rows={list.data?.clientProducts}
          total={list.data?.total}
          selectedIds={selected}
          filters={<SkuFilters search={search} onFilter={(change) => address.filter(filtered(search, change))} />}
        />
        {pricing === undefined ? null : (
          <MarginDialog
            opened={pricing}
            codes={selected.size === 0 ? undefined : [...selected]}
            onClose={() => setPricing(false)}
            onSet={() => {
              setPricing(false);
              setSelected(new Set());
            }}
          />
        )}
        {editing && (
          <EditSkuDialog
            key={editing.turn}
            sku={editing.sku}
            opened={editing.opened}
            onClose={() => setEditing({ ...editing, opened: false })}
          />
        )}
      </WizardFrame>
    </SelectionContext>
  );
}
