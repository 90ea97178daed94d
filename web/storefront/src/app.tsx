import { lazy, Suspense, useEffect, useMemo, useState } from 'react';

import type { ShopData, ShopProduct } from '@shared/shop/shop-data';

import { keepDraft, readDraft } from '@/browser-storage/checkout-draft';
import { HomePage } from './features/home/home-page';
import { ProductPage } from './features/product/product-page';
import { LanguageProvider } from './language/language';
import { type ShopLinks, ShopLinksContext } from './parts/shop-links';
import { addressOf, homeLocation, type Screen, screenInPath } from './location';
import { PreviewNote } from './preview/preview-note';
import { type Shown, usePreview } from './preview/use-preview';
import { useTheme } from './theme/use-theme';
import { useHomeLocation } from './use-home-location';

// Home and product pages, which everybody loads, come without them.
const CheckoutPage = lazy(() =>
  import('./features/checkout/checkout-page').then((part) => ({ default: part.CheckoutPage })),
);
const OrderPage = lazy(() => import('./features/order/order-page').then((part) => ({ default: part.OrderPage })));
const OrdersPage = lazy(() => import('./features/orders/orders-page').then((part) => ({ default: part.OrdersPage })));
const HelpPage = lazy(() => import('./features/help/help-page').then((part) => ({ default: part.HelpPage })));

/** The shop: a product page if the server wrote a product into the page, else the home page. */
export function App({ page }: { page: ShopData }) {
  const [screen] = useState(() => screenInPath(window.location.pathname));
  const shown = usePreview(page, screen.name === 'home' ? 'home' : 'product_detail');
  const isFramed = window.parent !== window;
  // The frame of the dashboard shows the colours that its user chooses, which are those of the light version.
  useTheme(shown.data.theme, page.preview && isFramed);
  return (
    <LanguageProvider>
      {page.preview && !isFramed && <PreviewNote />}
      <Screens {...shown} screen={screen} />
    </LanguageProvider>
  );
}

function Screens({ data, inPlace, screen }: Shown & { screen: Screen }) {
  const { code } = data;
  const links = useMemo<ShopLinks>(() => {
    const homeHref = `/${encodeURIComponent(code)}`;
    const hrefOf: ShopLinks['hrefOf'] = (operator) => `${homeHref}/${encodeURIComponent(operator.code)}`;
    return inPlace ? { homeHref, hrefOf, inPlace } : { homeHref, hrefOf };
  }, [code, inPlace]);
  return (
    <ShopLinksContext value={links}>
      <Suspense fallback={null}>
        <Page data={data} screen={screen} homeHref={links.homeHref} />
      </Suspense>
    </ShopLinksContext>
  );
}

interface PageProps {
  data: ShopData;
  screen: Screen;
  homeHref: string;
}

function Page({ data, screen, homeHref }: PageProps) {
  const { code, product } = data;
  if (product) return <Product key={product.operator.code} data={data} product={product} homeHref={homeHref} />;
  if (data.preview) return <Home data={data} homeHref={homeHref} />;
  switch (screen.name) {
    case 'checkout':
      return <CheckoutPage code={code} />;
    case 'help':
      return <HelpPage contact={data.contact} />;
    case 'orders':
      return <OrdersPage code={code} />;
    case 'order': {
      const returned = new URLSearchParams(window.location.search).get('status') ?? '';
      return <OrderPage shop={data} token={screen.token} returned={returned} />;
    }
    default:
      return <Home data={data} homeHref={homeHref} />;
  }
}

/** A product page, with what was chosen before: a shopper who comes back from the checkout has lost nothing. */
function Product({ data, product, homeHref }: { data: ShopData; product: ShopProduct; homeHref: string }) {
  const { code, preview } = data;
  const { operator } = product;
  const [draft] = useState(() => (preview ? null : readDraft(code)));
  // A product that was found by searching.
  const named = new URLSearchParams(window.location.search).get('product');
  const before = draft?.operator.code === operator.code ? draft : null;
  return (
    <ProductPage
      shopCode={code}
      product={product}
      isJudged={!preview}
      typedAtFirst={before?.destination ?? {}}
      chosenAtFirst={preview ? (product.nominals[1]?.code ?? '') : (named ?? before?.nominal.code ?? '')}
      onPay={(purchase) => {
        if (preview) return;
        keepDraft(code, { operator, ...purchase, ...(product.inquiry && { isNamed: true }) });
        window.location.assign(`${homeHref}/checkout`);
      }}
    />
  );
}

function Home({ data, homeHref }: { data: ShopData; homeHref: string }) {
  const [location, goTo] = useHomeLocation(homeHref, data.preview);
  const [isSearching, setSearching] = useState(location.search !== '');
  // Back from a search closes it.
  useEffect(() => {
    const close = () => setSearching(false);
    window.addEventListener('popstate', close);
    return () => window.removeEventListener('popstate', close);
  }, []);
  return (
    <HomePage
      data={data}
      group={location.group}
      search={isSearching || location.search ? location.search : null}
      hrefOfGroup={(group) => addressOf(homeHref, { ...homeLocation, group })}
      onGroup={(group) => goTo({ ...homeLocation, group })}
      onSearch={(search) => {
        setSearching(search !== null);
        // The first letter makes an entry of the history: Back leads to the shop as it was.
        goTo({ ...location, search: search ?? '' }, { replace: location.search !== '' || !search });
      }}
    />
  );
}
