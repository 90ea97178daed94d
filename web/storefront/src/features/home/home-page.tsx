import { type ReactNode, useState } from 'react';

import type { ShopData } from '@shared/shop/shop-data';

import { countedClick } from '@/events/shop-event';
import { LanguageSwitch } from '@/language/language-switch';
import { useTexts } from '@/language/language';
import { Icon } from '@/parts/icons';
import { readOrders } from '@/browser-storage/recent-orders';
import { useHomeLink } from '@/parts/shop-links';

import { BannerCarousel } from './banner-carousel';
import { GroupList } from './group-list';
import { findOperators, findProducts, type FoundProduct, type HomeGroup, homeGroups, popularOperators } from './groups';
import { homeTexts } from './home-texts';
import { OperatorGrid } from './operator-grid';
import { ProductList } from './product-list';
import { ShopHeader } from './shop-header';
import { useProducts } from './use-products';

interface Props {
  data: ShopData;
  /** The kind of the group that is open; empty for none. */
  group: string;
  /** Null while the search is closed. */
  search: string | null;
  hrefOfGroup: (kind: string) => string;
  onGroup: (kind: string) => void;
  onSearch: (search: string | null) => void;
}

/** How many operators of the games the home page shows. */
const shownGames = 8;

/** The home page of the shop. */
export function HomePage({ data, group, search, hrefOfGroup, onGroup, onSearch }: Props) {
  const texts = useTexts(homeTexts);
  const groups = homeGroups(data.groups);
  const open = groups.find(({ kind }) => kind === group);
  const nameOf = ({ kind, label }: HomeGroup) => texts.kinds[kind] ?? label;
  const isOverview = !open && !search?.trim();
  const hasBanners = isOverview && data.banners.length > 0;
  const { href: homeHref } = useHomeLink();
  const products = useProducts(homeHref, search !== null && !data.preview);
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="bg-header text-header-text">
        <ShopHeader name={data.name} logo={data.logo} search={search} onSearch={onSearch} />
        {hasBanners && <div className="h-[70px]" />}
      </header>
      <main className="mx-auto w-full max-w-4xl flex-1 px-4 pb-6">
        {hasBanners && (
          <div className="-mt-[72px] max-w-lg md:mx-auto">
            <BannerCarousel banners={data.banners} isPreview={data.preview} />
          </div>
        )}
        {isOverview && <Overview data={data} groups={groups} hrefOfGroup={hrefOfGroup} onGroup={onGroup} />}
        {search?.trim() && (
          <Found
            groups={groups}
            operators={findOperators(groups, search, nameOf)}
            products={findProducts(products, groups, search, nameOf)}
            homeHref={homeHref}
            onAll={() => onSearch(null)}
          />
        )}
        {open && !search?.trim() && (
          <Section
            title={nameOf(open)}
            link={<TextLink href={hrefOfGroup('')} label={texts.back} onPress={() => onGroup('')} />}
          >
            <OperatorGrid operators={open.operators} />
          </Section>
        )}
      </main>
      <Footer code={data.code} isPreview={data.preview} />
    </div>
  );
}

function Overview({
  data,
  groups,
  hrefOfGroup,
  onGroup,
}: Pick<Props, 'data' | 'hrefOfGroup' | 'onGroup'> & { groups: HomeGroup[] }) {
  const texts = useTexts(homeTexts);
  const popular = popularOperators(groups, data.popular);
  const games = groups.find(({ kind }) => kind === 'game');
  const rows = groups.filter((group) => group !== games);
  return (
    <>
      {groups.length === 0 && <p className="pt-10 text-center text-sm text-quiet">{texts.empty}</p>}
      {popular.length > 0 && (
        <Section title={texts.popular}>
          <OperatorGrid operators={popular} isPopular />
        </Section>
      )}
      {games && (
        <Section
          title={texts.allOf(texts.kinds.game ?? games.label)}
          link={<TextLink href={hrefOfGroup('game')} label={texts.seeAll} onPress={() => onGroup('game')} />}
        >
          <OperatorGrid operators={games.operators.slice(0, shownGames)} />
        </Section>
      )}
      {rows.length > 0 && (
        <Section title={texts.digital}>
          <GroupList groups={rows} hrefOf={({ kind }) => hrefOfGroup(kind)} onOpen={({ kind }) => onGroup(kind)} />
        </Section>
      )}
    </>
  );
}

interface FoundProps {
  groups: readonly HomeGroup[];
  operators: Parameters<typeof OperatorGrid>[0]['operators'];
  products: readonly FoundProduct[];
  homeHref: string;
  onAll: () => void;
}

function Found({ groups, operators, products, homeHref, onAll }: FoundProps) {
  const texts = useTexts(homeTexts);
  const count = operators.length + products.length;
  const names = new Map(groups.flatMap((group) => group.operators).map(({ code, name }) => [code, name]));
  return (
    <Section title={texts.found(count)} isLive>
      <OperatorGrid operators={operators} />
      {products.length > 0 && <ProductList products={products} homeHref={homeHref} names={names} />}
      {count === 0 && (
        <div className="text-sm text-quiet">
          <p>{texts.nothing}</p>
          <button
            type="button"
            className="mt-3 min-h-11 rounded-button bg-second px-5 font-semibold text-second-text"
            onClick={onAll}
          >
            {texts.all}
          </button>
        </div>
      )}
    </Section>
  );
}

interface SectionProps {
  title: string;
  link?: ReactNode;
  /** Says a change of the title to screen readers. */
  isLive?: boolean;
  children: ReactNode;
}

function Section({ title, link, isLive = false, children }: SectionProps) {
  return (
    <section className="pt-5">
      <div className="mb-2 flex min-h-6 items-center justify-between gap-3">
        <h2 className="text-base font-semibold" aria-live={isLive ? 'polite' : undefined}>
          {title}
        </h2>
        {link}
      </div>
      {children}
    </section>
  );
}

function TextLink({ href, label, onPress }: { href: string; label: string; onPress: () => void }) {
  return (
    <a
      href={href}
      className="-mt-3 -mb-2 inline-flex min-h-11 items-center text-sm font-medium text-link"
      onClick={(event) => {
        event.preventDefault();
        onPress();
      }}
    >
      {label}
    </a>
  );
}

function Footer({ code, isPreview }: { code: string; isPreview: boolean }) {
  const texts = useTexts(homeTexts);
  const { href } = useHomeLink();
  const [hasOrders] = useState(() => !isPreview && readOrders(code).length > 0);
  return (
    <footer className="flex flex-wrap items-center justify-center px-4 pb-6 text-sm">
      {hasOrders && (
        <a
          href={`${href}/orders`}
          className="inline-flex min-h-11 items-center gap-1.5 px-3 text-link underline underline-offset-4"
        >
          <Icon name="bill" size={16} />
          {texts.orders}
        </a>
      )}
      {!isPreview && (
        <a
          {...countedClick('help')}
          href={`${href}/help`}
          className="inline-flex min-h-11 items-center gap-1.5 px-3 text-link underline underline-offset-4"
        >
          <Icon name="help" size={16} />
          {texts.help}
        </a>
      )}
      <LanguageSwitch />
    </footer>
  );
}
