import { IconTag } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { walletTypeName } from '@shared/format/wallet-type';
import { useTexts } from '@shared/i18n/texts';
import { PageHeader } from '@shared/page/page-header';
import { DataTable } from '@shared/table/data-table';
import { NoMatchNotice } from '@shared/state/empty-notice';
import { emptyTexts } from '@shared/state/empty-texts';
import { ListNotice } from '@shared/state/list-notice';
import { useList } from '@shared/table/use-list';
import { lazyOverlay } from '@shared/state/lazy-part';
import { Note } from '@shared/ui/note';

import { walletNote, walletNoteTexts } from '@/wallet/wallet-notes';
import { productTableMinWidth, productColumns } from './product-columns';
import { ProductExport } from './product-export';
import { ProductFilters } from './product-filters';
import { ProductListFoot } from './product-list-foot';
import { ProductOpenContext } from './product-open';
import { ProductPhoneRow } from './product-phone-row';
import { type Product, productListOptions } from './product-queries';
import type { ProductSearch } from './product-search';
import { productTexts } from './product-texts';
import classes from './products.module.css';

const route = getRouteApi('/_app/product');

// Loaded after the page, which most visits only look at.
const ProductDrawer = lazyOverlay(async () => (await import('./product-drawer')).ProductDrawer);

const codeOf = (product: Product) => product.code;
const skeletonRows = 10;

/** SKU & Price List: the client's products with their prices. */
export function ProductsPage() {
  const texts = useTexts(productTexts);
  const { clearFilters } = useTexts(emptyTexts);
  const navigate = useNavigate();
  const search = route.useSearch();
  const filtered = Object.values(search).some((value) => value !== undefined);
  const products = useInfiniteQuery(productListOptions(search));
  const pages = products.data?.pages;
  const rows = pages?.flatMap((page) => page.data);
  const [code, setCode] = useState<string>();
  const [opened, setOpened] = useState(false);
  const chosen = rows?.find((row) => row.code === code);
  const open = (next: string) => {
    setCode(next);
    setOpened(true);
  };
  const go = (next: ProductSearch) => void navigate({ to: '.', search: next, replace: true });
  const { view } = useList(products, rows, {
    failed: texts.failed,
    empty: filtered ? (
      <NoMatchNotice title={texts.empty.title} remedy={{ text: clearFilters, onPress: () => go({}) }}>
        {texts.empty.body}
      </NoMatchNotice>
    ) : (
      <ListNotice icon={IconTag} title={texts.none.title}>
        {texts.none.body}
      </ListNotice>
    ),
  });
  return (
    <>
      <PageHeader title={texts.title} actions={<ProductExport search={search} />} />
      <div className={classes['page']}>
        <ProductFilters search={search} onSearch={go} />
        <WalletNote type={search.depositType} />
        <ProductOpenContext value={open}>
          <DataTable
            label={texts.table}
            onOpen={(row) => open(row.code)}
            openId={opened ? code : undefined}
            columns={productColumns}
            view={view}
            rowId={codeOf}
            skeletonRows={skeletonRows}
            minWidth={productTableMinWidth}
            renderPhoneRow={(product) => <ProductPhoneRow product={product} />}
            footer={
              view.kind === 'rows' && (
                <ProductListFoot
                  shown={view.rows.length}
                  total={pages?.[0]?.total ?? 0}
                  loading={products.isFetching}
                  failed={products.isFetchNextPageError}
                  onMore={products.hasNextPage ? () => void products.fetchNextPage() : null}
                />
              )
            }
          />
        </ProductOpenContext>
        {chosen && <ProductDrawer product={chosen} opened={opened} onClose={() => setOpened(false)} />}
      </div>
    </>
  );
}

/** Which deposits withheld tax is deducted from, for the chosen wallet type or all. */
function WalletNote({ type }: { type: ProductSearch['depositType'] }) {
  const { allWallets } = useTexts(productTexts);
  const texts = useTexts(walletNoteTexts);
  const note = type && walletNote(type);
  return <Note>{type && note ? texts[note](walletTypeName(type)) : allWallets}</Note>;
}
