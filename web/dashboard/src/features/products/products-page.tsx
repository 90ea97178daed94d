import { IconTag } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';

import { walletTypeName } from '@shared/format/wallet-type';
import { useTexts } from '@shared/i18n/texts';
import { type ListSearch, useListAddress } from '@shared/list/list-address';
import { type ListDeclaration, ListPage } from '@shared/list/list-page';
import { Page } from '@shared/app/page';
import { focusAnchor } from '@shared/overlay/focus-anchor';
import { lazyDrawer } from '@shared/overlay/lazy-windows';
import { Note } from '@shared/ui/note';
import { useLast } from '@shared/ui/use-last';

import { walletNote, walletNoteTexts } from '@/wallet/wallet-notes';
import { productColumns } from './product-columns';
import { ProductExport } from './product-export';
import { ProductFilters } from './product-filters';
import { ProductListFoot } from './product-list-foot';
import { productAnchor, ProductOpenContext } from './product-open';
import { ProductPhoneRow } from './product-phone-row';
import { type Product, productListOptions } from './product-queries';
import type { ProductSearch } from './product-search';
import { productTexts } from './product-texts';

const route = getRouteApi('/_app/product');

export const ProductDrawer = lazyDrawer(async () => (await import('./product-drawer')).ProductDrawer);

/** The list goes on as it is scrolled, so the URL names no page. */
type Search = ProductSearch & ListSearch;

const productList: ListDeclaration<Product, Search> = {
  texts: productTexts,
  icon: IconTag,
  columns: productColumns,
  rowId: ({ code }) => code,
  renderPhoneRow: (product) => <ProductPhoneRow product={product} />,
  // It fits a window of 1280 px.
  minWidth: 59,
  pageSize: 10,
  narrowedBy: ['searchQuery', 'active', 'operatorType', 'depositType'],
};

/** SKU & Price List: the client's products with their prices. */
export function ProductsPage() {
  const texts = useTexts(productTexts);
  const address = useListAddress<Search>(route.useSearch());
  const { search } = address;
  const { product, ...filters } = search;
  const products = useInfiniteQuery(productListOptions(filters));
  const pages = products.data?.pages;
  const rows = pages?.flatMap((page) => page.data);
  const opened = useLast(product);
  const open = (code: string) => address.open({ ...search, product: code });
  return (
    <Page title={texts.title} actions={<ProductExport filters={filters} />}>
      <ProductOpenContext value={open}>
        <ListPage
          list={productList}
          address={address}
          query={products}
          rows={rows}
          openId={product}
          onOpen={(row) => open(row.code)}
          filters={
            <>
              <ProductFilters search={search} onSearch={address.filter} />
              <WalletNote type={search.depositType} />
            </>
          }
          renderPager={(view) =>
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
      {opened !== undefined && (
        <ProductDrawer
          key={opened}
          opened={product !== undefined}
          code={opened}
          row={rows?.find(({ code }) => code === opened)}
          rowLoadedAt={products.dataUpdatedAt}
          onClose={() => address.replace({ ...search, product: undefined })}
          onReturnFocus={() => focusAnchor(productAnchor(opened))}
        />
      )}
    </Page>
  );
}

/** Which deposits withheld tax is deducted from, for the chosen wallet type or all. */
function WalletNote({ type }: { type: ProductSearch['depositType'] }) {
  const { allWallets } = useTexts(productTexts);
  const texts = useTexts(walletNoteTexts);
  const note = type && walletNote(type);
  return <Note>{type && note ? texts[note](walletTypeName(type)) : allWallets}</Note>;
}
